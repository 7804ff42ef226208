//! Hinge: `phi(z) = [margin - z]_+`, `phi*(-d) = -margin d` on `0 <= d <= 1`.
//!
//! Exact step `d = clip((margin - z)/q, 0, cap)`: with `q = |x|^2/c` this is Passive-Aggressive
//! PA-I with C = 1/c, and PA for `cap = inf`. Default margin 1. (Thesis sec. 2.3 and A.3.1; Crammer
//! et al. 2003, Eq. 2.)

use super::{Loss, stuck};
use crate::error::{Result, at_least};
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `[margin - z]_+`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Hinge {
    /// Required margin, at least 0.
    pub margin: f64,
}

impl Default for Hinge {
    fn default() -> Self {
        Hinge { margin: 1.0 }
    }
}

impl Component for Hinge {
    const ABOUT: &'static str = "[margin - z]_+";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 2.3; Crammer et al. 2003, Eq. 2";
}

impl Loss for Hinge {
    fn check(&self) -> Result<()> {
        at_least("margin", self.margin, 0.0)
    }
    fn linear_gain(&self) -> bool {
        true
    }
    #[inline]
    fn miss(&self, z: f64) -> f64 {
        self.value(z)
    }
    #[inline]
    fn value(&self, z: f64) -> f64 {
        (self.margin - z).max(0.0)
    }
    #[inline]
    fn slope(&self, z: f64) -> f64 {
        if z < self.margin { 1.0 } else { 0.0 }
    }
    #[inline]
    fn gain(&self, d: f64, _cap: f64) -> f64 {
        self.margin * d
    }
    #[inline]
    fn step(&self, z: f64, q: f64, cap: f64) -> f64 {
        let loss = self.value(z);
        if q <= 0.0 {
            return stuck(self.slope(z), cap);
        }
        (loss / q).min(cap)
    }
    #[inline]
    fn room(&self, z: f64, d: f64, cap: f64) -> f64 {
        let beyond = z - self.margin;
        if d <= 0.0 {
            beyond
        } else if d >= cap {
            -beyond
        } else {
            -beyond.abs()
        }
    }
    fn domain(&self) -> (f64, f64) {
        (0.0, 1.0)
    }
    fn kink(&self, _z: f64) -> Option<f64> {
        Some(self.margin)
    }
}
