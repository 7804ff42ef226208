//! Exact step on the worst constraint: `d = argmax d b + gain(d) - c f*((v + d a)/c)`.
//!
//! (Thesis update U3 for one-atom losses, Eq. 3.12, 5.14, 7.11, 7.16.) In the Euclidean geometry this is
//! Passive-Aggressive: PA-I with the hinge, PA with C = infinity, PA-II with its square, and binary
//! MIRA with a small margin. Default: on any loss.

use super::{Ascent, Round, Trigger};
use crate::block::Block;
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// The best dual variable of the round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Exact {
    /// When to step.
    pub on: Trigger,
}

impl Component for Exact {
    const ABOUT: &'static str =
        "best dual variable of the round (PA, PA-I, PA-II, MIRA; aggressive Winnow, p-norm)";
    const REFERENCE: &'static str =
        "Shalev-Shwartz 2007, Eq. 5.14, 7.11, 7.16; Crammer et al. 2003, Eq. 6";
}

impl Ascent for Exact {
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        if let Some(i) = block.worst().filter(|_| self.on.fires(block)) {
            let z = block.constraints[i].z;
            if round.loss.slope(z) == 0.0 {
                return 1.0;
            }
            let direction = round.direction(block, i);
            block.duals[i] = round.hypothesis.exact(&direction, z, round.loss, round.cap);
        }
        1.0
    }

    fn trigger(&self) -> Trigger {
        self.on
    }
}
