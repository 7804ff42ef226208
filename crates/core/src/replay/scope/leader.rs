//! All rounds so far together: regularised follow-the-leader, `w = argmin c f(w) + sum_t g_t(w)`.
//!
//! Every round is stored. They are revisited in turn until the duality gap
//! `c f(w) + sum_t g_t(w) - D` is at most `gap` times the sum of their losses and dual gains (which
//! is twice the optimum in the Euclidean geometry), so that each round costs several passes over
//! the past. Default: gap 0.001. (Shalev-Shwartz 2007, Eq. 5.18 with I_t = [t].)

use super::{Scope, check_gap};
use crate::error::Result;
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::Component;
use crate::replay::stored::{Arrival, Visit};
use serde::{Deserialize, Serialize};

/// Every round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Leader {
    /// How close to the leader.
    pub gap: f64,
}

impl Default for Leader {
    fn default() -> Self {
        Leader { gap: 1e-3 }
    }
}

impl Component for Leader {
    const ABOUT: &'static str = "all rounds so far, to a duality gap: regularised \
        follow-the-leader (every round is stored and revisited)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Eq. 5.18";
}

impl Scope for Leader {
    fn check(&self) -> Result<()> {
        check_gap(self.gap)
    }

    fn place(&self, arrival: &mut Arrival<'_>) -> Option<usize> {
        Some(arrival.kept)
    }

    fn look_back<L: Loss, H: Hypothesis>(&self, visit: &mut Visit<'_, L, H>) {
        if !visit.is_settled() {
            visit.settle(self.gap);
        }
    }
}
