//! Squared hinge: `phi(z) = s [margin - z]_+^2`, `phi*(-d) = -margin d + d^2/(4s)` on `d >= 0`.
//!
//! Exact step `d = loss / (q + 1/(2 s cap))`: with s = 1 and `q = |x|^2/c` this is PA-II with C =
//! 1/c, the relaxed Passive-Aggressive step with gamma = 1/(2C). `half` chooses s = 1/2. Default
//! margin 1, s = 1. (Crammer et al. 2003, sec. 5.)

use super::{Loss, stuck};
use crate::error::{Result, at_least};
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `s [margin - z]_+^2` with s = 1, or 1/2 if `half`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SquaredHinge {
    /// Required margin, at least 0.
    pub margin: f64,
    /// Whether the square is halved.
    pub half: bool,
}

impl Default for SquaredHinge {
    fn default() -> Self {
        SquaredHinge { margin: 1.0, half: false }
    }
}

impl SquaredHinge {
    fn scale(&self) -> f64 {
        if self.half { 0.5 } else { 1.0 }
    }
}

impl Component for SquaredHinge {
    const ABOUT: &'static str = "[margin - z]_+^2 (half: divided by two)";
    const REFERENCE: &'static str = "Crammer et al. 2003, sec. 5; 2006, PA-II";
}

impl Loss for SquaredHinge {
    fn check(&self) -> Result<()> {
        at_least("margin", self.margin, 0.0)
    }
    fn linear_gain(&self) -> bool {
        false
    }
    fn miss(&self, z: f64) -> f64 {
        (self.margin - z).max(0.0)
    }
    fn value(&self, z: f64) -> f64 {
        self.scale() * self.miss(z).powi(2)
    }
    fn slope(&self, z: f64) -> f64 {
        2.0 * self.scale() * self.miss(z)
    }
    fn gain(&self, d: f64, cap: f64) -> f64 {
        self.margin * d - d * (d / (4.0 * self.scale() * cap))
    }
    fn step(&self, z: f64, q: f64, cap: f64) -> f64 {
        let softness = 0.5 / (self.scale() * cap);
        if q + softness <= 0.0 {
            return stuck(self.slope(z), cap);
        }
        self.miss(z) / (q + softness)
    }
    #[inline]
    fn room(&self, z: f64, d: f64, cap: f64) -> f64 {
        let beyond = z - self.margin + 0.5 * d / (self.scale() * cap);
        if d <= 0.0 { beyond } else { -beyond.abs() }
    }
    fn domain(&self) -> (f64, f64) {
        (0.0, f64::INFINITY)
    }
}
