//! A decision stump: one answer where a feature is at most a threshold, another above it.
//!
//! A feature that is absent is 0. With two equal answers it is a constant.

use serde::{Deserialize, Serialize};

/// `above` if `x[feature] > threshold`, else `below`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stump {
    /// The feature it looks at.
    pub feature: u32,
    /// The largest value that is not above.
    pub threshold: f64,
    /// Answer at the threshold and below.
    pub below: f64,
    /// Answer above the threshold.
    pub above: f64,
}

impl Stump {
    /// A stump that says the same whatever it is shown.
    pub fn constant(answer: f64) -> Self {
        Stump { feature: 0, threshold: 0.0, below: answer, above: answer }
    }

    /// Whether it says the same whatever it is shown.
    pub fn is_constant(&self) -> bool {
        self.below == self.above
    }

    /// The answer for this value of its feature.
    #[inline]
    pub fn answer(&self, value: f64) -> f64 {
        if value > self.threshold { self.above } else { self.below }
    }
}
