//! Names that a parser has numbered: rows list the numbers, and a name is looked at once, not once
//! a row.
//!
//! A parser that makes features of few parts (the words of a text) finds the number of a feature
//! faster than it could write the name. A [`NameBook`] says what the numbers mean. It also
//! remembers the slots of numbers in one space, as far as they were found; what is remembered stays
//! true while the space only grows, and if it is cut back once to where the remembered slots end.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::hashing::feature_hash;
use super::indices::NO_SLOT;
use super::names::NameTable;
use super::space::FeatureSpace;

/// The names of numbers 0, 1, 2, …; clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct NameBook(Arc<Mutex<Numbered>>);

impl NameBook {
    /// What the book holds, for one thread at a time. A parser and its reader share a thread, so
    /// nobody waits.
    pub(crate) fn open(&self) -> MutexGuard<'_, Numbered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether both are one book.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Names by number, and their slots.
#[derive(Debug, Default)]
pub(crate) struct Numbered {
    names: NameTable,
    /// The slot of each number in the space of the stamp, or [`NO_SLOT`].
    slots: Vec<u32>,
    stamp: u64,
    /// All slots remembered are below.
    end: u32,
}

impl Numbered {
    /// How many names there are.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// The number of a name, given to it if it is new. The name must not be an integer.
    pub(crate) fn number(&mut self, name: &str) -> u32 {
        self.names.get(name).unwrap_or_else(|| {
            // Memory ends long before numbers do.
            let number = self.names.len() as u32;
            self.names.insert(name, number);
            self.slots.push(NO_SLOT);
            number
        })
    }

    /// The name with this number.
    pub(crate) fn name(&self, number: u32) -> &str {
        self.names.name(number as usize).unwrap_or_default()
    }

    /// Forgets the slots that are not those of this space.
    pub(super) fn renew(&mut self, space: &FeatureSpace) {
        if self.stamp != space.stamp() {
            let cut = space.last_cut();
            if cut.is_none_or(|(stamp, len)| stamp != self.stamp || len < self.end as usize) {
                self.slots.fill(NO_SLOT);
                self.end = 0;
            }
            self.stamp = space.stamp();
        }
    }

    /// The slot of a number in the space that was renewed for.
    #[inline]
    pub(super) fn slot(&mut self, number: u32, space: &FeatureSpace) -> Option<u32> {
        match self.slots.get(number as usize) {
            Some(&slot) if slot != NO_SLOT => Some(slot),
            _ => self.find(number, space),
        }
    }

    /// Puts the slots of some numbers into `out`; false if one has none.
    pub(super) fn find_all(
        &mut self,
        numbers: &[u32],
        space: &FeatureSpace,
        out: &mut Vec<u32>,
    ) -> bool {
        let known = |&number: &u32| self.slots.get(number as usize).copied().unwrap_or(NO_SLOT);
        out.clear();
        out.extend(numbers.iter().map(known));
        // A loop of its own, without a way out, is a few vector instructions.
        if !out.iter().fold(false, |some, &slot| some | (slot == NO_SLOT)) {
            return true;
        }
        for (slot, &number) in out.iter_mut().zip(numbers) {
            match self.slot(number, space) {
                Some(found) => *slot = found,
                None => return false,
            }
        }
        true
    }

    /// Looks for a number whose slot is not remembered.
    #[cold]
    fn find(&mut self, number: u32, space: &FeatureSpace) -> Option<u32> {
        let slot = match space.mask() {
            Some(mask) => feature_hash(b"", self.name(number).as_bytes()) & mask,
            None => space.find_name(self.name(number))?,
        };
        *self.slots.get_mut(number as usize)? = slot;
        self.end = self.end.max(slot + 1);
        Some(slot)
    }
}
