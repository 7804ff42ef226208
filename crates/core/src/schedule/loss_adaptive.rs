//! Growing with the loss suffered: `c_t = beta2 sqrt(beta1 + sum_{i<t} g_i(w_i))`.
//!
//! For self-bounded losses. Defaults beta1 = 1, beta2 = 1. (Thesis Thm. 2; beta1 > 0 suffices.)

use super::{Clock, Schedule, positive};
use crate::error::Result;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `c_t = beta2 sqrt(beta1 + loss so far)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LossAdaptive {
    /// Added to the loss.
    pub beta1: f64,
    /// Factor.
    pub beta2: f64,
}

impl Default for LossAdaptive {
    fn default() -> Self {
        LossAdaptive { beta1: 1.0, beta2: 1.0 }
    }
}

impl Component for LossAdaptive {
    const ABOUT: &'static str = "c_t = beta2 sqrt(beta1 + loss so far)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Thm. 2";
}

impl Schedule for LossAdaptive {
    fn tradeoff(&self, clock: &Clock) -> f64 {
        self.beta2 * (self.beta1 + clock.loss).sqrt()
    }

    fn check(&self) -> Result<()> {
        positive(&[("beta1", self.beta1), ("beta2", self.beta2)])
    }
}
