//! A loss of which some dual variables are spent already: `gain'(d) = gain(total + d)`, that is
//! `cap phi'(z) = cap phi(z) + total z`, whose slope is `slope(z) - total/cap`.
//!
//! With it the exact step of a hypothesis, which starts at dual variable 0, is the exact change of
//! a round that has one.

use crate::error::Result;
use crate::loss::Loss;

/// A loss seen from the dual variables `total`, for rounds of weight `cap`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shifted<'a, L> {
    pub(super) loss: &'a L,
    pub(super) total: f64,
    pub(super) cap: f64,
}

impl<L: Loss> Loss for Shifted<'_, L> {
    fn value(&self, z: f64) -> f64 {
        self.loss.value(z) + self.total / self.cap * z
    }
    fn slope(&self, z: f64) -> f64 {
        self.loss.slope(z) - self.total / self.cap
    }
    fn gain(&self, d: f64, cap: f64) -> f64 {
        self.loss.gain(self.total + d, cap)
    }
    fn step(&self, z: f64, q: f64, cap: f64) -> f64 {
        self.loss.step(z - q * self.total, q, cap) - self.total
    }
    fn domain(&self) -> (f64, f64) {
        let (low, high) = self.loss.domain();
        (low - self.total / self.cap, high - self.total / self.cap)
    }
    fn check(&self) -> Result<()> {
        self.loss.check()
    }
    fn linear_gain(&self) -> bool {
        false
    }
    fn miss(&self, z: f64) -> f64 {
        self.loss.miss(z)
    }
    fn two_sided(&self) -> bool {
        true
    }
}
