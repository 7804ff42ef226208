//! Squared epsilon-insensitive: `phi(z) = s [|z| - epsilon]_+^2`,
//! `phi*(-d) = epsilon |d| + d^2/(4s)`.
//!
//! Exact step `d = -sign(z) [|z|-epsilon]_+ / (q + 1/(2 s cap))`: PA-II regression for s = 1.
//! `half` chooses s = 1/2. Defaults epsilon 0.1, s = 1. (Crammer et al. 2003, sec. 5.)

use super::{Loss, stuck};
use crate::error::{Result, at_least};
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `s [|z| - epsilon]_+^2` with s = 1, or 1/2 if `half`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SquaredEpsInsensitive {
    /// Errors up to this size cost nothing.
    pub epsilon: f64,
    /// Whether the square is halved.
    pub half: bool,
}

impl Default for SquaredEpsInsensitive {
    fn default() -> Self {
        SquaredEpsInsensitive { epsilon: 0.1, half: false }
    }
}

impl SquaredEpsInsensitive {
    fn scale(&self) -> f64 {
        if self.half { 0.5 } else { 1.0 }
    }
}

impl Component for SquaredEpsInsensitive {
    const ABOUT: &'static str = "[|z| - epsilon]_+^2 (half: divided by two)";
    const REFERENCE: &'static str = "Crammer et al. 2003, sec. 5; 2006, PA-II";
}

impl Loss for SquaredEpsInsensitive {
    fn check(&self) -> Result<()> {
        at_least("epsilon", self.epsilon, 0.0)
    }
    fn linear_gain(&self) -> bool {
        false
    }
    fn miss(&self, z: f64) -> f64 {
        (z.abs() - self.epsilon).max(0.0)
    }
    fn value(&self, z: f64) -> f64 {
        self.scale() * self.miss(z).powi(2)
    }
    fn slope(&self, z: f64) -> f64 {
        -2.0 * self.scale() * self.miss(z).copysign(z)
    }
    fn gain(&self, d: f64, cap: f64) -> f64 {
        -self.epsilon * d.abs() - d * (d / (4.0 * self.scale() * cap))
    }
    fn step(&self, z: f64, q: f64, cap: f64) -> f64 {
        let softness = 0.5 / (self.scale() * cap);
        if q + softness <= 0.0 {
            return stuck(self.slope(z), cap);
        }
        -self.miss(z).copysign(z) / (q + softness)
    }
    #[inline]
    fn room(&self, z: f64, d: f64, cap: f64) -> f64 {
        if d == 0.0 {
            return self.epsilon - z.abs();
        }
        -(z + self.epsilon.copysign(d) + 0.5 * d / (self.scale() * cap)).abs()
    }
    fn domain(&self) -> (f64, f64) {
        (f64::NEG_INFINITY, f64::INFINITY)
    }
    fn two_sided(&self) -> bool {
        true
    }
}
