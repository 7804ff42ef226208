//! The last k rounds together: their dual variables maximise D with those of all earlier rounds
//! fixed.
//!
//! For k = 2, the hinge and one constraint per round in the Euclidean geometry this is a
//! box-constrained problem in two variables with a closed form ([`crate::solve::box_pair`]); else
//! each round is revisited in turn until the duality gap of the k rounds is at most `gap` times the
//! sum of their losses and dual gains. k = 1 is the ascent of the round alone. Defaults: k 2, gap
//! 1e-6. (Shalev-Shwartz 2007, Eq. 5.18.)

use super::{Scope, check_gap};
use crate::error::{Error, Result};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::{Component, whole};
use crate::replay::stored::{Arrival, Visit};
use serde::{Deserialize, Serialize};

/// The last k rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Window {
    /// How many rounds, the current one included.
    #[serde(deserialize_with = "whole")]
    pub k: usize,
    /// How close to the best dual variables, where there is no closed form.
    pub gap: f64,
}

impl Default for Window {
    fn default() -> Self {
        Window { k: 2, gap: 1e-6 }
    }
}

impl Component for Window {
    const ABOUT: &'static str =
        "the last k rounds together (k=2 in closed form for the hinge in the Euclidean geometry)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Eq. 5.18";
}

impl Scope for Window {
    fn check(&self) -> Result<()> {
        check_gap(self.gap)?;
        if self.k > 0 {
            return Ok(());
        }
        Err(Error::Spec("a window has one round at least".into()))
    }

    fn place(&self, arrival: &mut Arrival<'_>) -> Option<usize> {
        (self.k > 1).then(|| (arrival.before % self.k as u64) as usize)
    }

    fn look_back<L: Loss, H: Hypothesis>(&self, visit: &mut Visit<'_, L, H>) {
        if visit.count() > 1 && !visit.is_settled() && !visit.raise_two() {
            visit.settle(self.gap);
        }
    }
}
