//! Random numbers of any size, and comparisons up to rounding.

use crate::random::Random;

/// Seeded random numbers.
pub(super) struct Rng(Random);

impl Rng {
    pub(super) fn new(seed: u64) -> Self {
        Rng(Random::new(seed, 0))
    }

    /// Uniform in [0, 1).
    pub(super) fn unit(&mut self) -> f64 {
        self.0.unit()
    }

    /// Uniform in [low, high).
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Log-uniform in [low, high): every order of magnitude is equally likely.
    pub(super) fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        self.between(low.ln(), high.ln()).exp()
    }

    /// Uniform among `0..n`.
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    /// True with probability `p`.
    pub(super) fn chance(&mut self, p: f64) -> bool {
        self.0.chance(p)
    }

    /// Coordinates uniform in [-1, 1).
    pub(super) fn vector(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.between(-1.0, 1.0)).collect()
    }

    /// A point of the simplex, never on its border.
    pub(super) fn simplex(&mut self, n: usize) -> Vec<f64> {
        let raw: Vec<f64> = (0..n).map(|_| 1e-3 - self.unit().max(1e-12).ln()).collect();
        let total: f64 = raw.iter().sum();
        raw.into_iter().map(|x| x / total).collect()
    }
}

/// Asserts that two numbers agree, relative to the larger of them and 1.
#[track_caller]
pub(super) fn near(left: f64, right: f64, tolerance: f64, what: &str) {
    let scale = left.abs().max(right.abs()).max(1.0);
    assert!((left - right).abs() <= tolerance * scale, "{what}: {left} is not {right}");
}

/// Asserts that two vectors agree, entry by entry as in [`near`].
#[track_caller]
pub(super) fn near_all(left: &[f64], right: &[f64], tolerance: f64, what: &str) {
    assert_eq!(left.len(), right.len(), "{what}");
    left.iter().zip(right).for_each(|(l, r)| near(*l, *r, tolerance, what));
}
