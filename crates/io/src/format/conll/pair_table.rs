//! Pairs of numbers to numbers: an open-addressing table that only grows.

/// What is not there.
pub(super) const NONE: u32 = u32::MAX;
const SMALLEST: usize = 64;
/// 2^64 divided by the golden ratio: multiplied with it, near keys get far hashes.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

#[derive(Debug, Clone, Copy)]
struct Entry {
    key: u64,
    value: u32,
}

const EMPTY: Entry = Entry { key: 0, value: NONE };

/// A table from pairs to numbers below [`NONE`].
#[derive(Debug)]
pub(super) struct PairTable {
    entries: Vec<Entry>,
    len: usize,
}

impl Default for PairTable {
    fn default() -> Self {
        Self { entries: vec![EMPTY; SMALLEST], len: 0 }
    }
}

impl PairTable {
    /// How many pairs there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The number of a pair, or [`NONE`].
    #[inline]
    pub(super) fn get(&self, left: u32, right: u32) -> u32 {
        let key = key(left, right);
        let mask = self.entries.len() - 1;
        let mut at = place(key) & mask;
        loop {
            match self.entries.get(at) {
                Some(entry) if entry.key != key && entry.value != NONE => at = (at + 1) & mask,
                Some(entry) => return entry.value,
                None => return NONE,
            }
        }
    }

    /// Adds a pair that is not there yet.
    pub(super) fn insert(&mut self, left: u32, right: u32, value: u32) {
        if (self.len + 1) * 2 > self.entries.len() {
            let larger = vec![EMPTY; self.entries.len() * 2];
            let old = std::mem::replace(&mut self.entries, larger);
            old.into_iter().filter(|entry| entry.value != NONE).for_each(|entry| self.place(entry));
        }
        self.place(Entry { key: key(left, right), value });
        self.len += 1;
    }

    fn place(&mut self, entry: Entry) {
        let mask = self.entries.len() - 1;
        let mut at = place(entry.key) & mask;
        while self.entries.get(at).is_some_and(|there| there.value != NONE) {
            at = (at + 1) & mask;
        }
        self.entries.iter_mut().skip(at).take(1).for_each(|there| *there = entry);
    }
}

#[inline]
fn key(left: u32, right: u32) -> u64 {
    u64::from(left) << 32 | u64::from(right)
}

#[inline]
fn place(key: u64) -> usize {
    let mixed = (key ^ key >> 29).wrapping_mul(GOLDEN);
    (mixed >> 20) as usize ^ (mixed >> 44) as usize
}

#[cfg(test)]
mod tests {
    use super::{NONE, PairTable};

    #[test]
    fn all_pairs_are_found_again() {
        let mut table = PairTable::default();
        let value = |left: u32, right: u32| left * 100 + right;
        for left in 0..100 {
            for right in 0..100 {
                assert_eq!(table.get(left, right), NONE);
                table.insert(left, right, value(left, right));
            }
        }
        for left in 0..100 {
            for right in 0..100 {
                assert_eq!(table.get(left, right), value(left, right));
            }
        }
        assert_eq!((table.get(100, 0), table.len()), (NONE, 10_000));
    }
}
