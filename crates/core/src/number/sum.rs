//! Compensated summation (Neumaier, with Knuth's two-sum): the error does not grow with the number
//! of terms.
//!
//! Keeps `total + carry`; also the sum of magnitudes, from which a rounding slack is read.

use serde::{Deserialize, Serialize};

/// A running sum with its rounding error carried along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "SavedSum")]
pub struct Sum {
    total: f64,
    carry: f64,
    magnitude: f64,
}

/// A sum as it was saved, which may have been tampered with.
#[derive(Deserialize)]
struct SavedSum {
    total: f64,
    carry: f64,
    magnitude: f64,
}

impl TryFrom<SavedSum> for Sum {
    type Error = &'static str;

    fn try_from(saved: SavedSum) -> Result<Self, Self::Error> {
        let SavedSum { total, carry, magnitude } = saved;
        let sum = Sum { total, carry, magnitude };
        // Both are sums of rounded terms: they need not agree to the last digits.
        let is_sum = total.abs() + carry.abs() <= 2.0 * magnitude;
        match magnitude.is_finite() && is_sum {
            true => Ok(sum),
            false => Err("a sum is not finite or larger than its terms"),
        }
    }
}

impl Sum {
    /// Adds one term.
    #[inline]
    pub fn add(&mut self, term: f64) {
        let next = self.total + term;
        // What either number lost, whichever is larger: a comparison would cost more than the three
        // operations it saves.
        let taken = next - self.total;
        self.carry += (self.total - (next - taken)) + (term - taken);
        self.total = next;
        self.magnitude += term.abs();
    }

    /// Counts `size` towards the rounding error: a term was itself a difference of numbers that
    /// large.
    #[inline]
    pub fn widen(&mut self, size: f64) {
        self.magnitude += size;
    }

    /// Adds all terms of another sum.
    pub fn absorb(&mut self, other: &Sum) {
        let magnitude = self.magnitude + other.magnitude;
        self.add(other.total);
        self.add(other.carry);
        self.magnitude = magnitude;
    }

    /// Takes off the terms of a sum that this one began with.
    pub(crate) fn take_off(&mut self, began: &Sum) {
        let now = *self;
        *self = Sum::default();
        self.grow(&now, began);
    }

    /// Adds what came to another sum since it was `began`.
    pub fn grow(&mut self, now: &Sum, began: &Sum) {
        let magnitude = self.magnitude + (now.magnitude - began.magnitude).max(0.0);
        for term in [now.total, -began.total, now.carry, -began.carry] {
            self.add(term);
        }
        self.magnitude = magnitude;
    }

    /// The sum of the terms of `base`, which the `parts` began with, and of what came to each part
    /// since.
    pub(crate) fn merged<'a>(base: &Sum, parts: impl Iterator<Item = &'a Sum>) -> Sum {
        let mut sum = *base;
        parts.for_each(|part| sum.grow(part, base));
        sum
    }

    /// Multiplies all terms so far; the products are rounded once more.
    pub fn scale(&mut self, factor: f64) {
        self.total *= factor;
        self.carry *= factor;
        self.magnitude = (self.magnitude * factor + self.total.abs()).abs();
    }

    /// The sum.
    pub fn value(&self) -> f64 {
        self.total + self.carry
    }

    /// Whether nothing but zeros was added.
    pub fn is_zero(&self) -> bool {
        self.magnitude == 0.0
    }

    /// Sum of the sizes of the terms.
    pub fn magnitude(&self) -> f64 {
        self.magnitude
    }

    /// Bound on the rounding error, when each term was itself computed with a handful of
    /// operations.
    pub fn slack(&self) -> f64 {
        8.0 * f64::EPSILON * self.magnitude
    }
}

impl FromIterator<f64> for Sum {
    fn from_iter<I: IntoIterator<Item = f64>>(terms: I) -> Self {
        let mut sum = Sum::default();
        terms.into_iter().for_each(|t| sum.add(t));
        sum
    }
}

/// How many squares are added before they are compensated.
pub(crate) const STRETCH: usize = 64;

/// Sum of squares: stretches of [`STRETCH`] in eight lanes, so that each adds a few roundings only,
/// then compensated.
pub(crate) fn square_of(numbers: &[f64]) -> f64 {
    numbers.chunks(STRETCH).map(square_of_stretch).collect::<Sum>().value()
}

/// The squares of a stretch, of which [`square_of`] is the compensated sum.
pub(crate) fn square_of_stretch(numbers: &[f64]) -> f64 {
    let mut lanes = [0.0; 8];
    for eight in numbers.chunks(8) {
        for (lane, x) in lanes.iter_mut().zip(eight) {
            *lane += x * x;
        }
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_a_plain_sum_loses() {
        let terms = std::iter::once(1e16).chain(std::iter::repeat_n(1.0, 1000)).chain([-1e16]);
        assert_eq!(terms.clone().collect::<Sum>().value(), 1000.0);
        assert_ne!(terms.sum::<f64>(), 1000.0);
        // Also what the sum loses to a term that is larger.
        assert_eq!([1.0, 1e16, -1e16].into_iter().collect::<Sum>().value(), 1.0);
    }
}
