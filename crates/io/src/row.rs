//! One example, with buffers that are reused from row to row.
//!
//! What holds of every row a reader returns:
//! - values are finite and not zero (zeros written out are dropped, so sparse equals dense text);
//! - no slot occurs twice (repeated features are summed, dropped if the sum is zero);
//! - the order does not depend on the order in the file: features with integer keys first, by key,
//!   then named ones by slot; with hashing all by slot;
//! - it is known how many of them, from the first on, have integer keys: whoever takes features
//!   out does it by [`Row::retain`].

mod builder;
mod error;
mod memory;
mod pending;

use crate::features::Pairs;
use crate::label::RowLabel;

pub use builder::RowBuilder;
pub use error::RowError;
pub(crate) use memory::MemoryReader;
pub use memory::MemoryRows;
pub use pending::PendingRow;

/// One example, with slots for features. Defaults: no label, weight 1, no tag, no group, no
/// features.
///
/// ```
/// use noregret_io::Row;
///
/// let mut row = Row::new(vec![0, 4], vec![1.5, -2.0]);
/// row.label.set_name("spam");
/// assert_eq!(row.features().collect::<Vec<_>>(), [(0, 1.5), (4, -2.0)]);
/// row.retain(|slot| slot != 0);
/// assert_eq!(row.indices, [4]);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The label.
    pub label: RowLabel,
    /// The importance, finite and at least 0; 1 unless the file says otherwise.
    pub weight: f64,
    /// The row's own name (a VW tag, a JSON id); empty if it has none.
    pub tag: String,
    /// The group the row belongs to (svmlight's `qid:`).
    pub qid: Option<u64>,
    /// The set within its group, from 1; 0 if it has none ([`PartColumns`](crate::PartColumns)).
    pub set: u64,
    /// What it costs within its group, 1 if nothing is said.
    pub price: f64,
    /// The slots of the features.
    pub indices: Vec<u32>,
    /// Their values, one for each of `indices`.
    pub values: Vec<f64>,
    /// How many of the features, the first ones, are known to have integer keys and not names;
    /// none where slots are hashed.
    pub(crate) indexed: usize,
    /// How many features a frozen space did not know; they are absent from `indices`.
    pub unseen: u32,
    /// The line of the file on which the row starts, from 1.
    pub line: u64,
}

impl Row {
    /// A row of these features, which must be as a reader would make them, and otherwise the
    /// defaults; [`from_parts`](Self::from_parts) takes any.
    pub fn new(indices: Vec<u32>, values: Vec<f64>) -> Self {
        Self { indices, values, ..Self::default() }
    }

    /// A row of any slots and values: zeros are dropped, repeated slots summed, all sorted by slot.
    ///
    /// ```
    /// use noregret_io::{Row, RowLabel};
    ///
    /// let mut label = RowLabel::default();
    /// label.set_number(1.0)?;
    /// let row = Row::from_parts(vec![5, 2, 9, 5], vec![1.0, 3.0, 0.0, 0.5], label)?;
    /// assert_eq!((row.indices, row.values), (vec![2, 5], vec![3.0, 1.5]));
    /// # Ok::<(), noregret_io::RowError>(())
    /// ```
    ///
    /// # Errors
    /// If there are not as many values as slots, or a value or sum is not finite.
    pub fn from_parts(
        indices: Vec<u32>,
        values: Vec<f64>,
        label: RowLabel,
    ) -> Result<Self, RowError> {
        if indices.len() != values.len() {
            return Err(RowError::Shape { indices: indices.len(), values: values.len() });
        }
        if let Some((slot, &value)) = indices.iter().zip(&values).find(|(_, v)| !v.is_finite()) {
            return Err(RowError::Value { feature: slot.to_string(), value });
        }
        if indices.is_sorted_by(|a, b| a < b) && !values.contains(&0.0) {
            return Ok(Self { label, ..Self::new(indices, values) });
        }
        let mut row = Self { label, ..Self::default() };
        let mut pairs = Pairs::default();
        pairs.list.extend(indices.into_iter().zip(values).filter(|pair| pair.1 != 0.0));
        let sums = pairs.append_to(&mut row);
        sums?;
        Ok(row)
    }

    /// Becomes a copy of another row, keeping the buffers.
    ///
    /// ```
    /// use noregret_io::Row;
    ///
    /// let (row, mut other) = (Row::new(vec![0, 4], vec![1.5, -2.0]), Row::default());
    /// other.copy_from(&row);
    /// assert_eq!(other, row);
    /// ```
    pub fn copy_from(&mut self, from: &Row) {
        self.clear();
        self.copy_about(from);
        self.indices.extend_from_slice(&from.indices);
        self.values.extend_from_slice(&from.values);
        (self.indexed, self.unseen) = (from.indexed, from.unseen);
    }

    /// Copies all but the features; it comes cleared.
    pub(crate) fn copy_about(&mut self, from: &Row) {
        self.label.clone_from(&from.label);
        self.tag.push_str(&from.tag);
        (self.weight, self.qid, self.line) = (from.weight, from.qid, from.line);
        (self.set, self.price) = (from.set, from.price);
    }

    /// Back to the defaults, keeping the buffers.
    pub fn clear(&mut self) {
        self.label.clear();
        self.weight = 1.0;
        self.tag.clear();
        self.qid = None;
        (self.set, self.price) = (0, 1.0);
        self.indices.clear();
        self.values.clear();
        self.indexed = 0;
        self.unseen = 0;
        self.line = 0;
    }

    /// How many of the features, the first ones, are known to have integer keys and not names;
    /// none where slots are hashed.
    pub fn indexed(&self) -> usize {
        self.indexed
    }

    /// Takes out the features whose slots are not to be kept.
    pub fn retain(&mut self, keep: impl Fn(u32) -> bool) {
        let indexed = self.indices.iter().take(self.indexed);
        self.indexed = indexed.filter(|&&slot| keep(slot)).count();
        let mut kept = self.indices.iter().map(|&slot| keep(slot));
        self.values.retain(|_| kept.next() == Some(true));
        self.indices.retain(|&slot| keep(slot));
    }

    /// Whether a feature without an integer key has this slot, which is that of a name.
    #[inline]
    pub fn has_name(&self, slot: u32) -> bool {
        // To look everywhere is faster than to stop where it is.
        let named = self.indices.get(self.indexed..).unwrap_or_default();
        named.iter().fold(false, |found, &other| found | (other == slot))
    }

    /// The features as (slot, value) pairs.
    pub fn features(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        self.indices.iter().copied().zip(self.values.iter().copied())
    }
}

impl Default for Row {
    fn default() -> Self {
        Self {
            label: RowLabel::default(),
            weight: 1.0,
            tag: String::new(),
            qid: None,
            set: 0,
            price: 1.0,
            indices: Vec::new(),
            values: Vec::new(),
            indexed: 0,
            unseen: 0,
            line: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Row;

    #[test]
    fn clear_restores_the_defaults() {
        let mut row = Row { weight: 2.0, tag: "t".into(), qid: Some(1), ..Row::default() };
        (row.set, row.price) = (3, 0.5);
        row.indices.push(4);
        row.values.push(0.5);
        row.line = 9;
        assert_eq!(row.features().collect::<Vec<_>>(), [(4, 0.5)]);
        assert!(row.has_name(4) && !row.has_name(5));
        row.indexed = 1;
        assert!(!row.has_name(4));
        row.indices.extend([7, 9]);
        row.values.extend([1.5, 2.5]);
        row.retain(|slot| slot > 5);
        assert_eq!(row.features().collect::<Vec<_>>(), [(7, 1.5), (9, 2.5)]);
        assert!(row.indexed() == 0 && row.has_name(7));
        row.clear();
        assert_eq!(row, Row::default());
    }
}
