//! Known horizon: `c = sqrt(T L / U)`, L a bound on half the squared dual norm of the subgradients.
//!
//! Regret at most `(f(u)/sqrt U + sqrt U) sqrt(L T)`. Defaults T = 1e6, L = 0.5. (Thesis Cor. 1.)

use super::{Clock, Schedule, positive, positive_allowance};
use crate::error::Result;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `c = sqrt(T L / U)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Horizon {
    /// Number of rounds T.
    pub rounds: f64,
    /// L.
    pub lipschitz: f64,
    /// Allowed complexity U of the comparator.
    pub complexity: Option<f64>,
}

impl Default for Horizon {
    fn default() -> Self {
        Horizon { rounds: 1e6, lipschitz: 0.5, complexity: None }
    }
}

impl Component for Horizon {
    const ABOUT: &'static str = "c = sqrt(T L/U), T known";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Cor. 1";
}

impl Schedule for Horizon {
    fn tradeoff(&self, clock: &Clock) -> f64 {
        (self.rounds * self.lipschitz / clock.allowance(self.complexity)).sqrt()
    }

    fn check(&self) -> Result<()> {
        positive(&[("rounds", self.rounds), ("lipschitz", self.lipschitz)])?;
        positive_allowance(self.complexity)
    }
}
