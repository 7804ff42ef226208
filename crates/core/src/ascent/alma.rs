//! ALMA, the approximate large margin algorithm, for the 2-norm: the k-th update happens where
//! `<w,a>/|a| <= (1-alpha) gamma_k`, `gamma_k = b/(alpha sqrt(k))`, and makes
//! `w' = (w + eta_k a/|a|)/N`, `eta_k = sqrt(2/k)`, `N = max(1, |w + eta_k a/|a||)`.
//!
//! So `w' = keep w + d a` with `keep = 1/N`, `d = eta_k/(N |a|)`: weights stay in the unit ball,
//! and a margin of `(1-alpha) gamma` is reached where gamma is the best one. If some u of norm 1
//! has `<u,a> >= gamma |a|` on every round there are at most `(A+1)^2/(2 gamma^2) + 2(A+1)`
//! updates, `A = sqrt(2) b (1-alpha)/alpha + 1`. The theorem of the source has `b = sqrt(8)`, its
//! experiments `b = 1`, which is the default, with alpha = 0.9. Euclidean only, for one constraint
//! a slack. An update may meet no loss, since its margin is not that of the loss. Old dual
//! variables shrink with the weights, as in ROMMA; the weight of an example plays no part. (Gentile
//! 2001, Fig. 1 and Thm. 3 with p = 2.) In one-vs-rest every class counts its own updates.

use super::{Ascent, Round, Trigger};
use crate::error::{Error, Result};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::Component;
use crate::round::Block;
use serde::{Deserialize, Serialize};
use std::f64::consts::SQRT_2;

/// Approximate large margin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Alma {
    /// The part of the best margin that is given up, above 0 and at most 1.
    pub alpha: f64,
    /// The constant of the margins asked for, above 0.
    pub b: f64,
}

impl Default for Alma {
    fn default() -> Self {
        Alma { alpha: 0.9, b: 1.0 }
    }
}

impl Component for Alma {
    const ABOUT: &'static str = "w' = (w + sqrt(2/k) a/|a|) into the unit ball, where \
        <w,a>/|a| <= (1-alpha) b/(alpha sqrt k)";
    const REFERENCE: &'static str = "Gentile 2001, Fig. 1, p = 2";
}

impl Ascent for Alma {
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        let Some(worst) = block.worst() else { return 1.0 };
        let direction = round.direction(block, worst);
        let length = (round.hypothesis.curvature(&direction, Default::default()) * round.c).sqrt();
        let root = ((round.updates + 1) as f64).sqrt();
        let (along, asked) = (block.constraints[worst].z, self.b / (self.alpha * root));
        if length == 0.0 || along > (1.0 - self.alpha) * asked * length {
            return 1.0;
        }
        let eta = SQRT_2 / root;
        let square = round.own_square() + eta * (2.0 * along / length + eta);
        let keep = if square > 1.0 { 1.0 / square.sqrt() } else { 1.0 };
        block.duals[worst] = keep * eta / length * round.c;
        keep
    }

    fn check(&self) -> Result<()> {
        let alpha = self.alpha > 0.0 && self.alpha <= 1.0;
        match alpha && self.b > 0.0 && self.b.is_finite() {
            true => Ok(()),
            false => Err(Error::Spec(
                "alma takes an alpha above 0 and at most 1, and a b above 0".into(),
            )),
        }
    }

    fn trigger(&self) -> Trigger {
        Trigger::Loss
    }

    fn rescales(&self) -> bool {
        true
    }
}
