//! What a wrong alignment costs: starts that are off by more than a tolerance.
//!
//! `rho(y, y') = floor(10 #{i > 1 : |y_i - y'_i| > reach} / K)`, which is 0 or at least 1, as Fig.
//! 5.4 of the thesis asks; without the floor it is a sum over events, which decoding can add. The
//! first event starts at frame 0 in every alignment and is not counted. (Thesis Eq. 9.1, sec.
//! 9.5.)

use serde::{Deserialize, Serialize};

/// Cost of an alignment without any right start.
const MOST: f64 = 10.0;

/// How far a start may be from the truth, in frames. Default: 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tolerance(pub usize);

impl Default for Tolerance {
    fn default() -> Self {
        Tolerance(1)
    }
}

impl Tolerance {
    /// The number of starts that are off.
    pub fn misses(self, truth: &[usize], starts: &[usize]) -> usize {
        truth.iter().zip(starts).skip(1).filter(|(a, b)| a.abs_diff(**b) > self.0).count()
    }

    /// The cost in whole numbers, 0 to 10.
    pub fn cost(self, truth: &[usize], starts: &[usize]) -> f64 {
        (self.sum(truth, starts) + 1e-9).floor()
    }

    /// The cost as a sum over events.
    pub fn sum(self, truth: &[usize], starts: &[usize]) -> f64 {
        self.misses(truth, starts) as f64 * Self::price(truth.len())
    }

    /// The largest value of [`Tolerance::sum`]: every start but the first is off.
    pub(crate) fn worst(events: usize) -> f64 {
        events.saturating_sub(1) as f64 * Self::price(events)
    }

    /// What each start that is off adds to [`Tolerance::sum`].
    pub fn price(events: usize) -> f64 {
        MOST / events.max(1) as f64
    }
}
