//! Fixed unit step: `d = cap slope(z)` on the worst constraint (thesis Eq. 3.11 and 5.13).
//!
//! On mistakes with the hinge this is the Perceptron family of the chosen geometry (Perceptron,
//! Winnow, p-norm), on any loss the subgradient step with lazy projection. A loss such as the
//! logistic one has a slope everywhere: with `least` a round whose slope is below it moves nothing,
//! which saves most of the work and next to nothing of the accuracy (0 is as good a dual variable
//! as any other). Defaults: on any loss, least 0.

use super::{Ascent, Round, Trigger};
use crate::error::{Result, at_least};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::Component;
use crate::round::{Block, Direction, Single};
use serde::{Deserialize, Serialize};

/// The whole subgradient.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Fixed {
    /// When to step.
    pub on: Trigger,
    /// Slopes smaller than this count as none.
    pub least: f64,
}

impl Component for Fixed {
    const ABOUT: &'static str =
        "unit subgradient, d = slope(z) if it is at least `least`, on=mistake or on=loss";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Eq. 3.11 and 5.13";
}

impl Fixed {
    /// The unit subgradient at this margin.
    #[inline(always)]
    fn unit<L: Loss, H: Hypothesis>(&self, round: &Round<'_, L, H>, z: f64) -> f64 {
        let slope = round.loss.slope(z);
        if slope.abs() < self.least { 0.0 } else { round.cap * slope }
    }
}

impl Ascent for Fixed {
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        if let Some(i) = block.worst().filter(|_| self.on.fires(block)) {
            block.duals[i] = self.unit(round, block.constraints[i].z);
        }
        1.0
    }

    const STEPS_SINGLE: bool = true;

    #[inline(always)]
    fn step_single<L: Loss, H: Hypothesis>(
        &self,
        round: &mut Round<'_, L, H>,
        only: &Single,
        _direction: &Direction<'_>,
    ) -> Option<f64> {
        Some(if self.on.fires_on(only.violated) { self.unit(round, only.z) } else { 0.0 })
    }

    fn check(&self) -> Result<()> {
        at_least("least", self.least, 0.0)
    }

    fn trigger(&self) -> Trigger {
        self.on
    }
}
