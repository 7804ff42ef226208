//! Names in a namespace that are small integers (`ns^17`): their slots are remembered by number.
//!
//! Files made from numbered features often put them in a namespace. One array a namespace then
//! spares the hash table: the same as for features that are integers. Only the first few namespaces
//! and numbers below 2^20 are remembered, so it takes 4 MB for each of them at most.

use super::indices::{IndexTable, NO_SLOT};
use super::named::{Named, NamedRow};
use super::space::FeatureSpace;

/// The number of namespaces that are remembered.
const MOST_NAMESPACES: usize = 8;
/// The limit of the numbers that are remembered.
const LIMIT: u32 = 1 << 20;

/// The slots of numbers in namespaces, as far as they are known.
#[derive(Clone, Debug, Default)]
pub(super) struct NumberSlots {
    stamp: u64,
    tables: Vec<(String, IndexTable)>,
}

impl NumberSlots {
    /// Forgets what is not about this space.
    pub(super) fn renew(&mut self, space: &FeatureSpace) {
        if self.stamp != space.stamp() {
            self.stamp = space.stamp();
            self.tables.clear();
        }
    }

    /// Puts the features whose slots are known into `pairs`, the places of the others into
    /// `others`.
    pub(super) fn split(
        &mut self,
        row: &NamedRow<'_>,
        pairs: &mut Vec<(u32, f64)>,
        others: &mut Vec<usize>,
    ) {
        let nothing = IndexTable::default();
        let (mut namespace, mut table) = (None, &nothing);
        for (at, named) in row.items.iter().enumerate() {
            if namespace != Some(named.namespace()) {
                namespace = Some(named.namespace());
                let name = row.name(named).namespace;
                let known = self.tables.iter().find(|known| known.0 == name);
                table = known.map_or(&nothing, |known| &known.1);
            }
            match table.get_near(named.number) {
                NO_SLOT => others.push(at),
                slot => pairs.push((slot, named.value)),
            }
        }
    }

    /// Remembers the slot of a feature, if its name is a small integer.
    #[inline]
    pub(super) fn keep(&mut self, row: &NamedRow<'_>, named: &Named, slot: u32) {
        if named.number < LIMIT {
            self.insert(row.name(named).namespace, named.number, slot);
        }
    }

    fn insert(&mut self, namespace: &str, number: u32, slot: u32) {
        if let Some((_, table)) = self.tables.iter_mut().find(|known| known.0 == namespace) {
            table.insert(number, slot);
        } else if self.tables.len() < MOST_NAMESPACES {
            let mut table = IndexTable::default();
            table.insert(number, slot);
            self.tables.push((namespace.to_owned(), table));
        }
    }
}
