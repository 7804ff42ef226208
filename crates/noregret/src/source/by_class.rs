//! Features of a class that follow from the rows before: a row of one of several classes becomes a
//! group of candidates, one for each class, of which one is right.
//!
//! The features of a candidate are those of a [`ClassMap`]. Default: 2 and -1, for additive
//! learners; 1 and 0 suit multiplicative ones. (Amit et al., simultaneous projections, sec. 9.2.)

use super::ClassMap;
use crate::{Error, Result};
use noregret_io::Row;
use std::collections::HashMap;

/// Rows of classes, described by what came before.
#[derive(Clone, Debug, Default)]
pub struct ByClass {
    /// Values of common and of rare features.
    values: (f64, f64),
    /// The classes, in order of first sight.
    classes: Vec<String>,
    places: HashMap<String, usize>,
    map: ClassMap,
    groups: u64,
}

impl ByClass {
    /// Reads `COMMON,RARE`.
    ///
    /// # Errors
    /// If these are not two numbers.
    pub fn parse(text: &str) -> Result<Self> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
        let pair = text.split_once(',').and_then(|(a, b)| number(a).zip(number(b)));
        let Some(values) = pair else {
            return Err(Error::Usage(format!(
                "--class-features takes two numbers, as in 2,-1, not {text}"
            )));
        };
        Ok(ByClass { values, ..ByClass::default() })
    }

    /// Takes in the class of a row, if it has one and it is new: all must be known before the first
    /// group.
    pub fn meet(&mut self, row: &Row) {
        let Some(class) = row.label.text() else { return };
        if !self.places.contains_key(&*class) {
            self.places.insert(class.to_string(), self.classes.len());
            self.classes.push(class.into_owned());
        }
    }

    /// The candidates of a row, each with its class for a tag; the row then counts among those of
    /// its class.
    pub fn group(&mut self, row: &Row) -> Vec<Row> {
        self.groups += 1;
        let right = row.label.text().and_then(|class| self.places.get(&*class).copied());
        let group = (0..self.classes.len()).map(|r| self.candidate(row, r, right)).collect();
        if let Some(right) = right {
            self.map.count(right, &row.indices);
        }
        group
    }

    fn candidate(&self, row: &Row, class: usize, right: Option<usize>) -> Row {
        let (indices, values) = self.map.describe(class, &row.indices, self.values);
        let mut candidate = Row::new(indices, values);
        (candidate.weight, candidate.line) = (row.weight, row.line);
        candidate.qid = Some(self.groups);
        candidate.tag.clone_from(&self.classes[class]);
        if let Some(right) = right {
            // Neither 0 nor 1 is too long to be kept.
            let _ = candidate.label.set_number(f64::from(u8::from(right == class)));
        }
        candidate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(class: &str, features: &[u32]) -> Row {
        let mut row = Row::new(features.to_vec(), vec![1.0; features.len()]);
        row.label.set_name(class);
        row
    }

    fn values(group: &[Row]) -> Vec<Vec<(u32, f64)>> {
        group.iter().map(|row| row.features().collect()).collect()
    }

    #[test]
    fn classes_are_described_by_the_rows_before() {
        let mut map = ByClass::parse("2,-1").unwrap();
        map.meet(&row("in", &[]));
        map.meet(&row("out", &[]));
        map.meet(&row("in", &[]));
        let first = map.group(&row("in", &[0]));
        assert_eq!(values(&first), [vec![], vec![]]);
        assert_eq!((first[0].label.number(), first[1].label.number()), (Some(1.0), Some(0.0)));
        assert_eq!((first[0].qid, first[1].tag.as_str()), (Some(1), "out"));
        (0..4).for_each(|_| drop(map.group(&row("in", &[2]))));
        // Feature 0 is in a fifth of the rows of the first class, feature 1 in none.
        let sixth = map.group(&row("in", &[0, 1]));
        assert_eq!(values(&sixth), [vec![(0, 2.0), (1, -1.0)], vec![]]);
        assert_eq!(sixth[0].qid, Some(6));
        // Now feature 1 is in a sixth of them: neither common nor rare.
        assert_eq!(values(&map.group(&row("out", &[0, 1]))), [vec![(0, 2.0)], vec![]]);
        let unknown = map.group(&Row::new(vec![2], vec![1.0]));
        assert!(unknown.iter().all(|row| row.label.is_missing()));
        assert_eq!(values(&unknown)[0], [(2, 2.0)]);
    }

    #[test]
    fn two_numbers_are_asked_for() {
        assert!(ByClass::parse("1,0").is_ok());
        for text in ["2", "a,b", "1,inf", ""] {
            assert!(ByClass::parse(text).is_err(), "{text}");
        }
    }
}
