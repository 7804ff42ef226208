//! Exact step on one constraint, the worst or that of the answer given:
//! `d = argmax d b + gain(d) - c f*((v + d a)/c)`.
//!
//! (Thesis Eq. 3.12, 5.14, 7.11, 7.16.) In the Euclidean geometry
//! this is Passive-Aggressive: PA-I with the hinge, PA with C = infinity, PA-II with its square,
//! and binary MIRA with a small margin. With required margins that differ from class to class,
//! `aim=predicted` is prediction-based PA, `aim=worst` max-loss PA. Default: on any loss, the
//! worst.

use super::{Ascent, Round, Trigger};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::Component;
use crate::round::{Block, Direction, Single};
use serde::{Deserialize, Serialize};

/// Which constraint is stepped on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    /// The one with the least margin.
    #[default]
    Worst,
    /// The one of the answer that was given, whatever margin it requires.
    Predicted,
}

/// The best dual variable of the round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Exact {
    /// When to step.
    pub on: Trigger,
    /// On which constraint.
    pub aim: Aim,
}

impl Component for Exact {
    const ABOUT: &'static str =
        "best dual variable of the round (PA, PA-I, PA-II, MIRA; aggressive Winnow, p-norm)";
    const REFERENCE: &'static str =
        "Shalev-Shwartz 2007, Eq. 5.14, 7.11, 7.16; Crammer et al. 2003, Eq. 6";
}

impl Ascent for Exact {
    #[inline(always)]
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        let aim = match self.aim {
            Aim::Worst => block.worst(),
            Aim::Predicted => block.predicted(),
        };
        if let Some(i) = aim.filter(|_| self.on.fires(block)) {
            let z = block.constraints[i].z;
            if round.loss.slope(z) == 0.0 {
                return 1.0;
            }
            let direction = round.direction(block, i);
            block.duals[i] = round.hypothesis.exact(&direction, z, round.loss, round.cap);
        }
        1.0
    }

    const STEPS_SINGLE: bool = true;

    #[inline(always)]
    fn step_single<L: Loss, H: Hypothesis>(
        &self,
        round: &mut Round<'_, L, H>,
        only: &Single,
        direction: &Direction<'_>,
    ) -> Option<f64> {
        if !self.on.fires_on(only.violated) || round.loss.slope(only.z) == 0.0 {
            return Some(0.0);
        }
        Some(round.hypothesis.exact(direction, only.z, round.loss, round.cap))
    }

    fn trigger(&self) -> Trigger {
        self.on
    }

    fn reach<L: Loss>(&self, _loss: &L) -> f64 {
        match self.aim {
            Aim::Worst => f64::NEG_INFINITY,
            Aim::Predicted => f64::INFINITY,
        }
    }

    /// Best where there is nothing else to move: where rows or parts compete there are other pairs,
    /// written or not.
    fn gap(&self, block: &Block) -> Option<f64> {
        let alone = |group| match block.constraints_of(group) {
            only if only.len() == 1 => block.direction(only.start).len() == 1,
            none => none.is_empty(),
        };
        let is_best = !block.overlapping && (0..block.groups()).all(alone);
        (self.on == Trigger::Loss && is_best).then_some(0.0)
    }
}
