//! Runs of one to seven digits at once, by word arithmetic.
//!
//! The eight bytes are one number. A bit pattern tells where the first byte is that is no digit; a
//! shift moves the digits to the top, and three multiplications join neighbours: 8 digits to 4 pairs,
//! to 2 fours, to 1 eight.
//!
//! The length of a run is needed to find the next token. To compute it from the bytes and go on from
//! there would make every token wait for the one before, which is slower than a plain loop over
//! digits. So the length of the last run is *expected*: a well predicted branch checks it, and the
//! next token starts at once. Measured: 118 instructions for `index:value`, 181 by the plain loop.

use super::decimal::POWERS;

const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
/// Takes 10 to 128 and more, but not 9.
const OVER_NINE: u64 = u64::from_le_bytes([0x76; 8]);
const TOP_BITS: u64 = u64::from_le_bytes([0x80; 8]);
const WHOLE: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// The expected length of a run of digits, from 1 to 7.
#[derive(Debug, Clone)]
pub(crate) struct Expected {
    len: usize,
    /// What moves the run to the top of its word.
    shift: u32,
    /// The top bits of the run and of the byte after it, and only the latter.
    bits: u64,
    end: u64,
}

impl Default for Expected {
    fn default() -> Self {
        Self::of(1)
    }
}

impl Expected {
    fn of(len: usize) -> Self {
        let end = 0x80 << (8 * len);
        Self { len, shift: 64 - 8 * len as u32, bits: (end | (end - 1)) & TOP_BITS, end }
    }

    /// The value of the run of 1 to 7 digits at the start of `word` (little endian), which sets the
    /// length; `None` if there is no such run.
    #[inline(always)]
    pub(crate) fn run(&mut self, word: u64) -> Option<u64> {
        let digits = word ^ ZEROS;
        // A byte that carries into the next has its own bit set, and only the first bit counts.
        let others = digits.wrapping_add(OVER_NINE) | digits;
        if others & self.bits != self.end {
            *self = Self::anew(others & TOP_BITS)?;
        }
        Some(joined(digits.wrapping_shl(self.shift)))
    }

    /// The length of the run found last.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The number that has `whole` before the point and after it the run found last, of value `part`.
    /// Below 10^8, so one division rounds it once.
    #[inline(always)]
    pub(crate) fn with_places(&self, whole: u64, part: u64) -> f64 {
        let places = self.len & 7;
        (whole * WHOLE[places] + part) as i64 as f64 / POWERS[places]
    }

    #[cold]
    #[inline(never)]
    fn anew(others: u64) -> Option<Self> {
        let len = others.trailing_zeros() as usize / 8;
        (1..8).contains(&len).then(|| Self::of(len))
    }
}

/// The value of eight digits, the first in the lowest byte.
#[inline(always)]
fn joined(digits: u64) -> u64 {
    let pairs = (digits.wrapping_mul(1 + (10 << 8)) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(1 + (100 << 16)) >> 16) & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(1 + (10_000 << 32)) >> 32
}

#[cfg(test)]
mod tests {
    use super::Expected;
    use proptest::prelude::*;

    fn run(expected: &mut Expected, bytes: [u8; 8]) -> Option<(u64, usize)> {
        let value = expected.run(u64::from_le_bytes(bytes))?;
        Some((value, expected.len()))
    }

    fn plain(bytes: [u8; 8]) -> Option<(u64, usize)> {
        let len = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
        let value = bytes[..len].iter().fold(0, |v, b| v * 10 + u64::from(b - b'0'));
        (1..8).contains(&len).then_some((value, len))
    }

    #[test]
    fn every_length_after_every_other() {
        let texts =
            ["1:234567", "98 76543", "999.9999", "1234\t567", "00001/00", "123456:1", "9876543 "];
        for first in texts {
            for second in texts {
                let mut expected = Expected::default();
                for text in [first, second, first] {
                    let bytes = text.as_bytes().try_into().expect("eight");
                    assert_eq!(run(&mut expected, bytes), plain(bytes), "{text}");
                }
            }
        }
        for none in [*b"12345678", *b":1234567", *b"        ", [0xff; 8], [0; 8]] {
            assert_eq!(run(&mut Expected::default(), none), None);
        }
    }

    #[test]
    fn places() {
        let mut expected = Expected::default();
        let part = expected.run(u64::from_le_bytes(*b"025391 1")).expect("digits");
        assert_eq!(expected.with_places(3, part).to_bits(), 3.025391f64.to_bits());
    }

    proptest! {
        #[test]
        fn equals_the_plain_loop(words in proptest::collection::vec(any::<[u8; 8]>(), 1..9)) {
            let mut expected = Expected::default();
            for bytes in words {
                prop_assert_eq!(run(&mut expected, bytes), plain(bytes));
            }
        }

        #[test]
        fn equals_the_plain_loop_on_digits(words in proptest::collection::vec("[0-9]{0,8}[/: .\u{80}]{8}", 1..9)) {
            let mut expected = Expected::default();
            for word in words {
                let bytes = *word.as_bytes().first_chunk().expect("eight");
                prop_assert_eq!(run(&mut expected, bytes), plain(bytes));
            }
        }
    }
}
