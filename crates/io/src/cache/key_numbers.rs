//! The integer keys of a cache, numbered as they come, so that a row may list numbers instead of
//! keys.
//!
//! A frame of keys: the number of the first (u32), how many (u32), the keys
//! ([`integers`](super::integers)). Rows come in order and the keys of a row ascend, so a
//! dictionary that learns from the first row on gives the keys the same numbers, but for what it
//! knew before: then a slot is a number plus a constant, and nothing is looked up. Any other space
//! has a table of slots, filled as they are asked for.
//!
//! Only keys below 2^20 get numbers, and only 65,535 of them: what is kept of them is small, and
//! two bytes hold a number.

use std::ops::Range;

use super::bytes::{Bytes, Damage, garbled};
use super::integers::{self, Integers};
use super::keys::{Each, FeatureSpan};
use super::packed::Take;
use crate::features::{FeatureSpace, Lookup, NO_SLOT};

/// Keys from here on have no number.
const KEY_LIMIT: usize = 1 << 20;
/// Stands for no number; there are as many numbers below it.
const NONE: u16 = u16::MAX;
const SMALLEST_TABLE: usize = 1 << 10;
/// How many numbers are decoded at a time.
const UNROLLED: usize = 32;

/// Numbers keys while a cache is written.
#[derive(Debug, Default)]
pub(super) struct KeysBuilder {
    /// The number of each key, or [`NONE`].
    table: Vec<u16>,
    count: u16,
    /// Those not yet written.
    fresh: Vec<u32>,
}

impl KeysBuilder {
    /// The number of a key, new or not; `None` if it gets none.
    #[inline]
    pub(super) fn number(&mut self, key: u32) -> Option<u16> {
        match self.table.get(key as usize) {
            Some(&number) if number != NONE => Some(number),
            _ => self.add(key),
        }
    }

    fn add(&mut self, key: u32) -> Option<u16> {
        let place = key as usize;
        if place >= KEY_LIMIT || self.count == NONE {
            return None;
        }
        if place >= self.table.len() {
            let len = (place + 1).next_power_of_two().max(SMALLEST_TABLE);
            self.table.resize(len, NONE);
        }
        *self.table.get_mut(place)? = self.count;
        self.count += 1;
        self.fresh.push(key);
        Some(self.count - 1)
    }

    /// Whether some are not yet written.
    pub(super) fn has_new(&self) -> bool {
        !self.fresh.is_empty()
    }

    /// Appends those not yet written.
    pub(super) fn flush(&mut self, out: &mut Vec<u8>) {
        let count = self.fresh.len() as u32;
        out.extend_from_slice(&(u32::from(self.count) - count).to_le_bytes());
        out.extend_from_slice(&count.to_le_bytes());
        integers::encode(self.fresh.iter().map(|&key| key.into()), out);
        self.fresh.clear();
    }
}

/// The keys read so far, with the slots they were last found to have.
#[derive(Debug, Default)]
pub(super) struct NumberedKeys {
    keys: Vec<u32>,
    largest: u32,
    /// The space that the slots are of.
    stamp: Option<u64>,
    /// So many numbers from 0 on have the slot `number + shift`.
    run: usize,
    shift: u32,
    /// The slots of all, or [`NO_SLOT`] where none was found yet; empty until the first that is
    /// needed.
    slots: Vec<u32>,
}

impl NumberedKeys {
    /// Takes a frame of keys.
    pub(super) fn extend(&mut self, payload: &[u8]) -> Result<(), Damage> {
        let mut bytes = Bytes::new(payload);
        let (first, count) = (bytes.u32()? as usize, bytes.u32()? as usize);
        if first != self.keys.len() || count > usize::from(NONE) - first {
            return Err(damaged());
        }
        let keys = Integers::parse(&mut bytes, count)?;
        for at in 0..count {
            let key = keys.get(payload, at);
            let key = u32::try_from(key).ok().filter(|&key| (key as usize) < KEY_LIMIT);
            let key = key.ok_or_else(damaged)?;
            self.largest = self.largest.max(key);
            self.keys.push(key);
        }
        bytes.end()
    }

    /// Forgets all keys.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Appends the keys of a row, which must ascend; the last one.
    pub(super) fn decode(
        &self,
        numbers: Integers,
        payload: &[u8],
        span: FeatureSpan,
        out: &mut Vec<u32>,
    ) -> Result<u64, Damage> {
        let start = out.len();
        // What is not a key is above all that are.
        let of = look_up(numbers, &self.keys);
        if !numbers.packed.feed(payload, span.value, span.count, Each { of, out }) {
            return Err(damaged());
        }
        let keys = out.get(start..).unwrap_or_default();
        let ascend = keys.windows(2).all(|pair| pair[0] < pair[1]);
        keys.last().map(|&last| last.into()).filter(|_| ascend).ok_or_else(damaged)
    }

    /// Appends the slots of a row to `out`, which comes empty; false if the space does not know all
    /// of them. Keys that are new to a space with the same numbers so far get their slots.
    #[inline]
    pub(super) fn slots(
        &mut self,
        numbers: Integers,
        payload: &[u8],
        span: FeatureSpan,
        lookup: Lookup<'_>,
        out: &mut Vec<u32>,
    ) -> Result<bool, Damage> {
        self.meet(lookup.space());
        let (mut largest, base) = (0, numbers.base as u32);
        let sink = Shift { by: base.wrapping_add(self.shift), largest: &mut largest, out };
        let more = numbers.packed.padded(span.value, span.count, UNROLLED);
        if numbers.packed.feed(payload, span.value, more, sink)
            && (largest as usize + base as usize) < self.run
        {
            out.truncate(span.count);
            return Ok(true);
        }
        out.clear();
        self.find_slots(numbers, payload, span, lookup, out)
    }

    /// Finds the slots of a row one by one, where numbers and slots are not in step.
    fn find_slots(
        &mut self,
        numbers: Integers,
        payload: &[u8],
        span: FeatureSpan,
        mut lookup: Lookup<'_>,
        out: &mut Vec<u32>,
    ) -> Result<bool, Damage> {
        if !numbers.packed.feed(payload, span.value, span.count, Each { of: |number| number, out })
        {
            return Err(damaged());
        }
        let base = numbers.base as usize;
        let largest = out.iter().fold(0, |most, &number| number.max(most)) as usize + base;
        let latest = *self.keys.get(largest).ok_or_else(damaged)?;
        if let Some(mask) = lookup.space().mask() {
            out.clear();
            return Ok(self.largest <= mask && self.decode(numbers, payload, span, out).is_ok());
        }
        if largest >= self.run {
            self.find_run(lookup.space());
        }
        let fresh = out.iter().filter(|&&number| number as usize + base >= self.run).count();
        let new = self.run..largest + 1;
        if fresh == 0 || (fresh == new.len() && self.learn(new, lookup.reborrow())) {
            let by = self.shift + base as u32;
            out.iter_mut().for_each(|number| *number += by);
            return Ok(true);
        }
        out.clear();
        // The latest is the one most likely to be new.
        let space = lookup.space();
        Ok(space.find_index(latest).is_some() && self.find(numbers, payload, span, space, out)?)
    }

    /// Gives the keys that follow the run their slots, if the space may learn and ends where the
    /// run does.
    fn learn(&mut self, new: Range<usize>, lookup: Lookup<'_>) -> bool {
        let Lookup::Learn(space) = lookup else { return false };
        let keys = self.keys.get(new.clone()).unwrap_or_default();
        if space.len() != self.shift as usize + self.run {
            return false;
        }
        for &key in keys {
            if space.find_index(key).is_some() || space.add_index(key).is_err() {
                return false;
            }
        }
        self.run = new.end;
        true
    }

    /// Forgets the slots unless they are of this space.
    #[inline]
    fn meet(&mut self, space: &FeatureSpace) {
        let stamp = Some(space.stamp());
        if self.stamp != stamp {
            self.stamp = stamp;
            self.run = 0;
            self.slots.clear();
        }
    }

    /// Sees how many more numbers are slots less a constant.
    fn find_run(&mut self, space: &FeatureSpace) {
        if self.run == 0 {
            let first = self.keys.first().and_then(|&key| space.find_index(key));
            self.shift = first.unwrap_or(space.len() as u32);
        }
        let slots = space.keys().get(self.shift as usize + self.run..).unwrap_or_default();
        let keys = self.keys.get(self.run..).unwrap_or_default();
        self.run += keys.iter().zip(slots).take_while(|(key, slot)| key == slot).count();
    }

    /// Appends the slots of a row from the table, into which those that are missing go if `space`
    /// has them; false if it does not.
    fn find(
        &mut self,
        numbers: Integers,
        payload: &[u8],
        span: FeatureSpan,
        space: &FeatureSpace,
        out: &mut Vec<u32>,
    ) -> Result<bool, Damage> {
        self.slots.resize(self.keys.len(), NO_SLOT);
        for fill in [true, false] {
            out.clear();
            let of = look_up(numbers, &self.slots);
            if !numbers.packed.feed(payload, span.value, span.count, Each { of, out }) {
                return Err(damaged());
            }
            if !out.iter().fold(false, |some, &slot| some | (slot == NO_SLOT)) {
                return Ok(true);
            }
            if fill {
                for at in span.value..span.value + span.count {
                    let number = numbers.get(payload, at) as usize;
                    if let (Some(slot), Some(&key)) =
                        (self.slots.get_mut(number), self.keys.get(number))
                    {
                        *slot = space.find_index(key).unwrap_or(NO_SLOT);
                    }
                }
            }
        }
        Ok(false)
    }
}

/// What `table` says of a stored number, [`NO_SLOT`] if nothing.
#[inline]
fn look_up(numbers: Integers, table: &[u32]) -> impl Fn(u32) -> u32 {
    let table = table.get(numbers.base as usize..).unwrap_or_default();
    move |number| table.get(number as usize).copied().unwrap_or(NO_SLOT)
}

/// Appends numbers plus a constant and finds the largest.
struct Shift<'a> {
    by: u32,
    largest: &'a mut u32,
    out: &'a mut Vec<u32>,
}

impl Take for Shift<'_> {
    #[inline]
    fn take(self, numbers: impl Iterator<Item = u32> + Clone) {
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = pulp::x86::V3::try_new() {
            return simd.vectorize(Vectors { shift: self, numbers });
        }
        self.run(numbers);
    }
}

impl Shift<'_> {
    #[inline(always)]
    fn run(self, numbers: impl Iterator<Item = u32>) {
        // In one loop: every number is looked at once, and rows are too short for two.
        let mut largest = 0;
        self.out.extend(numbers.map(|number| {
            largest = number.max(largest);
            number.wrapping_add(self.by)
        }));
        *self.largest = largest;
    }
}

#[cfg(target_arch = "x86_64")]
struct Vectors<'a, I> {
    shift: Shift<'a>,
    numbers: I,
}

#[cfg(target_arch = "x86_64")]
impl<I: Iterator<Item = u32> + Clone> pulp::NullaryFnOnce for Vectors<'_, I> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.shift.run(self.numbers);
    }
}

fn damaged() -> Damage {
    garbled("keys")
}
