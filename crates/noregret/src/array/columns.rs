//! Which feature a column of an array is.

use super::Cells;
use noregret_io::features::MAX_INDEX;
use noregret_io::{FeatureName, FeatureSpace, RowBuilder, RowError};
use std::ops::Range;

/// The slot of a column that has none.
const NO_SLOT: u32 = u32::MAX;

/// What a column is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// By an integer key.
    Key(u32),
    /// By a name; one that is an integer in canonical form is that key.
    Name(String),
}

impl From<&str> for Column {
    fn from(name: &str) -> Self {
        Column::Name(name.into())
    }
}

/// The features of the columns of an array, and their slots in a model as far as they are known.
#[derive(Clone, Debug, Default)]
pub struct ColumnMap {
    /// What they are called; the keys 0, 1, 2, … if nothing is said.
    names: Option<Vec<Column>>,
    width: usize,
    /// The slot of each column, or [`NO_SLOT`], and by what cells are ordered; none if every
    /// column is the slot of the same number.
    slots: Vec<(u32, u64)>,
    /// The space that the slots are of.
    stamp: Option<u64>,
    /// Whether every column is the slot of the same number.
    is_identity: bool,
}

impl ColumnMap {
    /// Columns with the keys 0, 1, 2, ….
    pub fn numbered(width: usize) -> Self {
        ColumnMap { width, ..ColumnMap::default() }
    }

    /// Columns with these names.
    pub fn named(names: Vec<Column>) -> Self {
        ColumnMap { width: names.len(), names: Some(names), ..ColumnMap::default() }
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.width
    }

    /// What they are called, if not by the keys 0, 1, 2, ….
    pub fn names(&self) -> Option<&[Column]> {
        self.names.as_deref()
    }

    /// Whether every column is the slot of the same number.
    pub(super) fn is_identity(&self) -> bool {
        self.is_identity
    }

    /// Makes the map one into this space.
    pub(super) fn enter(&mut self, space: &FeatureSpace) {
        if self.stamp == Some(space.stamp()) {
            return;
        }
        self.stamp = Some(space.stamp());
        let columns = 0..self.width as u32;
        let same = |column| self.find(space, column) == Some((column, u64::from(column)));
        self.is_identity = space.bits().is_none() && columns.clone().all(same);
        let slot = |column| self.find(space, column).unwrap_or((NO_SLOT, 0));
        self.slots = match self.is_identity {
            true => Vec::new(),
            false => columns.map(slot).collect(),
        };
    }

    /// Slot and order of the feature of a column, if it has one.
    #[cold]
    fn find(&self, space: &FeatureSpace, column: u32) -> Option<(u32, u64)> {
        let slot = match &self.names {
            None => space.find_key(column),
            Some(names) => match names.get(column as usize)? {
                Column::Key(key) => space.find_key(*key),
                Column::Name(name) => space.find(name),
            },
        }?;
        Some(match space.name(slot)? {
            FeatureName::Index(key) => (slot, u64::from(key)),
            FeatureName::Name(_) | FeatureName::Hashed(_) => (slot, 1 << 32 | u64::from(slot)),
        })
    }

    /// Replaces the columns of the row from `start` on by their slots, in the order of a row; false
    /// if a column has none, which `skip` leaves out instead.
    pub(super) fn resolve(
        &mut self,
        space: &FeatureSpace,
        cells: &mut Cells,
        start: usize,
        skip: bool,
    ) -> bool {
        cells.tidy(start);
        if self.is_identity {
            return true;
        }
        let (mut rises, mut last) = (true, None);
        for at in start..cells.len() {
            let column = cells.columns[at] as usize;
            if self.slots[column].0 == NO_SLOT {
                match self.find(space, column as u32) {
                    Some(found) => self.slots[column] = found,
                    None if !skip => return false,
                    // A value of 0 is left out.
                    None => {
                        (cells.values[at], rises) = (0.0, false);
                        continue;
                    }
                }
            }
            rises &= last < Some(self.slots[column].1);
            last = Some(self.slots[column].1);
        }
        if !rises {
            cells.sort(start, |column| self.slots[column as usize].1);
        }
        cells.columns[start..].iter_mut().for_each(|j| *j = self.slots[*j as usize].0);
        true
    }

    /// Puts a span of cells into a row that is being built.
    ///
    /// # Errors
    /// If a value is not finite.
    pub fn put(
        &self,
        cells: &Cells,
        span: Range<usize>,
        builder: &mut RowBuilder,
    ) -> Result<(), RowError> {
        for (&column, &value) in cells.columns[span.clone()].iter().zip(&cells.values[span]) {
            match self.names.as_ref().and_then(|names| names.get(column as usize)) {
                None => builder.push_index(column.min(MAX_INDEX), value)?,
                Some(Column::Key(key)) => builder.push_index(*key, value)?,
                Some(Column::Name(name)) => builder.push_name(name, value)?,
            }
        }
        Ok(())
    }
}
