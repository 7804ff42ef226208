//! Names to slots: one block of text, and an open-addressing table over it.
//!
//! Names are numbered 0, 1, 2, … (their id) as they come; slots ascend with ids, so the id of a
//! slot is found by bisection. A bucket keeps half of the hash, so that most probes need not touch
//! the text, and each name is followed by a byte that no text holds, so that its length need not be
//! looked up. The table doubles when it is three quarters full. The hash never leaves memory.

use std::hint;

use super::name::{HashStart, NameParts};

/// The byte that follows each name in the table.
pub(super) const END: u8 = 0xff;
/// The id in an empty bucket.
const NOBODY: u32 = u32::MAX;
const EMPTY: Bucket = Bucket { tag: 0, id: NOBODY };
const SMALLEST: usize = 16;

#[derive(Debug, Clone, Copy)]
struct Bucket {
    tag: u32,
    id: u32,
}

/// The id of a name that may be the one looked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate(u32);

/// A name: it starts here in the text.
#[derive(Debug, Clone, Copy)]
struct Entry {
    start: usize,
    slot: u32,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct NameTable {
    text: Vec<u8>,
    entries: Vec<Entry>,
    buckets: Vec<Bucket>,
}

impl NameTable {
    /// The slot of `name`.
    pub(crate) fn get(&self, name: &str) -> Option<u32> {
        self.find(hash(name), NameParts::whole(name))
    }

    /// The slot of a name whose hash is known.
    pub(crate) fn find(&self, hash: u64, name: NameParts<'_>) -> Option<u32> {
        let (mut at, mask) = self.start(hash)?;
        loop {
            let bucket = self.buckets.get(at).filter(|bucket| bucket.id != NOBODY)?;
            let alike = Some(Candidate(bucket.id)).filter(|_| bucket.tag == tag(hash));
            let slot = alike.and_then(|candidate| self.slot(candidate, name));
            if slot.is_some() {
                return slot;
            }
            at = (at + 1) & mask;
        }
    }

    /// The first name whose hash looks like this one, usually the right one.
    #[inline(always)]
    fn candidate(&self, hash: u64) -> Candidate {
        let Some((mut at, mask)) = self.start(hash) else { return Candidate(NOBODY) };
        loop {
            match self.buckets.get(at) {
                Some(bucket) if bucket.tag != tag(hash) && bucket.id != NOBODY => {
                    at = (at + 1) & mask;
                }
                bucket => return Candidate(bucket.map_or(NOBODY, |bucket| bucket.id)),
            }
        }
    }

    /// Looks for names whose hashes are known, and tells `each` of them in order, with its slot.
    /// Each step is made for all of them before the next, so that what waits for memory waits
    /// together.
    #[inline(always)]
    pub(crate) fn find_all<'n, T>(
        &self,
        names: impl Iterator<Item = (u64, NameParts<'n>, T)> + Clone,
        candidates: &mut Vec<Candidate>,
        mut each: impl FnMut(T, NameParts<'n>, Option<u32>),
    ) {
        self.touch_buckets(names.clone().map(|(hash, ..)| hash));
        candidates.clear();
        candidates.extend(names.clone().map(|(hash, ..)| self.candidate(hash)));
        self.touch_texts(candidates);
        for ((hash, name, about), &candidate) in names.zip(&*candidates) {
            each(about, name, self.confirm(candidate, hash, name));
        }
    }

    /// Looks at the buckets of hashes without waiting for one before the next: what is not in the
    /// cache then comes all at once.
    fn touch_buckets(&self, hashes: impl Iterator<Item = u64>) {
        let mask = self.buckets.len().wrapping_sub(1);
        let first = hashes.filter_map(|hash| self.buckets.get(hash as usize & mask));
        hint::black_box(first.fold(0, |all, bucket| all ^ bucket.tag));
    }

    /// Looks at the texts of candidates without waiting for one before the next.
    fn touch_texts(&self, candidates: &[Candidate]) {
        let entries =
            candidates.iter().filter_map(|candidate| self.entries.get(candidate.0 as usize));
        let first = entries.filter_map(|entry| self.text.get(entry.start));
        hint::black_box(first.fold(0, |all, byte| all ^ byte));
    }

    /// The slot of a name whose hash and candidate are known.
    #[inline(always)]
    fn confirm(&self, candidate: Candidate, hash: u64, name: NameParts<'_>) -> Option<u32> {
        if candidate.0 == NOBODY {
            return None;
        }
        self.slot(candidate, name).or_else(|| self.find(hash, name))
    }

    /// The slot of a candidate, if it has this name.
    #[inline(always)]
    fn slot(&self, candidate: Candidate, name: NameParts<'_>) -> Option<u32> {
        let entry = self.entries.get(candidate.0 as usize)?;
        name.is_at(self.text.get(entry.start..)?).then_some(entry.slot)
    }

    /// Adds a name that is not there yet; `slot` must be above all slots given before.
    pub(crate) fn insert(&mut self, name: &str, slot: u32) {
        if (self.entries.len() + 1) * 4 > self.buckets.len() * 3 {
            self.grow();
        }
        let start = self.text.len();
        self.text.extend_from_slice(name.as_bytes());
        self.text.push(END);
        let id = self.entries.len() as u32;
        self.entries.push(Entry { start, slot });
        self.place(hash(name), id);
    }

    /// Takes away the name that was added last: its bucket was the end of its chain.
    pub(crate) fn pop(&mut self) {
        let Some(last) = self.entries.len().checked_sub(1) else { return };
        let hash = self.name(last).map_or(0, hash);
        let Some(Entry { start, .. }) = self.entries.pop() else { return };
        if let Some((mut at, mask)) = self.start(hash) {
            let other = |bucket: &Bucket| bucket.id != last as u32 && bucket.id != NOBODY;
            while self.buckets.get(at).is_some_and(other) {
                at = (at + 1) & mask;
            }
            if let Some(bucket) = self.buckets.get_mut(at) {
                *bucket = EMPTY;
            }
        }
        self.text.truncate(start);
    }

    /// The name that has `slot`.
    pub(crate) fn name_of_slot(&self, slot: u32) -> Option<&str> {
        self.name(self.entries.binary_search_by_key(&slot, |entry| entry.slot).ok()?)
    }

    /// How many names there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// All names in the order of their slots.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.entries.len()).filter_map(|id| self.name(id))
    }

    /// The name with this id.
    pub(super) fn name(&self, id: usize) -> Option<&str> {
        std::str::from_utf8(self.bytes(id)?).ok()
    }

    fn bytes(&self, id: usize) -> Option<&[u8]> {
        let start = self.entries.get(id)?.start;
        let after = self.entries.get(id + 1).map_or(self.text.len(), |next| next.start);
        self.text.get(start..after.checked_sub(1)?)
    }

    fn start(&self, hash: u64) -> Option<(usize, usize)> {
        let mask = self.buckets.len().checked_sub(1)?;
        Some((hash as usize & mask, mask))
    }

    fn place(&mut self, hash: u64, id: u32) {
        let Some((mut at, mask)) = self.start(hash) else { return };
        while self.buckets.get(at).is_some_and(|bucket| bucket.id != NOBODY) {
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
        for id in 0..self.entries.len() {
            if let Some(name) = self.bytes(id) {
                self.place(HashStart::for_namespace("").hash_bytes(name), id as u32);
            }
        }
    }
}

pub(super) fn hash(name: &str) -> u64 {
    HashStart::for_namespace("").hash(name)
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
