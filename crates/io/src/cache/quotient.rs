//! Whole numbers divided by a power of ten, rounded as division rounds, without dividing where
//! there is a fused multiply-add.
//!
//! With `y = 1/d` rounded, `q = a y` and `r = a - d q`, the quotient is `q + r y`. Here `a` is
//! below 2^51 and `d = 10^k = 5^k 2^k` with k <= 15, so `r` has no rounding error, and `a/d` is at
//! least 2^-36 units in the last place away from where rounding changes, unless it is exact: far
//! more than the 2^-50 units that `r y` may be off. (P. Markstein, IBM J. Res. Dev. 34, 1990, for
//! the general case.)

use super::packed::Take;
#[cfg(target_arch = "x86_64")]
use pulp::x86::{V3, V4};

/// Appends `(number + base) / scale`.
pub(super) struct Divide<'a> {
    pub(super) base: f64,
    pub(super) scale: f64,
    pub(super) out: &'a mut Vec<f64>,
}

impl Take for Divide<'_> {
    #[inline]
    fn take(self, numbers: impl Iterator<Item = u32> + Clone) {
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = V4::try_new() {
            return simd.vectorize(Fused { divide: self, numbers });
        } else if let Some(simd) = V3::try_new() {
            return simd.vectorize(Fused { divide: self, numbers });
        }
        self.out.extend(numbers.map(|number| (f64::from(number) + self.base) / self.scale));
    }
}

#[cfg(target_arch = "x86_64")]
struct Fused<'a, I> {
    divide: Divide<'a>,
    numbers: I,
}

#[cfg(target_arch = "x86_64")]
impl<I: Iterator<Item = u32>> pulp::NullaryFnOnce for Fused<'_, I> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Divide { base, scale, out } = self.divide;
        let inverse = 1.0 / scale;
        out.extend(self.numbers.map(|number| {
            let whole = f64::from(number) + base;
            let quotient = whole * inverse;
            let rest = (-quotient).mul_add(scale, whole);
            rest.mul_add(inverse, quotient)
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::power_of_ten;

    fn check(base: f64, places: usize, numbers: impl Iterator<Item = u32> + Clone) {
        let scale = power_of_ten(places).expect("exact");
        let mut out = Vec::new();
        Divide { base, scale, out: &mut out }.take(numbers.clone());
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = V3::try_new() {
            let mut narrow = Vec::new();
            let divide = Divide { base, scale, out: &mut narrow };
            simd.vectorize(Fused { divide, numbers: numbers.clone() });
            assert_eq!(narrow, out);
        }
        for (number, quotient) in numbers.zip(&out) {
            let divided = (f64::from(number) + base) / scale;
            assert_eq!(quotient.to_bits(), divided.to_bits(), "({number} + {base}) / 10^{places}");
        }
    }

    #[test]
    fn equals_division() {
        for places in 0..=15 {
            check(0.0, places, 0..200_000);
            check(-99_999.0, places, (0..u32::MAX).step_by(40_009));
            check((1u64 << 50) as f64 - 7.0, places, (0..u32::MAX).step_by(40_013));
            check(-((1u64 << 50) as f64), places, (0..u32::MAX).step_by(40_031));
        }
    }
}
