//! The integer keys of the rows of a block, and their slots.
//!
//! Three forms, all of [`integers`](super::integers): a byte 0, the first key of each row that has
//! one, then the steps from key to key within rows; a byte 1, then the keys themselves; a byte 2,
//! then their numbers ([`key_numbers`](super::key_numbers)). In the last two forms keys ascend
//! strictly within each row (steps may be 0). The smallest is taken; if two are equal, the later,
//! being faster.
//!
//! Most rows have only keys that the space knows already: then the slots are looked up in the same
//! loop.

use super::bytes::{Bytes, Damage, garbled};
use super::integers::{self, Integers};
use super::key_numbers::NumberedKeys;
use super::least_width;
use super::packed::Take;
use crate::features::{Lookup, MAX_INDEX, NO_SLOT};

const STEPS: u8 = 0;
const PLAIN: u8 = 1;
const NUMBERS: u8 = 2;

/// Appends the keys of all rows; `counts` says how many each has, and they ascend within rows. Of
/// `numbers` there are as many if all keys have one.
pub(super) fn encode(keys: &[u32], numbers: &[u16], counts: &[u64], out: &mut Vec<u8>) {
    let width = least_width(keys.len());
    let mut starts = vec![false; keys.len()];
    let mut at = 0;
    for &count in counts {
        if let Some(start) = starts.get_mut(at).filter(|_| count > 0) {
            *start = true;
        }
        at += count as usize;
    }
    let places = || keys.iter().zip(&starts);
    let firsts = places().filter(|(_, first)| **first).map(|(&key, _)| u64::from(key));
    let pairs = keys.windows(2).zip(starts.iter().skip(1)).filter(|(_, first)| !**first);
    let steps = pairs.map(|(pair, _)| u64::from(pair[1].wrapping_sub(pair[0])));
    let plain = keys.iter().map(|&key| u64::from(key));
    let numbers = numbers.iter().map(|&number| u64::from(number));
    let size = |numbers: &mut dyn Iterator<Item = u64>| {
        let (mut least, mut most, mut count) = (u64::MAX, 0, 0);
        numbers.for_each(|number| {
            (least, most, count) = (number.min(least), number.max(most), count + 1);
        });
        super::packed::width_for(most.saturating_sub(least)).max(width) * count
    };
    let strict = steps.clone().all(|step| step > 0);
    let stepped = size(&mut firsts.clone()) + size(&mut steps.clone());
    let least = stepped.min(if strict { size(&mut plain.clone()) } else { usize::MAX });
    if strict && numbers.len() == keys.len() && size(&mut numbers.clone()) <= least {
        out.push(NUMBERS);
        integers::encode_at(width, numbers, out);
    } else if strict && size(&mut plain.clone()) <= stepped {
        out.push(PLAIN);
        integers::encode_at(width, plain, out);
    } else {
        out.push(STEPS);
        integers::encode_at(width, firsts, out);
        integers::encode_at(width, steps, out);
    }
}

/// The keys of a block in its payload.
#[derive(Debug, Clone, Copy)]
pub(super) enum Keys {
    Steps { firsts: Integers, steps: Integers },
    Plain(Integers),
    Numbers(Integers),
}

impl Default for Keys {
    fn default() -> Self {
        Self::Plain(Integers::default())
    }
}

/// The features of one row: where they start, counted in features and in rows that have some.
#[derive(Debug, Clone, Copy)]
pub(super) struct FeatureSpan {
    pub(super) value: usize,
    pub(super) first: usize,
    /// How many there are; at least one.
    pub(super) count: usize,
}

impl Keys {
    /// Steps over the keys of rows with these `counts`, of which `filled` are not 0 and the sum is
    /// `len`.
    pub(super) fn parse(
        bytes: &mut Bytes<'_>,
        payload: &[u8],
        counts: impl Iterator<Item = usize>,
        (len, filled): (usize, usize),
    ) -> Result<Self, Damage> {
        match bytes.u8()? {
            STEPS => {
                let firsts = Integers::parse(bytes, filled)?;
                let steps = Integers::parse(bytes, len - filled)?;
                narrow(firsts)?;
                Ok(Self::Steps { firsts, steps: narrow(steps)? })
            }
            PLAIN => {
                let keys = narrow(Integers::parse(bytes, len)?)?;
                check_order(keys, payload, counts, len)?;
                Ok(Self::Plain(keys))
            }
            NUMBERS => Ok(Self::Numbers(narrow(Integers::parse(bytes, len)?)?)),
            _ => Err(damaged()),
        }
    }

    /// Whether no row has a key twice, known without looking.
    #[inline]
    pub(super) fn is_strict(&self) -> bool {
        !matches!(self, Self::Steps { steps, .. } if steps.base == 0)
    }

    /// Appends the keys of a row to `out`; the last one.
    #[inline]
    pub(super) fn decode(
        &self,
        payload: &[u8],
        span: FeatureSpan,
        known: &NumberedKeys,
        out: &mut Vec<u32>,
    ) -> Result<u64, Damage> {
        let each = |key: u64| key as u32;
        let last = match self {
            Self::Steps { firsts, steps } => {
                self::steps(firsts.get(payload, span.first), *steps, payload, span, out, each)?
            }
            Self::Plain(keys) => {
                let base = keys.base;
                let sink = Each { of: |number| (base + u64::from(number)) as u32, out };
                if !keys.packed.feed(payload, span.value, span.count, sink) {
                    return Err(damaged());
                }
                keys.get(payload, span.value + span.count - 1)
            }
            Self::Numbers(numbers) => known.decode(*numbers, payload, span, out)?,
        };
        if last > MAX_INDEX.into() { Err(damaged()) } else { Ok(last) }
    }

    /// Appends the slots of the keys of a row to `out`; false if `space` does not know all of them.
    #[inline]
    pub(super) fn slots(
        &self,
        payload: &[u8],
        span: FeatureSpan,
        (lookup, known): (Lookup<'_>, &mut NumberedKeys),
        out: &mut Vec<u32>,
    ) -> Result<bool, Damage> {
        if let Self::Numbers(numbers) = self {
            return known.slots(*numbers, payload, span, lookup, out);
        }
        let space = lookup.space();
        if let Some(mask) = space.mask() {
            return Ok(self.decode(payload, span, known, out)? <= mask.into());
        }
        let near = space.near_slots();
        match self {
            Self::Steps { firsts, steps } => {
                let slot = |key: u64| near.get(key as usize).copied().unwrap_or(NO_SLOT);
                self::steps(firsts.get(payload, span.first), *steps, payload, span, out, slot)?;
            }
            Self::Plain(keys) => {
                let near = near.get(keys.base as usize..).unwrap_or_default();
                let of = |number: u32| near.get(number as usize).copied().unwrap_or(NO_SLOT);
                if !keys.packed.feed(payload, span.value, span.count, Each { of, out }) {
                    return Err(damaged());
                }
            }
            Self::Numbers(_) => return Ok(false),
        }
        Ok(!out.iter().fold(false, |some, &slot| some | (slot == NO_SLOT)))
    }
}

/// Appends what `of` makes of the keys from `first` on; the last key.
#[inline(always)]
fn steps(
    first: u64,
    steps: Integers,
    payload: &[u8],
    span: FeatureSpan,
    out: &mut Vec<u32>,
    of: impl Fn(u64) -> u32,
) -> Result<u64, Damage> {
    // No number is above 2^33 and no row has more than 2^26: the sum does not wrap.
    let (mut key, base) = (first, steps.base);
    out.push(of(first));
    let sink = Sum { key: &mut key, base, of, out };
    let complete = steps.packed.feed(payload, span.value - span.first, span.count - 1, sink);
    if complete && key <= MAX_INDEX.into() { Ok(key) } else { Err(damaged()) }
}

struct Sum<'a, F> {
    key: &'a mut u64,
    base: u64,
    of: F,
    out: &'a mut Vec<u32>,
}

impl<F: Fn(u64) -> u32> Take for Sum<'_, F> {
    #[inline]
    fn take(self, numbers: impl Iterator<Item = u32> + Clone) {
        let (mut key, of) = (*self.key, self.of);
        self.out.extend(numbers.map(|step| {
            key += self.base + u64::from(step);
            of(key)
        }));
        *self.key = key;
    }
}

/// Appends what `of` makes of numbers.
pub(super) struct Each<'a, F> {
    pub(super) of: F,
    pub(super) out: &'a mut Vec<u32>,
}

impl<F: Fn(u32) -> u32> Take for Each<'_, F> {
    #[inline]
    fn take(self, numbers: impl Iterator<Item = u32> + Clone) {
        self.out.extend(numbers.map(self.of));
    }
}

/// Refuses numbers that no key or step can be.
fn narrow(numbers: Integers) -> Result<Integers, Damage> {
    if numbers.base > MAX_INDEX.into() || numbers.packed.width > 4 {
        Err(damaged())
    } else {
        Ok(numbers)
    }
}

/// Refuses keys that do not ascend strictly within rows: all places where they do not must be
/// where a row starts.
fn check_order(
    keys: Integers,
    payload: &[u8],
    counts: impl Iterator<Item = usize>,
    len: usize,
) -> Result<(), Damage> {
    let mut descents = 0;
    let sink = Descents(&mut descents);
    if !keys.packed.feed(payload, 0, len, sink) {
        return Err(damaged());
    }
    let (mut at, mut expected) = (0, 0);
    for count in counts.filter(|&count| count > 0) {
        let falls = at > 0 && keys.get(payload, at - 1) >= keys.get(payload, at);
        expected += u32::from(falls);
        at += count;
    }
    if descents == expected { Ok(()) } else { Err(damaged()) }
}

/// Counts how often a number is not above the one before.
struct Descents<'a>(&'a mut u32);

impl Take for Descents<'_> {
    #[inline]
    fn take(self, numbers: impl Iterator<Item = u32> + Clone) {
        let mut later = numbers.clone();
        if later.next().is_some() {
            *self.0 = numbers.zip(later).map(|(before, after)| u32::from(before >= after)).sum();
        }
    }
}

fn damaged() -> Damage {
    garbled("keys")
}
