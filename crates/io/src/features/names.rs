//! Names to slots: one block of text, and an open-addressing table over it.
//!
//! Names are numbered 0, 1, 2, … (their id) as they come; slots ascend with ids, so the id of a slot
//! is found by bisection. A bucket keeps half of the hash, so that most probes need not touch the
//! text. The table doubles when it is three quarters full. The hash never leaves memory.

use std::hash::BuildHasher;

use foldhash::quality::FixedState;

const EMPTY: Bucket = Bucket { tag: 0, id: u32::MAX };
const SMALLEST: usize = 16;

#[derive(Debug, Clone, Copy)]
struct Bucket {
    tag: u32,
    id: u32,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct NameTable {
    text: String,
    ends: Vec<usize>,
    slots: Vec<u32>,
    buckets: Vec<Bucket>,
}

impl NameTable {
    /// The slot of `name`.
    pub(crate) fn get(&self, name: &str) -> Option<u32> {
        let hash = hash(name);
        let (mut at, mask) = self.start(hash)?;
        loop {
            let bucket = self.buckets.get(at)?;
            if bucket.id == u32::MAX {
                return None;
            }
            if bucket.tag == tag(hash) && self.name(bucket.id) == Some(name) {
                return self.slots.get(bucket.id as usize).copied();
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a name that is not there yet; `slot` must be above all slots given before.
    pub(crate) fn insert(&mut self, name: &str, slot: u32) {
        if (self.slots.len() + 1) * 4 > self.buckets.len() * 3 {
            self.grow();
        }
        let id = self.slots.len() as u32;
        self.text.push_str(name);
        self.ends.push(self.text.len());
        self.slots.push(slot);
        self.place(hash(name), id);
    }

    /// Takes away the name that was added last: its bucket was the end of its chain.
    pub(crate) fn pop(&mut self) {
        let Some(id) = self.slots.len().checked_sub(1) else { return };
        let start =
            id.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let hash = hash(self.text.get(start..).unwrap_or_default());
        if let Some((mut at, mask)) = self.start(hash) {
            while self
                .buckets
                .get(at)
                .is_some_and(|bucket| bucket.id != id as u32 && bucket.id != u32::MAX)
            {
                at = (at + 1) & mask;
            }
            if let Some(bucket) = self.buckets.get_mut(at) {
                *bucket = EMPTY;
            }
        }
        self.text.truncate(start);
        self.ends.pop();
        self.slots.pop();
    }

    /// The name that has `slot`.
    pub(crate) fn name_of_slot(&self, slot: u32) -> Option<&str> {
        let id = self.slots.binary_search(&slot).ok()?;
        self.name(id as u32)
    }

    /// How many names there are.
    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }

    /// All names joined, in order of their ids.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Where each name ends in [`text`](Self::text).
    pub(crate) fn ends(&self) -> &[usize] {
        &self.ends
    }

    fn name(&self, id: u32) -> Option<&str> {
        let id = id as usize;
        let start = if id == 0 { 0 } else { *self.ends.get(id - 1)? };
        self.text.get(start..*self.ends.get(id)?)
    }

    fn start(&self, hash: u64) -> Option<(usize, usize)> {
        let mask = self.buckets.len().checked_sub(1)?;
        Some((hash as usize & mask, mask))
    }

    fn place(&mut self, hash: u64, id: u32) {
        let Some((mut at, mask)) = self.start(hash) else { return };
        while self.buckets.get(at).is_some_and(|bucket| bucket.id != u32::MAX) {
            at = (at + 1) & mask;
        }
        if let Some(bucket) = self.buckets.get_mut(at) {
            *bucket = Bucket { tag: tag(hash), id };
        }
    }

    fn grow(&mut self) {
        let len = (self.buckets.len() * 2).max(SMALLEST);
        self.buckets.clear();
        self.buckets.resize(len, EMPTY);
        for id in 0..self.slots.len() as u32 {
            if let Some(hash) = self.name(id).map(hash) {
                self.place(hash, id);
            }
        }
    }
}

fn hash(name: &str) -> u64 {
    FixedState::default().hash_one(name.as_bytes())
}

fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::NameTable;

    #[test]
    fn thousands_of_names_are_found_again() {
        let mut table = NameTable::default();
        assert_eq!(table.get("x"), None);
        for id in 0..5000u32 {
            let name = format!("name{id}");
            assert_eq!(table.get(&name), None);
            table.insert(&name, 3 * id + 1);
        }
        for id in 0..5000u32 {
            let name = format!("name{id}");
            assert_eq!(table.get(&name), Some(3 * id + 1));
            assert_eq!(table.name_of_slot(3 * id + 1), Some(name.as_str()));
            assert_eq!(table.name_of_slot(3 * id), None);
        }
        assert_eq!((table.get("name5000"), table.len()), (None, 5000));
    }

    #[test]
    fn what_came_last_can_be_taken_away() {
        let mut table = NameTable::default();
        let names: Vec<String> = (0..100).map(|id| format!("name{id}")).collect();
        (0..).zip(&names).for_each(|(slot, name)| table.insert(name, slot));
        (40..100).for_each(|_| table.pop());
        for (slot, name) in (0..).zip(&names) {
            assert_eq!(table.get(name), (slot < 40).then_some(slot), "{name}");
        }
        table.insert("other", 40);
        assert_eq!((table.get("other"), table.name_of_slot(40)), (Some(40), Some("other")));
    }

    #[test]
    fn the_empty_name_is_a_name() {
        let mut table = NameTable::default();
        table.insert("a", 0);
        table.insert("", 1);
        assert_eq!((table.get(""), table.name_of_slot(1)), (Some(1), Some("")));
    }
}
