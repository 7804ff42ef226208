//! The data by columns, each sorted once by value; zeros are not stored.

use super::Stump;
use crate::error::{Error, Result};
use crate::vector::Instance;
use std::ops::{Add, Sub};

/// A value other than 0, and whose it is.
type Entry = (f64, u32);

/// SortedColumns of sorted entries.
#[derive(Clone, Debug)]
pub(super) struct SortedColumns {
    examples: usize,
    /// Where each column starts, and at last where all end.
    starts: Vec<usize>,
    entries: Vec<Entry>,
}

/// What examples weigh together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Mass {
    /// `sum w_i y_i`.
    pub(super) signed: f64,
    /// `sum w_i`.
    pub(super) size: f64,
}

impl Add for Mass {
    type Output = Mass;

    fn add(self, other: Mass) -> Mass {
        Mass { signed: self.signed + other.signed, size: self.size + other.size }
    }
}

impl Sub for Mass {
    type Output = Mass;

    fn sub(self, other: Mass) -> Mass {
        Mass { signed: self.signed - other.signed, size: self.size - other.size }
    }
}

impl SortedColumns {
    /// Sorts the columns of these examples.
    pub(super) fn sort(rows: &[Instance<'_>]) -> Result<Self> {
        let values = rows.iter().flat_map(|x| x.values());
        if values.copied().any(|value| !value.is_finite()) {
            return Err(Error::NotFinite("a value of an example is not finite".into()));
        }
        let too_many = |_| Error::Shape("there are too many examples".into());
        let examples = u32::try_from(rows.len()).map_err(too_many)?;
        let width = rows.iter().map(|x| x.end()).max().unwrap_or(0);
        let mut columns: Vec<Vec<Entry>> = vec![Vec::new(); width];
        for (row, example) in rows.iter().zip(0..examples) {
            row.for_each(|feature, value| {
                if value != 0.0 {
                    columns[feature].push((value, example));
                }
            });
        }
        let mut sorted =
            SortedColumns { examples: rows.len(), starts: vec![0], entries: Vec::new() };
        for mut column in columns {
            column.sort_by(|a, b| a.0.total_cmp(&b.0));
            sorted.entries.append(&mut column);
            sorted.starts.push(sorted.entries.len());
        }
        Ok(sorted)
    }

    /// How many columns there are.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many examples there are.
    pub(super) fn examples(&self) -> usize {
        self.examples
    }

    fn column(&self, feature: usize) -> &[Entry] {
        &self.entries[self.starts[feature]..self.starts[feature + 1]]
    }

    /// Goes up a column: for every pair of neighbouring values, those two and what the examples up
    /// to the lower one weigh. `total` is the mass of all examples.
    pub(super) fn each_gap(
        &self,
        feature: usize,
        masses: &[Mass],
        total: Mass,
        mut see: impl FnMut((f64, f64), Mass),
    ) {
        let column = self.column(feature);
        let mass = |entry: &Entry| masses[entry.1 as usize];
        let (mut below, mut last) = (Mass::default(), f64::NAN);
        let mut pass = |value: f64, mass: Mass| {
            if last < value {
                see((last, value), below);
            }
            below = below + mass;
            last = value;
        };
        let (negative, positive) =
            column.split_at(column.partition_point(|(value, _)| *value < 0.0));
        negative.iter().for_each(|entry| pass(entry.0, mass(entry)));
        if column.len() < self.examples {
            let stored = column.iter().map(mass).fold(Mass::default(), Mass::add);
            pass(0.0, total - stored);
        }
        positive.iter().for_each(|entry| pass(entry.0, mass(entry)));
    }

    /// What a stump says about every example.
    pub(super) fn answer(&self, stump: &Stump, answers: &mut [f64]) {
        answers.fill(stump.answer(0.0));
        if !stump.is_constant() {
            for &(value, example) in self.column(stump.feature as usize) {
                answers[example as usize] = stump.answer(value);
            }
        }
    }
}
