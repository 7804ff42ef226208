//! Integer keys to slots: a flat table for small keys, a hash map beyond.
//!
//! The table covers keys below 2^22 (16 MB at most) and grows to the next power of two above the
//! largest key seen, so one huge index never allocates a huge table.

use std::collections::HashMap;

use foldhash::fast::FixedState;

const TABLE_LIMIT: usize = 1 << 22;
const SMALLEST_TABLE: usize = 1 << 10;
/// Marks a key without a slot.
pub(crate) const NO_SLOT: u32 = u32::MAX;

#[derive(Debug, Clone, Default)]
pub(crate) struct IndexTable {
    table: Vec<u32>,
    rest: HashMap<u32, u32, FixedState>,
}

impl IndexTable {
    /// The keys `0..count` with the slots of the same numbers.
    pub(crate) fn identity(count: u32) -> Self {
        let near = (count as usize).min(TABLE_LIMIT);
        let mut table: Vec<u32> = (0..near as u32).collect();
        table.resize(near.next_power_of_two().max(SMALLEST_TABLE), NO_SLOT);
        Self { table, rest: (near as u32..count).map(|key| (key, key)).collect() }
    }

    /// The slot of `key`, or [`NO_SLOT`].
    #[inline(always)]
    pub(crate) fn get(&self, key: u32) -> u32 {
        match self.table.get(key as usize) {
            Some(&slot) => slot,
            None => self.get_far(key),
        }
    }

    /// The slots of the keys 0, 1, 2, … in the table; [`NO_SLOT`] where there is none.
    pub(crate) fn near(&self) -> &[u32] {
        &self.table
    }

    /// The slot of `key`, or [`NO_SLOT`] if it has none in the table.
    #[inline(always)]
    pub(crate) fn get_near(&self, key: u32) -> u32 {
        self.table.get(key as usize).copied().unwrap_or(NO_SLOT)
    }

    #[cold]
    fn get_far(&self, key: u32) -> u32 {
        self.rest.get(&key).copied().unwrap_or(NO_SLOT)
    }

    /// Replaces keys by their slots up to the first key without one; how many were replaced.
    #[inline]
    pub(crate) fn replace_known(&self, keys: &mut [u32]) -> usize {
        for (at, key) in keys.iter_mut().enumerate() {
            match self.get(*key) {
                NO_SLOT => return at,
                slot => *key = slot,
            }
        }
        keys.len()
    }

    /// Gives `key` a slot.
    pub(crate) fn insert(&mut self, key: u32, slot: u32) {
        let place = key as usize;
        if place >= TABLE_LIMIT {
            self.rest.insert(key, slot);
            return;
        }
        if place >= self.table.len() {
            let len = (place + 1).next_power_of_two().max(SMALLEST_TABLE);
            self.table.resize(len, NO_SLOT);
        }
        if let Some(entry) = self.table.get_mut(place) {
            *entry = slot;
        }
    }
}

impl IndexTable {
    /// Takes the slot of `key` away.
    pub(crate) fn remove(&mut self, key: u32) {
        match self.table.get_mut(key as usize) {
            Some(entry) => *entry = NO_SLOT,
            None => {
                self.rest.remove(&key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{IndexTable, NO_SLOT, TABLE_LIMIT};

    #[test]
    fn near_and_far_keys() {
        let mut table = IndexTable::default();
        let keys = [0, 5, 1023, 1024, TABLE_LIMIT as u32 - 1, TABLE_LIMIT as u32, u32::MAX - 1];
        for (slot, &key) in (0..).zip(&keys) {
            assert_eq!(table.get(key), NO_SLOT);
            table.insert(key, slot);
        }
        for (slot, &key) in (0..).zip(&keys) {
            assert_eq!(table.get(key), slot);
        }
        assert_eq!(table.get(6), NO_SLOT);
        let mut some = [1024, 5, 6, 0];
        assert_eq!((table.replace_known(&mut some), some), (2, [3, 1, 6, 0]));
    }

    #[test]
    fn columns_have_their_own_numbers() {
        for count in [0, 1, 1024, TABLE_LIMIT as u32 + 2] {
            let (mut one_by_one, at_once) = (IndexTable::default(), IndexTable::identity(count));
            (0..count).for_each(|key| one_by_one.insert(key, key));
            for key in [0, 1, count.wrapping_sub(1), count, count + 1] {
                assert_eq!(at_once.get(key), one_by_one.get(key), "{key} of {count}");
            }
        }
    }

    #[test]
    fn a_huge_key_does_not_grow_the_table() {
        let mut table = IndexTable::default();
        table.insert(u32::MAX - 1, 0);
        assert_eq!(table.table.len(), 0);
    }
}
