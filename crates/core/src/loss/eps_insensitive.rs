//! Epsilon-insensitive: `phi(z) = [|z| - epsilon]_+`, `phi*(-d) = epsilon |d|` on `|d| <= 1`.
//!
//! Exact step `d = -sign(z) min(cap, loss/q)`: Passive-Aggressive regression. epsilon = 0 is the
//! absolute loss. Default epsilon 0.1. (Thesis sec. 5.3.1; Crammer et al. 2003, Eq. 1.)

use super::{Loss, stuck};
use crate::error::{Result, at_least};
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `[|z| - epsilon]_+`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EpsInsensitive {
    /// Errors up to this size cost nothing.
    pub epsilon: f64,
}

impl Default for EpsInsensitive {
    fn default() -> Self {
        EpsInsensitive { epsilon: 0.1 }
    }
}

impl Component for EpsInsensitive {
    const ABOUT: &'static str = "[|z| - epsilon]_+";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 5.3.1; Crammer et al. 2003, Eq. 1";
}

impl Loss for EpsInsensitive {
    fn check(&self) -> Result<()> {
        at_least("epsilon", self.epsilon, 0.0)
    }
    fn linear_gain(&self) -> bool {
        true
    }
    fn miss(&self, z: f64) -> f64 {
        self.value(z)
    }
    fn value(&self, z: f64) -> f64 {
        (z.abs() - self.epsilon).max(0.0)
    }
    fn slope(&self, z: f64) -> f64 {
        if z.abs() > self.epsilon { -z.signum() } else { 0.0 }
    }
    fn gain(&self, d: f64, _cap: f64) -> f64 {
        -self.epsilon * d.abs()
    }
    fn step(&self, z: f64, q: f64, cap: f64) -> f64 {
        if q <= 0.0 {
            return stuck(self.slope(z), cap);
        }
        self.slope(z) * (self.value(z) / q).min(cap)
    }
    #[inline]
    fn room(&self, z: f64, d: f64, cap: f64) -> f64 {
        if d == 0.0 {
            return self.epsilon - z.abs();
        }
        let beyond = z * d.signum() + self.epsilon;
        if d.abs() >= cap { -beyond } else { -beyond.abs() }
    }
    fn domain(&self) -> (f64, f64) {
        (-1.0, 1.0)
    }
    fn kink(&self, z: f64) -> Option<f64> {
        Some(self.epsilon.copysign(z))
    }
    fn two_sided(&self) -> bool {
        true
    }
}
