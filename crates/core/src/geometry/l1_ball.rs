//! Euclidean geometry on the l1 ball: `f(w) = 0.5 |w|_2^2` on `|w|_1 <= R`; the weights are the
//! projection of `v/c`, `w_j = sign(v_j) [|v_j|/c - theta]_+` with theta = 0 inside, and
//! `f*(t) = R theta + 0.5 sum [|t_j| - theta]_+^2`.
//!
//! Weights are sparse once the ball is left. Dual norm `|x|_2`. Every row (class) has its own ball.
//! Default R = 1. (Thesis section 7.1, Fig. 7.2 with `sign(mu_i) beta_i`, lazy projection.)

use super::Geometry;
use super::domain::{Domain, Shift, Tally};
use crate::error::{Result, at_least};
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `0.5 |w|_2^2` on the l1 ball.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct L1Ball {
    /// Largest sum of the sizes of the weights.
    pub radius: f64,
}

impl Default for L1Ball {
    fn default() -> Self {
        L1Ball { radius: 1.0 }
    }
}

impl Geometry for L1Ball {
    fn check(&self) -> Result<()> {
        at_least("radius", self.radius, f64::MIN_POSITIVE)
    }

    fn is_bounded(&self) -> bool {
        true
    }
}

impl Component for L1Ball {
    const ABOUT: &'static str =
        "f = |w|_2^2/2 on |w|_1 <= R: w = projection of v/c (additive, sparse, signed)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 7.1, Fig. 7.2";
}

impl Domain for L1Ball {
    const SET: &'static str = "l1 ball";

    fn radius(&self) -> f64 {
        self.radius
    }

    fn height(&self, v: f64) -> f64 {
        v.abs()
    }

    fn level(&self, tally: &Tally, top: f64, _n: usize) -> f64 {
        // At the top the threshold is zero: the ball is not left.
        ((self.radius + tally.sum) / tally.free.max(1.0)).min(top)
    }

    fn weight(&self, v: f64, shift: &Shift, _n: usize) -> f64 {
        let rate = self.rate(shift.c);
        if shift.level >= shift.top * rate {
            return v * rate;
        }
        (shift.level - (shift.top - v.abs()) * rate).max(0.0).copysign(v)
    }

    fn contains(&self, u: &[f64]) -> bool {
        u.iter().map(|u| u.abs()).sum::<f64>() <= self.radius * (1.0 + 1e-9)
    }
}
