//! Growing with the rounds: `c_t = sqrt(t L / U)`, L a bound on half the squared dual norm of
//! subgradients.
//!
//! Regret at most `(f(u)/sqrt U + 2 sqrt U) sqrt(L T)`. Default L = 0.5. (Thesis Cor. 2.)

use super::{Clock, Schedule, positive, positive_allowance};
use crate::error::Result;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `c_t = sqrt(t L / U)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SqrtRounds {
    /// L.
    pub lipschitz: f64,
    /// Allowed complexity U of the comparator.
    pub complexity: Option<f64>,
}

impl Default for SqrtRounds {
    fn default() -> Self {
        SqrtRounds { lipschitz: 0.5, complexity: None }
    }
}

impl Component for SqrtRounds {
    const ABOUT: &'static str = "c_t = sqrt(t L/U)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Cor. 2";
}

impl Schedule for SqrtRounds {
    fn tradeoff(&self, clock: &Clock) -> f64 {
        (clock.round as f64 * self.lipschitz / clock.allowance(self.complexity)).sqrt()
    }

    fn check(&self) -> Result<()> {
        positive(&[("lipschitz", self.lipschitz)])?;
        positive_allowance(self.complexity)
    }
}
