//! Loss-adaptive on a bounded domain: `c_t = 8^(1/4) sqrt(L/U) sqrt(beta1 + sum_{i<t} g_i(w_i))`.
//!
//! For `0.5 |lambda|^2 <= L g(w)` and beta1 at least the largest loss of a round: regret at most
//! `3.4 sqrt(L U (sum g_t(u) + beta1)) + 11.4 L U`. Defaults beta1 = 1, L = 1. (Thesis Cor. 4.)

use super::{Clock, Schedule, positive, positive_allowance};
use crate::error::Result;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `c_t = 8^(1/4) sqrt(L/U) sqrt(beta1 + loss so far)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BoundedDomain {
    /// At least the largest loss of a round.
    pub beta1: f64,
    /// Self-bound L of the loss.
    pub bound: f64,
    /// Allowed complexity U of the comparator.
    pub complexity: Option<f64>,
}

impl Default for BoundedDomain {
    fn default() -> Self {
        BoundedDomain { beta1: 1.0, bound: 1.0, complexity: None }
    }
}

impl Component for BoundedDomain {
    const ABOUT: &'static str = "c_t = 8^(1/4) sqrt(L/U) sqrt(beta1 + loss so far)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Cor. 4";
}

impl Schedule for BoundedDomain {
    fn tradeoff(&self, clock: &Clock) -> f64 {
        let most = clock.allowance(self.complexity);
        8f64.powf(0.25) * (self.bound / most * (self.beta1 + clock.loss)).sqrt()
    }

    fn check(&self) -> Result<()> {
        positive(&[("beta1", self.beta1), ("bound", self.bound)])?;
        positive_allowance(self.complexity)
    }
}
