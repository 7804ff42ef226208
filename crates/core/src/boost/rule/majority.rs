//! Majority: every step is `alpha = 2 gamma`, so the strong hypothesis is a plain majority vote. If
//! every edge is at least 2 gamma, the exp-loss after T rounds is at most `exp(-2 gamma^2 T)`.
//! Default gamma = 0.1. (Shalev-Shwartz 2007, Eq. 3.11 in ch. 6.)

use super::{Look, Rule, check_gamma};
use crate::error::Result;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// A vote of equals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Majority {
    /// Half of the edge that every hypothesis is said to have.
    pub gamma: f64,
}

impl Default for Majority {
    fn default() -> Self {
        Majority { gamma: 0.1 }
    }
}

impl Component for Majority {
    const ABOUT: &'static str =
        "alpha = 2 gamma: exp-loss <= exp(-2 gamma^2 T) if every edge is at least 2 gamma";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, ch. 6";
}

impl Rule for Majority {
    fn step(&self, _look: &Look<'_>) -> f64 {
        2.0 * self.gamma
    }

    fn overshoots(&self) -> bool {
        true
    }

    fn set_gamma(&mut self, gamma: f64) -> bool {
        self.gamma = gamma;
        true
    }

    fn check(&self) -> Result<()> {
        check_gamma(self.gamma)
    }
}
