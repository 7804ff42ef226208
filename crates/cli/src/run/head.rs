//! The first rows of the first file: what its labels suggest, and the size of the constant feature.
//!
//! Only the head of the *first* file counts, so `learn A B` decides exactly what `learn A` decides.
//!
//! Problem: no labels, uniclass; at most two different ones, binary (the larger number or later name is the
//! positive side); more, all numbers, regression.
//!
//! Bias `auto`: with rows of root-mean-square norm N the constant is the power of two nearest to N/8. A
//! constant as large as the rows makes an aggressive step swing the threshold on every example; a much
//! smaller one makes it too slow. On the simplex, where weights cannot be negative, the constant is
//! minus the power of two nearest to the root-mean-square of the rows' largest entries: a threshold.

use crate::failure::{Failure, Outcome};
use crate::run::session::label;
use crate::run::stream::Stream;
use noregret_core::ClassName;
use noregret_core::problem::Binary;
use noregret_io::{FeatureSpace, Lookup, Row};

/// How many rows are looked at.
const ROWS: usize = 1000;
/// More different labels than this are no set of classes.
const MANY: usize = 20;

/// The rows read ahead.
#[derive(Debug, Default)]
pub(crate) struct Head {
    pub(crate) rows: Vec<Row>,
    /// The space they were read in. It is not the learner's: a row that turns out not to fit the
    /// problem must leave no trace there.
    pub(crate) space: FeatureSpace,
    /// What ended the reading, to be reported once the rows before it are learned.
    pub(crate) failure: Option<Failure>,
}

impl Head {
    /// Reads ahead within the first file, in an empty space; fails if there is not even one row before
    /// a failure.
    pub(crate) fn read(stream: &mut Stream, space: FeatureSpace) -> Outcome<Self> {
        let mut head = Head { space, ..Head::default() };
        while head.rows.len() < ROWS && stream.in_first_file() {
            let mut row = Row::default();
            match stream.next_in_file(Lookup::Learn(&mut head.space), &mut row) {
                Ok(true) => head.rows.push(row),
                Ok(false) => break,
                Err(failure) if head.rows.is_empty() => return Err(failure),
                Err(failure) => {
                    head.failure = Some(failure);
                    break;
                }
            }
        }
        Ok(head)
    }

    /// Rows with different labels, up to one more than a set of classes is expected to have.
    fn different(&self) -> Vec<&Row> {
        let mut seen: Vec<&Row> = Vec::new();
        for row in self.rows.iter().filter(|r| !r.label.is_missing()) {
            if !seen.iter().any(|other| same_label(other, row)) {
                seen.push(row);
            }
            if seen.len() > MANY {
                break;
            }
        }
        seen
    }

    /// Names the two sides by the first two labels, if nobody has: the larger number, or the later name, is positive. Without that the
    /// sign of the scores would hang on the order of the rows.
    pub(crate) fn name_sides(&self, binary: &mut Binary) {
        let seen = self.different();
        let mut names: Vec<ClassName> =
            seen.iter().take(2).filter_map(|row| ClassName::from_label(label(row))).collect();
        names.sort_by(|a, b| match (a, b) {
            (ClassName::Number(a), ClassName::Number(b)) => a.total_cmp(b),
            _ => a.to_string().cmp(&b.to_string()),
        });
        if let ([negative, positive], None, None) =
            (names.as_slice(), &binary.negative, &binary.positive)
        {
            binary.negative = Some(negative.clone());
            binary.positive = Some(positive.clone());
        }
    }

    /// Whether numbers to predict might have been meant as classes: a few whole ones.
    pub(crate) fn might_be_classes(&self) -> bool {
        let seen = self.different();
        let whole = |r: &&Row| r.label.number().is_some_and(|x| x.fract() == 0.0);
        seen.len() > 2 && seen.len() <= MANY && seen.iter().all(whole)
    }

    /// The problem that the labels suggest.
    pub(crate) fn problem(&self, file: &str) -> Outcome<&'static str> {
        let seen = self.different();
        let numbers = seen.iter().all(|r| r.label.number().is_some());
        match seen.len() {
            0 => Ok("uniclass"),
            1 | 2 => Ok("binary"),
            _ if numbers => Ok("regression"),
            _ => {
                let names: Vec<&str> = seen.iter().filter_map(|r| r.label.text()).collect();
                let (a, b) = (names[0], names[1]);
                let more = if names.len() > 4 { ", …" } else { "" };
                Err(Failure::Usage(format!(
                    "{file}: the labels are more than two names ({}{more}), and this version learns two \
                     classes, numbers or no label; {a} against {b}: --problem \
                     binary:negative={a},positive={b} --on-error skip",
                    names[..names.len().min(4)].join(", ")
                )))
            }
        }
    }

    /// The constant feature for these rows, as far as `fits` takes their labels.
    pub(crate) fn bias(&self, one_sided: bool, mut fits: impl FnMut(&Row) -> bool) -> f64 {
        let rows: Vec<&Row> = self.rows.iter().filter(|row| fits(row)).collect();
        let square = |row: &Row| row.values.iter().map(|x| x * x).sum::<f64>();
        let peak = |row: &Row| row.values.iter().fold(0.0f64, |m, x| m.max(x.abs())).powi(2);
        let mean = |of: &dyn Fn(&Row) -> f64| {
            (rows.iter().map(|row| of(row)).sum::<f64>() / rows.len().max(1) as f64).sqrt()
        };
        if one_sided {
            -nearest_power_of_two(mean(&peak))
        } else {
            nearest_power_of_two(mean(&square) / 8.0)
        }
    }
}

fn same_label(a: &Row, b: &Row) -> bool {
    match (a.label.number(), b.label.number()) {
        (Some(x), Some(y)) => x == y,
        (None, None) => a.label.text() == b.label.text(),
        _ => false,
    }
}

/// The nearest power of two (on a logarithmic scale); 1 for 0.
fn nearest_power_of_two(x: f64) -> f64 {
    if x > 0.0 && x.is_finite() { x.log2().round().clamp(-500.0, 500.0).exp2() } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(rows: &[(&str, &[f64])]) -> Head {
        let make = |(label, values): &(&str, &[f64])| {
            let mut row = Row { values: values.to_vec(), ..Row::default() };
            if !label.is_empty() {
                row.label.set(label).unwrap();
            }
            row
        };
        Head { rows: rows.iter().map(make).collect(), ..Head::default() }
    }

    #[test]
    fn labels_decide_the_problem() {
        let of = |labels: &[&str]| {
            let rows: Vec<(&str, &[f64])> = labels.iter().map(|l| (*l, &[][..])).collect();
            head(&rows).problem("f").map_err(|e| e.to_string())
        };
        assert_eq!(of(&["", ""]), Ok("uniclass"));
        assert_eq!(of(&["1", "-1", "+1"]), Ok("binary"));
        assert_eq!(of(&["spam", "ham"]), Ok("binary"));
        assert_eq!(of(&["1", "2", "3.5"]), Ok("regression"));
        assert!(of(&["a", "b", "c"]).is_err());
    }

    #[test]
    fn bias_is_an_eighth_of_the_rows() {
        assert_eq!(head(&[("1", &[1.0]), ("1", &[0.6, 0.8])]).bias(false, |_| true), 0.125);
        assert_eq!(head(&[("1", &[300.0, 400.0])]).bias(false, |_| true), 64.0);
        assert_eq!(head(&[("1", &[1.0, 1.0, 1.0])]).bias(true, |_| true), -1.0);
        assert_eq!(head(&[]).bias(false, |_| true), 1.0);
    }
}
