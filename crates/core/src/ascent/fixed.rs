//! Fixed unit step: `d = cap slope(z)` on the worst constraint (thesis update U1, Eq. 3.11 and 5.13).
//!
//! On mistakes with the hinge this is the Perceptron family of the chosen geometry (Perceptron, Winnow,
//! p-norm), on any loss the subgradient step with lazy projection. Default: on any loss.

use super::{Ascent, Round, Trigger};
use crate::block::Block;
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// The whole subgradient.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Fixed {
    /// When to step.
    pub on: Trigger,
}

impl Component for Fixed {
    const ABOUT: &'static str = "unit subgradient, d = slope(z), on=mistake or on=loss";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Eq. 3.11 and 5.13";
}

impl Ascent for Fixed {
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        if let Some(i) = block.worst().filter(|_| self.on.fires(block)) {
            block.duals[i] = round.cap * round.loss.slope(block.constraints[i].z);
        }
        1.0
    }

    fn trigger(&self) -> Trigger {
        self.on
    }
}
