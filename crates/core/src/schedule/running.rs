//! Growing with the rounds and the largest instance: `c_t = sqrt(t L_t / U)`, `L_t = X_t^2 / 2`.
//!
//! Regret at most `(f(u)/sqrt U + 2 sqrt U) sqrt(L_T T)` for losses of slope at most 1. (Thesis
//! Cor. 3.)

use super::{Clock, Largest, Schedule, positive_allowance};
use crate::error::Result;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `c_t = sqrt(t X_t^2 / (2U))`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Running {
    /// Allowed complexity U of the comparator.
    pub complexity: Option<f64>,
    /// Largest dual norm so far.
    #[serde(skip_serializing_if = "Largest::is_zero")]
    pub largest: Largest,
}

impl Component for Running {
    const ABOUT: &'static str = "c_t = X_t sqrt(t/(2U))";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Cor. 3";
}

impl Schedule for Running {
    fn tradeoff(&self, clock: &Clock) -> f64 {
        let most = clock.allowance(self.complexity);
        self.largest.with(clock.size) * (0.5 * clock.round as f64 / most).sqrt()
    }

    fn settle(&mut self, size: f64, _acted: bool) -> bool {
        self.largest.keep(size);
        true
    }

    fn largest(&mut self) -> Option<&mut Largest> {
        Some(&mut self.largest)
    }

    fn check(&self) -> Result<()> {
        positive_allowance(self.complexity)
    }
}
