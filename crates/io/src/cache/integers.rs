//! A column of whole numbers: `base` (8 bytes), `width` (1 byte), then `number - base` at that
//! width.
//!
//! The base is the least number, so that a column of equal numbers takes no bytes at all.

use super::bytes::{Bytes, Damage};
use super::packed::{Packed, pack, width_for};

/// A column of whole numbers in a payload.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Integers {
    pub(super) base: u64,
    pub(super) packed: Packed,
}

/// Appends a column of whole numbers.
pub(super) fn encode(numbers: impl Iterator<Item = u64> + Clone, out: &mut Vec<u8>) {
    encode_at(0, numbers, out);
}

/// Appends a column of whole numbers of so many bytes each, or more.
pub(super) fn encode_at(
    width: usize,
    numbers: impl Iterator<Item = u64> + Clone,
    out: &mut Vec<u8>,
) {
    let (base, largest) = match numbers.clone().next() {
        None => (0, 0),
        Some(first) => numbers.clone().fold((first, first), |(a, b), n| (a.min(n), b.max(n))),
    };
    let width = width.max(width_for(largest - base));
    out.extend_from_slice(&base.to_le_bytes());
    out.push(width as u8);
    pack(numbers.map(|number| number - base), width, out);
}

impl Integers {
    /// Steps over a column of `len` numbers.
    pub(super) fn parse(bytes: &mut Bytes<'_>, len: usize) -> Result<Self, Damage> {
        let base = bytes.u64()?;
        let width = bytes.u8()?;
        Ok(Self { base, packed: Packed::parse(bytes, width, len)? })
    }

    /// Whether all numbers are `number`, known without looking at them.
    pub(super) fn is_all(&self, number: u64) -> bool {
        self.packed.width == 0 && self.base == number
    }

    /// The number at `at`.
    #[inline]
    pub(super) fn get(&self, payload: &[u8], at: usize) -> u64 {
        self.base.wrapping_add(self.packed.get(payload, at))
    }
}
