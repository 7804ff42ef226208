//! Kesler's construction: one Perceptron step a constraint, in order, each seeing what the ones
//! before it did. If `<a_i,w> <= 0` (on mistakes; on any loss: if it still costs) then `d_i = cap`.
//!
//! The constraints of a group share the row of the right class, so a step along `a_i` raises the
//! margin of every other by `<a_i,a_j>`; for the multiclass directions that is half of `|a_i|^2`.
//! The dual variables of a round may exceed its cap; the certificate scales them down. At most
//! `2R^2/gamma^2` steps in all. The source has a strict `>`, with which nothing ever moves from
//! zero. (Crammer & Singer 2003, sec. 4.2.)

use super::share::is_violated;
use super::{Ascent, Round, Trigger, violated};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::Component;
use crate::round::Block;
use serde::{Deserialize, Serialize};

/// One Perceptron step a violated constraint, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Kesler {
    /// When to step.
    pub on: Trigger,
}

impl Default for Kesler {
    fn default() -> Self {
        Kesler { on: Trigger::Mistake }
    }
}

impl Component for Kesler {
    const ABOUT: &'static str =
        "one Perceptron step a violated constraint, one after the other (Kesler's construction)";
    const REFERENCE: &'static str = "Crammer & Singer 2003, sec. 4.2";
}

impl Ascent for Kesler {
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        if !self.on.fires(block) {
            return 1.0;
        }
        let mut raised = 0.0;
        for i in block.active() {
            let mut constraint = block.constraints[i];
            constraint.z += raised;
            if is_violated(self.on, round.loss, &constraint) {
                let q = round.hypothesis.curvature(&round.direction(block, i), Default::default());
                block.duals[i] = round.cap;
                raised += 0.5 * q * round.cap;
            }
        }
        1.0
    }

    fn dominates(&self) -> bool {
        false
    }

    fn trigger(&self) -> Trigger {
        self.on
    }

    fn reach<L: Loss>(&self, loss: &L) -> f64 {
        violated(loss)
    }
}
