//! A column of `f64`, at the smallest of these that gives every bit of every number back:
//!
//! | first byte | then | a number is |
//! |---|---|---|
//! | 0 | the number (8 bytes) | that, always |
//! | 1 | places k (1), base (i64), width (1), numbers at that width | `(base + stored) / 10^k` |
//! | 2 | 4 bytes each | an `f32` |
//! | 3 | 8 bytes each | itself |
//!
//! The division is the one that reading the text does (see `number/decimal.rs`), so decimals come
//! back exactly. Widths of decimals go up to 4; 4 bytes are given to `f32` if it is exact, being
//! faster.

use super::bytes::{Bytes, Damage, garbled};
use super::packed::{Packed, Take, pack, width_for};
use super::quotient::Divide;
use crate::number::power_of_ten;

const CONSTANT: u8 = 0;
const DECIMAL: u8 = 1;
const SINGLE: u8 = 2;
const DOUBLE: u8 = 3;
/// More decimal places than this do not fit four bytes in a useful way.
const MOST_PLACES: u8 = 15;
/// Adding this rounds numbers below 2^51 to whole ones.
const ROUNDING: f64 = 6_755_399_441_055_744.0;
/// How many decimals are divided at a time.
const UNROLLED: usize = 16;
const LARGEST: f64 = (1u64 << 50) as f64;

/// A column of reals in a payload.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reals {
    Constant(f64),
    Decimal { base: f64, scale: f64, packed: Packed },
    Single(Packed),
    Double(Packed),
}

impl Default for Reals {
    fn default() -> Self {
        Self::Constant(0.0)
    }
}

/// Appends a column of reals.
pub(super) fn encode(numbers: &[f64], out: &mut Vec<u8>) {
    let first = numbers.first().copied().unwrap_or(1.0);
    if numbers.iter().all(|number| number.to_bits() == first.to_bits()) {
        out.push(CONSTANT);
        return out.extend_from_slice(&first.to_le_bytes());
    }
    let single = |number: &f64| f64::from(*number as f32).to_bits() == number.to_bits();
    match decimals(numbers) {
        Some(decimals) if decimals.width < 4 => decimals.encode(out),
        _ if numbers.iter().all(single) => {
            out.push(SINGLE);
            let bits = numbers.iter().map(|number| u64::from((*number as f32).to_bits()));
            pack(bits, 4, out);
        }
        Some(decimals) => decimals.encode(out),
        None => {
            out.push(DOUBLE);
            pack(numbers.iter().map(|number| number.to_bits()), 8, out);
        }
    }
}

struct Decimals {
    places: u8,
    base: i64,
    width: usize,
    wholes: Vec<i64>,
}

impl Decimals {
    fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&[DECIMAL, self.places]);
        out.extend_from_slice(&self.base.to_le_bytes());
        out.push(self.width as u8);
        let base = self.base;
        pack(self.wholes.iter().map(|whole| (whole - base) as u64), self.width, out);
    }
}

/// The numbers as `whole / 10^places`, if that is exact and narrow.
fn decimals(numbers: &[f64]) -> Option<Decimals> {
    let mut places = 0;
    for &number in numbers {
        while whole(number, power_of_ten(places.into())?).is_none() {
            places += 1;
            if places > MOST_PLACES {
                return None;
            }
        }
    }
    let scale = power_of_ten(places.into())?;
    let wholes: Vec<i64> =
        numbers.iter().map(|&number| whole(number, scale)).collect::<Option<_>>()?;
    let base = *wholes.iter().min()?;
    let width = width_for(wholes.iter().max()?.abs_diff(base));
    (width <= 4).then_some(Decimals { places, base, width, wholes })
}

/// The whole number that gives `number` when divided by `scale`.
#[inline]
fn whole(number: f64, scale: f64) -> Option<i64> {
    let whole = (number * scale + ROUNDING) - ROUNDING;
    let exact = whole.abs() < LARGEST && (whole / scale).to_bits() == number.to_bits();
    exact.then_some(whole as i64)
}

impl Reals {
    /// Steps over a column of `len` numbers.
    pub(super) fn parse(bytes: &mut Bytes<'_>, len: usize) -> Result<Self, Damage> {
        Ok(match bytes.u8()? {
            CONSTANT => {
                Self::Constant(Some(bytes.f64()?).filter(|x| x.is_finite()).ok_or_else(damaged)?)
            }
            DECIMAL => {
                let places = Some(bytes.u8()?).filter(|&places| places <= MOST_PLACES);
                let scale = places.and_then(|places| power_of_ten(places.into()));
                let base = bytes.u64()? as i64 as f64;
                let width = Some(bytes.u8()?).filter(|&width| width <= 4).ok_or_else(damaged)?;
                let packed = Packed::parse(bytes, width, len)?;
                Self::Decimal { base, scale: scale.ok_or_else(damaged)?, packed }
            }
            SINGLE => Self::Single(Packed::parse(bytes, 4, len)?),
            DOUBLE => Self::Double(Packed::parse(bytes, 8, len)?),
            _ => return Err(damaged()),
        })
    }

    /// Appends `count` numbers from `from` on to `out`.
    #[inline]
    pub(super) fn read(
        &self,
        payload: &[u8],
        from: usize,
        count: usize,
        out: &mut Vec<f64>,
    ) -> Result<(), Damage> {
        let start = out.len();
        let complete = match *self {
            Self::Constant(number) => {
                out.extend(std::iter::repeat_n(number, count));
                true
            }
            Self::Decimal { base, scale, packed } => {
                let more = packed.padded(from, count, UNROLLED);
                let complete = packed.feed(payload, from, more, Divide { base, scale, out });
                out.truncate(start + count);
                complete
            }
            Self::Single(packed) => packed.feed(payload, from, count, Singles(out)),
            Self::Double(packed) => {
                let place = from..from.saturating_add(count);
                out.extend(place.map(|at| f64::from_bits(packed.get(payload, at))));
                true
            }
        };
        let raw = matches!(self, Self::Single(_) | Self::Double(_));
        let finite = !raw || out.iter().skip(start).all(|number| number.is_finite());
        if complete && finite { Ok(()) } else { Err(damaged()) }
    }

    /// The number at `at`.
    #[inline]
    pub(super) fn get(&self, payload: &[u8], at: usize) -> Result<f64, Damage> {
        let number = match *self {
            Self::Constant(number) => return Ok(number),
            Self::Decimal { base, scale, packed } => {
                (packed.get(payload, at) as f64 + base) / scale
            }
            Self::Single(packed) => f64::from(f32::from_bits(packed.get(payload, at) as u32)),
            Self::Double(packed) => f64::from_bits(packed.get(payload, at)),
        };
        if number.is_finite() { Ok(number) } else { Err(damaged()) }
    }
}

fn damaged() -> Damage {
    garbled("values")
}

struct Singles<'a>(&'a mut Vec<f64>);

impl Take for Singles<'_> {
    #[inline]
    fn take(self, numbers: impl Iterator<Item = u32> + Clone) {
        self.0.extend(numbers.map(|bits| f64::from(f32::from_bits(bits))));
    }
}

#[cfg(test)]
mod tests {
    use super::{Bytes, Reals, encode};
    use proptest::prelude::*;

    fn back(numbers: &[f64]) -> (Vec<u64>, usize) {
        let mut out = Vec::new();
        encode(numbers, &mut out);
        let mut bytes = Bytes::new(&out);
        let column = Reals::parse(&mut bytes, numbers.len()).expect("parses");
        bytes.end().expect("all taken");
        let mut read = Vec::new();
        column.read(&out, 0, numbers.len(), &mut read).expect("reads");
        let one = |at| column.get(&out, at).expect("reads").to_bits();
        assert!((0..numbers.len()).map(one).eq(read.iter().map(|x| x.to_bits())));
        (read.iter().map(|number| number.to_bits()).collect(), out.len())
    }

    fn size(numbers: &[f64]) -> usize {
        let (bits, size) = back(numbers);
        assert!(bits.iter().copied().eq(numbers.iter().map(|number| number.to_bits())));
        size
    }

    #[test]
    fn each_takes_the_smallest_form() {
        assert_eq!(size(&[1.0; 50]), 9);
        assert_eq!(size(&[1.0, 2.0, 255.0]), 11 + 3);
        assert_eq!(size(&[0.25, -0.1, 25.0]), 11 + 6);
        assert_eq!(size(&[0.123456, -0.9, 0.5]), 11 + 9);
        assert_eq!(size(&[f64::from(1.1f32), 1e30f32.into()]), 1 + 8);
        assert_eq!(size(&[0.1 + 0.2, 1.0]), 1 + 16);
        assert_eq!(size(&[-0.0, 1.0]), 1 + 8);
    }

    fn decimal() -> impl Strategy<Value = f64> {
        let parts = (-99_999_999i64..99_999_999, 0u32..9);
        parts.prop_map(|(whole, places)| whole as f64 / 10f64.powi(places as i32))
    }

    fn single() -> impl Strategy<Value = f64> {
        any::<f32>().prop_filter("finite", |x| x.is_finite()).prop_map(f64::from)
    }

    proptest! {
        #[test]
        fn every_bit_comes_back(numbers in prop_oneof![
            proptest::collection::vec(any::<f64>().prop_filter("finite", |x| x.is_finite()), 0..20),
            proptest::collection::vec(decimal(), 0..20),
            proptest::collection::vec(single(), 0..20),
        ]) {
            size(&numbers);
        }
    }
}
