//! Features that are columns of a table: their names are resolved once, not once a row.
//!
//! A row lists a column by its number, at most once. The slots found so far are kept in ascending
//! order; new features get the highest slots, so a column that becomes known is usually the last
//! one. The values of a row are spread out in that order, and no row has to be sorted.

use std::sync::Arc;

use super::hashing::feature_hash;
use super::name::{HashStart, NameParts};
use super::space::FeatureSpace;
use crate::row::Row;

/// The place of a column whose slot is not known.
const NOWHERE: u32 = u32::MAX;
/// Rows that fill less of the columns than one in so many are sorted instead of spread out.
const SPARSE: usize = 8;

/// The names of the columns of a file.
#[derive(Debug)]
pub(crate) struct ColumnNames {
    names: Vec<ColumnName>,
}

#[derive(Debug)]
struct ColumnName {
    text: String,
    hash: u64,
    /// The hash of a hashed space.
    wide: u32,
}

impl ColumnNames {
    /// The columns with these names.
    pub(crate) fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let name = |text: &str| ColumnName {
            text: text.to_owned(),
            hash: HashStart::for_namespace("").hash(text),
            wide: feature_hash(b"", text.as_bytes()),
        };
        Self { names: names.map(name).collect() }
    }

    /// The name of a column.
    pub(crate) fn name(&self, column: u32) -> &str {
        self.names.get(column as usize).map_or("", |name| &name.text)
    }

    /// The hash of a column in a hashed space.
    pub(super) fn wide_hash(&self, column: u32) -> u32 {
        self.names.get(column as usize).map_or(0, |name| name.wide)
    }
}

/// The slots of columns, as far as they are known.
#[derive(Clone, Debug, Default)]
pub(super) struct ColumnSlots {
    columns: Option<Arc<ColumnNames>>,
    stamp: u64,
    /// For each column its place in `slots`, or [`NOWHERE`].
    places: Vec<u32>,
    /// Ascending.
    slots: Vec<u32>,
}

impl ColumnSlots {
    /// Forgets what is not about these columns in this space.
    pub(super) fn renew(&mut self, columns: &Arc<ColumnNames>, space: &FeatureSpace) {
        let same = self.columns.as_ref().is_some_and(|known| Arc::ptr_eq(known, columns));
        if same && self.stamp == space.stamp() {
            return;
        }
        self.columns = Some(Arc::clone(columns));
        self.stamp = space.stamp();
        self.find_all(space);
    }

    /// The slot of a column.
    #[inline]
    pub(super) fn slot(&mut self, column: u32, space: &FeatureSpace) -> Option<u32> {
        let place = self.places.get(column as usize)?;
        match self.slots.get(*place as usize) {
            Some(&slot) => Some(slot),
            None => self.learn(column, space),
        }
    }

    /// Appends a row that lists columns only, in order of their slots. False, with the row as it
    /// was, if a slot is not known or there are few values.
    pub(super) fn spread(&self, columns: &[u32], values: &[f64], row: &mut Row) -> bool {
        if columns.len() * SPARSE < self.slots.len() {
            return false;
        }
        let start = row.values.len();
        row.values.resize(start + self.slots.len(), 0.0);
        let spread = row.values.get_mut(start..).unwrap_or_default();
        for (&column, &value) in columns.iter().zip(values) {
            let place = self.places.get(column as usize).copied().unwrap_or(NOWHERE);
            let Some(cell) = spread.get_mut(place as usize) else {
                row.values.truncate(start);
                return false;
            };
            *cell = value;
        }
        if columns.len() == self.slots.len() {
            row.indices.extend_from_slice(&self.slots);
        } else {
            let there = self.slots.iter().zip(spread).filter(|(_, value)| **value != 0.0);
            row.indices.extend(there.map(|(&slot, _)| slot));
            row.values.retain(|&value| value != 0.0);
        }
        true
    }

    /// Looks for a column that had no slot before.
    fn learn(&mut self, column: u32, space: &FeatureSpace) -> Option<u32> {
        let slot = find(self.columns.as_ref()?.names.get(column as usize)?, space)?;
        if self.slots.last().is_some_and(|&last| last > slot) {
            self.find_all(space);
        } else {
            *self.places.get_mut(column as usize)? = self.slots.len() as u32;
            self.slots.push(slot);
        }
        Some(slot)
    }

    fn find_all(&mut self, space: &FeatureSpace) {
        let names = self.columns.as_ref().map_or(&[][..], |columns| &columns.names);
        let found = |(column, name)| find(name, space).map(|slot| (slot, column));
        let mut known: Vec<(u32, usize)> =
            names.iter().enumerate().filter_map(|(column, name)| found((column, name))).collect();
        known.sort_unstable();
        self.places.clear();
        self.places.resize(names.len(), NOWHERE);
        self.slots.clear();
        for (slot, column) in known {
            if let Some(place) = self.places.get_mut(column) {
                *place = self.slots.len() as u32;
            }
            self.slots.push(slot);
        }
    }
}

fn find(name: &ColumnName, space: &FeatureSpace) -> Option<u32> {
    space.find_parts(name.hash, NameParts::whole(&name.text))
}
