//! For the hinge: `c_t = X_t sqrt(t / U)`.
//!
//! Regret at most `2 X sqrt(U T)` for `f(u) <= U` where directions are as long as instances.
//! (Thesis Eq. 5.16. The text derives it "by Cor. 3", which would give a factor sqrt 2 less; 5.16
//! follows from Lemma 2 with this c.)

use super::{Clock, Largest, Schedule, positive_allowance};
use crate::error::Result;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `c_t = X_t sqrt(t / U)`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HingeSqrt {
    /// Allowed complexity U of the comparator.
    pub complexity: Option<f64>,
    /// Largest dual norm so far.
    #[serde(skip_serializing_if = "Largest::is_zero")]
    pub largest: Largest,
}

impl Component for HingeSqrt {
    const ABOUT: &'static str = "c_t = X_t sqrt(t/U)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Eq. 5.16";
}

impl Schedule for HingeSqrt {
    fn tradeoff(&self, clock: &Clock) -> f64 {
        let most = clock.allowance(self.complexity);
        self.largest.with(clock.size) * (clock.round as f64 / most).sqrt()
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
