//! Slots of features by the objects that name them.
//!
//! The keys of a dict are mostly the same objects again and again; a few thousand of them are
//! remembered, with their slots, as long as slots mean what they meant. Large vocabularies of fresh
//! strings would only fill the memory of the processor, so no more than that are. Dicts that are
//! made alike have their keys in one order: the key that stood in a place is looked for first.

use foldhash::fast::FixedState;
use pyo3::prelude::*;
use std::collections::HashMap;

/// So many keys are remembered.
const MOST: usize = 4096;

/// Slots by key object.
#[derive(Debug, Default)]
pub(crate) struct KeySlots {
    stamp: u64,
    /// The remembered key that last stood in each place of a dict, and its slot.
    places: Vec<(usize, u32)>,
    /// The object is kept, so that its address stays its own.
    slots: HashMap<usize, (Py<PyAny>, u32), FixedState>,
}

impl KeySlots {
    /// Forgets everything if slots mean something else than they did.
    pub(crate) fn enter(&mut self, stamp: u64) {
        if self.stamp != stamp {
            self.slots.clear();
            self.places.clear();
            self.stamp = stamp;
        }
    }

    /// The slot of a key that was met before, and is now in this place of a dict.
    #[inline]
    pub(crate) fn get(&mut self, place: usize, key: &Bound<'_, PyAny>) -> Option<u32> {
        let object = key.as_ptr() as usize;
        match self.places.get(place) {
            Some(&(last, slot)) if last == object => Some(slot),
            _ => self.look_up(place, object),
        }
    }

    fn look_up(&mut self, place: usize, object: usize) -> Option<u32> {
        let &(_, slot) = self.slots.get(&object)?;
        match self.places.get_mut(place) {
            Some(last) => *last = (object, slot),
            None if place == self.places.len() => self.places.push((object, slot)),
            None => {}
        }
        Some(slot)
    }

    /// Remembers the slot of a key, while there is room.
    pub(crate) fn insert(&mut self, key: &Bound<'_, PyAny>, slot: u32) {
        if self.slots.len() < MOST {
            self.slots.insert(key.as_ptr() as usize, (key.clone().unbind(), slot));
        }
    }
}
