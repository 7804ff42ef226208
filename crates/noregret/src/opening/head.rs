//! The first rows of the first file: what its labels suggest, and the size of the constant feature.
//!
//! Only the head of the *first* file counts, so `learn A B` decides exactly what `learn A` decides.
//!
//! Problem: see [`Labels`].
//!
//! Bias `auto`: with rows of median norm N the constant is the power of two nearest to N/8 (a mean would follow
//! the few longest rows). A constant as large as the rows makes an aggressive step swing the threshold on every example; a much
//! smaller one makes it too slow. On the simplex, where weights cannot be negative, the constant is
//! minus the power of two nearest to the median of the rows' largest entries: a threshold. With
//! a kernel other than the linear one there is none: a Gaussian would not notice it, and a polynomial has its
//! offset.

use super::labels::Labels;
use crate::example::instance;
use crate::observer::Observer;
use crate::source::Stream;
use crate::{Error, Result};
use noregret_io::{FeatureSpace, Lookup, Row};
use std::collections::HashSet;

/// How many rows are looked at.
pub(super) const ROWS: usize = 1000;

/// The rows read ahead.
#[derive(Debug, Default)]
pub(crate) struct Head {
    pub(crate) rows: Vec<Row>,
    /// The space they were read in. It is not the learner's: a row that turns out not to fit the
    /// problem must leave no trace there.
    pub(crate) space: FeatureSpace,
    /// Which rows are held out: they have no say in what is decided. Empty if none is.
    held: Vec<bool>,
    /// The labels of the rows that decide.
    pub(crate) labels: Labels,
    /// What ended the reading, to be reported once the rows before it are learned.
    pub(crate) error: Option<Error>,
}

impl Head {
    /// Reads ahead within the first file, in an empty space; fails if it has no row, or none before a
    /// failure.
    pub(crate) fn read(
        stream: &mut Stream,
        space: FeatureSpace,
        rows: usize,
        observer: &mut dyn Observer,
    ) -> Result<Self> {
        let mut head = Head { space, ..Head::default() };
        while head.rows.len() < rows && stream.in_first_file() {
            let mut row = Row::default();
            match stream.next_in_file(Lookup::Learn(&mut head.space), &mut row, observer) {
                Ok(true) => head.rows.push(row),
                Ok(false) => break,
                Err(error) if head.rows.is_empty() => return Err(error),
                Err(error) => {
                    head.error = Some(error);
                    break;
                }
            }
        }
        if head.rows.is_empty() {
            // The end of a file without rows is a failure that names it.
            stream.next(Lookup::Learn(&mut head.space), &mut Row::default(), observer)?;
        }
        Ok(head)
    }

    /// Holds out every Nth row, or group of rows; then counts the labels of the others.
    pub(crate) fn decide(&mut self, test_every: Option<u64>, groups: bool) {
        if let Some(every) = test_every {
            let (mut number, mut group) = (0, None);
            let held = self.rows.iter().map(|row| {
                number += u64::from(!groups || group != Some(row.qid));
                group = Some(row.qid);
                number.is_multiple_of(every)
            });
            self.held = held.collect();
        }
        // A row that no learner takes has no say.
        let finite = |row: &&Row| instance(row).square().is_finite();
        self.labels = Labels::of_rows(self.deciding().filter(finite));
    }

    /// Takes the labels for lists of classes.
    pub(crate) fn take_lists(&mut self) {
        self.rows.iter_mut().for_each(|row| {
            row.label.as_list();
        });
    }

    /// The rows that have a say in what is decided.
    fn deciding(&self) -> impl Iterator<Item = &Row> {
        let held = |at: usize| self.held.get(at).copied().unwrap_or(false);
        self.rows.iter().enumerate().filter(move |(at, _)| !held(*at)).map(|(_, row)| row)
    }

    /// How many different features the rows that a learner takes have.
    pub(crate) fn features(&self, mut fits: impl FnMut(&Row) -> bool) -> usize {
        let rows = self.deciding().filter(|row| fits(row));
        let slots = rows.flat_map(|row| row.indices.iter().copied());
        slots.collect::<HashSet<u32>>().len()
    }

    /// Whether every row belongs to a group.
    pub(crate) fn is_grouped(&self) -> bool {
        let mut rows = self.deciding().peekable();
        rows.peek().is_some() && rows.all(|row| row.qid.is_some())
    }

    /// The constant feature for these rows, as far as `fits` takes their labels.
    pub(crate) fn bias(&self, one_sided: bool, mut fits: impl FnMut(&Row) -> bool) -> f64 {
        let rows: Vec<&Row> = self.deciding().filter(|row| fits(row)).collect();
        let square = |row: &Row| instance(row).square();
        let peak = |row: &Row| instance(row).max_abs().powi(2);
        let middle = |of: &dyn Fn(&Row) -> f64| {
            let mut sizes: Vec<f64> = rows.iter().map(|row| of(row)).collect();
            sizes.sort_by(f64::total_cmp);
            sizes.get(sizes.len() / 2).copied().unwrap_or(0.0).sqrt()
        };
        if one_sided {
            -nearest_power_of_two(middle(&peak))
        } else {
            nearest_power_of_two(middle(&square) / 8.0)
        }
    }
}

/// How many rows a head needs, so that [`ROWS`] of them are learned from.
pub(super) fn rows_with(every: u64) -> usize {
    ROWS + (ROWS - 1) / usize::try_from(every.saturating_sub(1)).unwrap_or(usize::MAX).max(1)
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
            let mut row = Row::new(Vec::new(), values.to_vec());
            if !label.is_empty() {
                row.label.set(label).unwrap();
            }
            row
        };
        Head { rows: rows.iter().map(make).collect(), ..Head::default() }
    }

    #[test]
    fn bias_is_an_eighth_of_the_rows() {
        assert_eq!(head(&[("1", &[1.0]), ("1", &[0.6, 0.8])]).bias(false, |_| true), 0.125);
        assert_eq!(head(&[("1", &[300.0, 400.0])]).bias(false, |_| true), 64.0);
        assert_eq!(head(&[("1", &[1.0, 1.0, 1.0])]).bias(true, |_| true), -1.0);
        assert_eq!(head(&[]).bias(false, |_| true), 1.0);
    }
}
