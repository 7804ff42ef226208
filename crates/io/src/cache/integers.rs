//! A column of whole numbers: `base` (8 bytes), `width` (1 byte), then `number - base` at that width.
//!
//! The base is the least number, so that a column of equal numbers takes no bytes at all.

use super::bytes::{Bytes, Damage};
use super::packed::{Packed, pack, width_for};

/// A column in a payload.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Integers {
    pub(super) base: u64,
    pub(super) packed: Packed,
}

/// Appends a column.
pub(super) fn encode(numbers: &[u64], out: &mut Vec<u8>) {
    let base = numbers.iter().copied().min().unwrap_or(0);
    let largest = numbers.iter().copied().max().unwrap_or(0);
    let width = width_for(largest - base);
    out.extend_from_slice(&base.to_le_bytes());
    out.push(width as u8);
    pack(numbers.iter().map(|number| number - base), width, out);
}

impl Integers {
    /// Steps over a column of `len` numbers.
    pub(super) fn parse(bytes: &mut Bytes<'_>, len: usize) -> Result<Self, Damage> {
        let base = bytes.u64()?;
        let width = bytes.u8()?;
        Ok(Self { base, packed: Packed::parse(bytes, width, len)? })
    }

    /// The number at `at`.
    #[inline]
    pub(super) fn get(&self, payload: &[u8], at: usize) -> u64 {
        self.base.wrapping_add(self.packed.get(payload, at))
    }
}
