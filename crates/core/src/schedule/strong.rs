//! Strongly convex losses: `c_t = sigma max(1, t-1)`, so that `w_t = grad f*(v/(sigma (t-1)))`
//! minimises `sigma (t-1) f(w) - <v,w>`; with unit steps this is Fig. 4.1 for the losses
//! `sigma f + h_t`, Pegasos in the Euclidean geometry.
//!
//! Regret of the regularised losses at most `(1/2 sigma) sum |lambda_t|_*^2/t`, which is
//! `(L/sigma)(1 + ln T)` where `|lambda_t|_*^2 <= 2L`; lambda_t is the whole subgradient
//! `sigma grad f(w_t) + h_t'`. On restricted sets the projection is lazy, and the same proof holds.
//! Default sigma = 0.1. (Thesis ch. 4, Thm. 5; Shalev-Shwartz et al. 2007.)

use super::{Clock, Schedule, positive};
use crate::error::Result;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `c_t = sigma max(1, t-1)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Strong {
    /// How much of f each round adds to its loss.
    pub sigma: f64,
}

impl Default for Strong {
    fn default() -> Self {
        Strong { sigma: 0.1 }
    }
}

impl Component for Strong {
    const ABOUT: &'static str =
        "c_t = sigma max(1, t-1): logarithmic regret for the losses sigma f + h_t (Pegasos)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Fig. 4.1 and Thm. 5";
}

impl Schedule for Strong {
    fn tradeoff(&self, clock: &Clock) -> f64 {
        self.sigma * (clock.round as f64 - 1.0).max(1.0)
    }

    fn strength(&self) -> Option<f64> {
        Some(self.sigma)
    }

    fn check(&self) -> Result<()> {
        positive(&[("sigma", self.sigma)])
    }
}
