//! One example, with buffers that are reused from row to row.
//!
//! What holds of every row a reader returns:
//! - values are finite and not zero (zeros written out are dropped, so sparse equals dense text);
//! - no slot occurs twice (repeated features are summed, dropped if the sum is zero);
//! - the order does not depend on the order in the file: features with integer keys first, by key,
//!   then named ones by slot; with hashing all by slot;
//! - it is known how many of them, from the first on, have integer keys: whoever takes features out does it by
//!   [`Row::retain`].

use crate::label::RawLabel;

/// One parsed example. Defaults: no label, weight 1, no tag, no group, no features.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The label as written.
    pub label: RawLabel,
    /// The importance, finite and at least 0; 1 unless the file says otherwise.
    pub weight: f64,
    /// The row's own name (a VW tag, a JSON id); empty if it has none.
    pub tag: String,
    /// The group the row belongs to (svmlight's `qid:`).
    pub qid: Option<u64>,
    /// The slots of the features.
    pub indices: Vec<u32>,
    /// Their values, one for each of `indices`.
    pub values: Vec<f64>,
    /// How many of the features, the first ones, are known to have integer keys and not names; none where slots are hashed.
    pub(crate) indexed: usize,
    /// How many features a frozen space did not know; they are absent from `indices`.
    pub unseen: u32,
    /// The line of the file on which the row starts, from 1.
    pub line: u64,
}

impl Row {
    /// A row of these features, a value for each slot, and otherwise the defaults.
    pub fn new(indices: Vec<u32>, values: Vec<f64>) -> Self {
        Self { indices, values, ..Self::default() }
    }

    /// Back to the defaults, keeping the buffers.
    pub fn clear(&mut self) {
        self.label.clear();
        self.weight = 1.0;
        self.tag.clear();
        self.qid = None;
        self.indices.clear();
        self.values.clear();
        self.indexed = 0;
        self.unseen = 0;
        self.line = 0;
    }

    /// How many of the features, the first ones, are known to have integer keys and not names; none where slots are hashed.
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
            label: RawLabel::default(),
            weight: 1.0,
            tag: String::new(),
            qid: None,
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
