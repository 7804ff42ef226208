//! Random numbers: splitmix64, so that a seed means the same numbers on every machine.

use super::basis;

#[derive(Clone)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Rng(seed)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform in [low, high).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Uniform in [-1, 1).
    pub fn signed(&mut self) -> f64 {
        self.between(-1.0, 1.0)
    }

    /// Log-uniform in [low, high): every order of magnitude is equally likely.
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        self.between(low.ln(), high.ln()).exp()
    }

    /// A number of either sign, its absolute value log-uniform between `10^low` and `10^high`.
    pub fn any_size(&mut self, low: f64, high: f64) -> f64 {
        let sign = if self.chance(0.5) { -1.0 } else { 1.0 };
        sign * 10f64.powf(self.between(low, high))
    }

    /// Uniform among `0..n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// True with probability `p`.
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// Coordinates uniform in [-1, 1).
    pub fn vector(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.signed()).collect()
    }

    /// A point of the probability simplex, never on its border.
    pub fn simplex(&mut self, n: usize) -> Vec<f64> {
        let raw: Vec<f64> = (0..n).map(|_| 1e-3 - self.unit().max(1e-12).ln()).collect();
        let total: f64 = raw.iter().sum();
        raw.into_iter().map(|x| x / total).collect()
    }

    /// A point of the probability simplex: one in five is a corner, others may be close to one.
    pub fn simplex_or_corner(&mut self, n: usize) -> Vec<f64> {
        if self.chance(0.2) {
            return basis(n, self.below(n));
        }
        let sharp = 1.0 + 6.0 * self.unit();
        let raw: Vec<f64> = (0..n).map(|_| self.unit().powf(sharp) + 1e-12).collect();
        let total: f64 = raw.iter().sum();
        raw.iter().map(|x| x / total).collect()
    }
}
