//! Euclidean geometry on the simplex: `f(w) = 0.5 |w|_2^2` on `{w >= 0, sum w = R}`; the weights
//! are the projection of `v/c`, `w_j = [v_j/c - theta]_+`, and
//! `f*(t) = R theta + 0.5 sum [t_j - theta]_+^2`.
//!
//! Weights are sparse: most are exactly zero. Dual norm `|x|_2`; n coordinates start at R/n, and
//! `f >= R^2/(2n)`. Every row (class) has its own simplex. Default R = 1. (Thesis section 7.1, Fig.
//! 7.1, lazy projection.)

use super::Geometry;
use super::domain::{Domain, Shift};
use crate::error::{Result, at_least};
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `0.5 |w|_2^2` on the simplex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Simplex {
    /// Sum of the weights.
    pub radius: f64,
}

impl Default for Simplex {
    fn default() -> Self {
        Simplex { radius: 1.0 }
    }
}

impl Geometry for Simplex {
    fn check(&self) -> Result<()> {
        at_least("radius", self.radius, f64::MIN_POSITIVE)
    }

    fn is_one_sided(&self) -> bool {
        true
    }

    fn is_bounded(&self) -> bool {
        true
    }
}

impl Component for Simplex {
    const ABOUT: &'static str =
        "f = |w|_2^2/2 on the simplex: w = projection of v/c (additive, sparse, weights >= 0)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 7.1, Fig. 7.1";
}

impl Domain for Simplex {
    const SET: &'static str = "simplex";

    fn radius(&self) -> f64 {
        self.radius
    }

    fn height(&self, v: f64) -> f64 {
        v
    }

    fn weight(&self, v: f64, shift: &Shift, _n: usize) -> f64 {
        (shift.level - (shift.top - v) * self.rate(shift.c)).max(0.0)
    }

    fn contains(&self, u: &[f64]) -> bool {
        let total: f64 = u.iter().sum();
        u.iter().all(|&u| u >= 0.0) && (total - self.radius).abs() <= 1e-9 * self.radius
    }

    fn least(&self, n: usize) -> f64 {
        self.most(n) / n.max(1) as f64
    }
}
