//! The relaxed Passive-Aggressive parameter gamma: `c = 2 gamma`, i.e. C = 1/(2 gamma).
//!
//! With the squared hinge this gives `tau = loss/(|x|^2 + gamma)`. Default gamma 0.5 (C = 1).
//! (Crammer et al. 2003, sec. 5, Thm. 3.)

use super::{Clock, Schedule, positive};
use crate::error::Result;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `c = 2 gamma`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Relaxed {
    /// Softness of the margin.
    pub gamma: f64,
}

impl Default for Relaxed {
    fn default() -> Self {
        Relaxed { gamma: 0.5 }
    }
}

impl Component for Relaxed {
    const ABOUT: &'static str = "c = 2 gamma (relaxed PA)";
    const REFERENCE: &'static str = "Crammer et al. 2003, sec. 5";
}

impl Schedule for Relaxed {
    fn tradeoff(&self, _clock: &Clock) -> f64 {
        2.0 * self.gamma
    }

    #[inline]
    fn constant(&self) -> Option<f64> {
        Some(2.0 * self.gamma)
    }

    fn check(&self) -> Result<()> {
        positive(&[("gamma", self.gamma)])
    }
}
