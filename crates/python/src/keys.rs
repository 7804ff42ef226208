//! Slots of features by the objects that name them.
//!
//! The keys of a dict are mostly the same objects again and again; a few thousand of them are
//! remembered, with their slots, as long as slots mean what they meant. Large vocabularies of fresh
//! strings would only fill the memory of the processor, so no more than that are. Dicts that are
//! made alike have their keys in one order: the key that stood in a place is looked for first.

use foldhash::fast::FixedState;
use noregret::io::{NameFinder, Row};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::HashMap;

/// So many keys are remembered.
const MOST: usize = 4096;
/// A dict with so many keys that are not remembered is taken to have no others.
const DOUBT: usize = 8;

/// Where the cells of a row belong whose slots do not rise.
#[derive(Debug, Default)]
struct Order {
    /// The slots as they came, and in order.
    slots: [Vec<u32>; 2],
    /// The slots and where they came from, in order.
    packed: Vec<u64>,
    /// Where the cell of each place came from.
    from: Vec<u32>,
    /// Room for the values.
    values: Vec<f64>,
}

impl Order {
    /// Finds the order of these slots, unless it is known.
    fn find(&mut self, slots: &[u32]) {
        if self.slots[0] == slots {
            return;
        }
        // Slot and place in one number are sorted faster than places by their slots.
        let places = slots.iter().zip(0..);
        self.packed.clear();
        self.packed.extend(places.map(|(&slot, at): (_, u64)| u64::from(slot) << 32 | at));
        self.packed.sort_unstable();
        self.from.clear();
        self.from.extend(self.packed.iter().map(|&packed| packed as u32));
        self.slots[0].clear();
        self.slots[0].extend_from_slice(slots);
        self.slots[1].clear();
        self.slots[1].extend(self.packed.iter().map(|packed| (packed >> 32) as u32));
    }
}

/// Slots by key object.
#[derive(Debug, Default)]
pub(crate) struct KeySlots {
    stamp: u64,
    /// The remembered key that last stood in each place of a dict, and its slot.
    places: Vec<(usize, u32)>,
    /// How the last row that was out of order was put into order.
    order: Order,
    /// The object is kept, so that its address stays its own.
    slots: HashMap<usize, (Py<PyAny>, u32), FixedState>,
    /// How many keys of this dict were looked for and are not remembered.
    strangers: usize,
    /// Finds the slots of others.
    pub(crate) finder: NameFinder,
}

impl KeySlots {
    /// Begins a dict; forgets everything if slots mean something else than they did.
    pub(crate) fn enter(&mut self, stamp: u64) {
        self.strangers = 0;
        if self.stamp != stamp {
            self.slots.clear();
            self.places.clear();
            self.stamp = stamp;
        }
    }

    /// The slot of a key that was met before, and is now in this place of a dict.
    #[inline(always)]
    pub(crate) fn get(&mut self, place: usize, key: &Bound<'_, PyAny>) -> Option<u32> {
        let object = key.as_ptr() as usize;
        match self.places.get(place) {
            Some(&(last, slot)) if last == object => Some(slot),
            _ if self.strangers < DOUBT => self.look_up(place, object),
            _ => None,
        }
    }

    #[inline(never)]
    fn look_up(&mut self, place: usize, object: usize) -> Option<u32> {
        let Some(&(_, slot)) = self.slots.get(&object) else {
            self.strangers += 1;
            return None;
        };
        if place == self.places.len() {
            self.places.push((object, slot));
        } else if let Some(last) = self.places.get_mut(place) {
            *last = (object, slot);
        }
        Some(slot)
    }

    /// Sorts a row by slot, unless it is sorted; false if a slot occurs twice. Dicts that are made
    /// alike are out of order alike.
    pub(crate) fn sort(&mut self, row: &mut Row) -> bool {
        if row.indices.is_sorted_by(|a, b| a < b) {
            return true;
        }
        self.order.find(&row.indices);
        let Order { slots, from, values, .. } = &mut self.order;
        values.clear();
        values.extend(from.iter().map(|&at| row.values[at as usize]));
        std::mem::swap(values, &mut row.values);
        row.indices.copy_from_slice(&slots[1]);
        row.indices.is_sorted_by(|a, b| a < b)
    }

    /// Remembers the slot of a key, while there is room.
    pub(crate) fn insert(&mut self, key: &Bound<'_, PyAny>, slot: u32) {
        // Objects are let go while the learner is held: the end of one of another type may run code.
        if self.slots.len() < MOST && key.is_exact_instance_of::<PyString>() {
            self.slots.insert(key.as_ptr() as usize, (key.clone().unbind(), slot));
        }
    }
}
