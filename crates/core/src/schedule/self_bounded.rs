//! Self-bounded losses with known scales: `c = L + sqrt(L^2 + L U2/U1)`.
//!
//! For `0.5 |lambda|^2 <= L g(w)`, `f(u) <= U1`, `sum g_t(u) <= U2`: regret at most `2 c U1`.
//! Defaults L = 1, U2 = 1000. (Thesis Thm. 1.)

use super::{Clock, Schedule, positive, positive_allowance};
use crate::error::Result;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `c = L + sqrt(L^2 + L U2/U1)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SelfBounded {
    /// Self-bound L of the loss (largest squared dual norm of an instance for the squared loss).
    pub bound: f64,
    /// U2, a bound on the comparator's cumulative loss.
    pub loss: f64,
    /// Allowed complexity U of the comparator.
    pub complexity: Option<f64>,
}

impl Default for SelfBounded {
    fn default() -> Self {
        SelfBounded { bound: 1.0, loss: 1e3, complexity: None }
    }
}

impl Component for SelfBounded {
    const ABOUT: &'static str = "c = L + sqrt(L^2 + L U2/U1)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Thm. 1";
}

impl Schedule for SelfBounded {
    fn tradeoff(&self, clock: &Clock) -> f64 {
        let most = clock.allowance(self.complexity);
        self.bound + (self.bound * self.bound + self.bound * self.loss / most).sqrt()
    }

    fn check(&self) -> Result<()> {
        positive(&[("bound", self.bound), ("loss", self.loss)])?;
        positive_allowance(self.complexity)
    }
}
