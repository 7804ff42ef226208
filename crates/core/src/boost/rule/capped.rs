//! AdaBoost with a cap: `alpha = min(1/2 ln((1-eps)/eps), 2 gamma)`, so that no hypothesis decides
//! alone. If every edge is at least 2 gamma, the exp-loss after T rounds is at most
//! `exp(-2 gamma^2 T)`, as for the majority. Default gamma = 0.1. (Shalev-Shwartz 2007, Eq. 6.5
//! with c = 1/(2 gamma).)

use super::{AdaBoost, Look, Rule, check_gamma};
use crate::error::Result;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// AdaBoost whose steps are capped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Capped {
    /// Half of the edge that every hypothesis is said to have, and of the longest step.
    pub gamma: f64,
}

impl Default for Capped {
    fn default() -> Self {
        Capped { gamma: 0.1 }
    }
}

impl Component for Capped {
    const ABOUT: &'static str = "alpha = min(1/2 ln((1-eps)/eps), 2 gamma): exp-loss <= exp(-2 \
        gamma^2 T) if every edge is at least 2 gamma";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Eq. 6.5";
}

impl Rule for Capped {
    fn step(&self, look: &Look<'_>) -> f64 {
        AdaBoost {}.step(look).min(2.0 * self.gamma)
    }

    fn set_gamma(&mut self, gamma: f64) -> bool {
        self.gamma = gamma;
        true
    }

    fn check(&self) -> Result<()> {
        check_gamma(self.gamma)
    }
}
