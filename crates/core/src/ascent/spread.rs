//! Unit step shared among the violated constraints:
//! `d = cap slope(z) (m max + u uniform + p proportional)`, the three shares mixed in the
//! proportion m : u : p.
//!
//! With the multiclass problem this is the additive ultraconservative family: every mix of its
//! members is a member. In the entropy geometry it is the multiplicative family. All on the worst
//! is the ascent `fixed`. Default: uniform, on any loss. (Crammer & Singer 2003, sec. 4, Fig. 2.)

use super::{Ascent, Round, Share, Trigger, violated};
use crate::error::{Error, Result, at_least};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::Component;
use crate::round::Block;
use serde::{Deserialize, Serialize};

/// A unit step in several parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Spread {
    /// When to step.
    pub on: Trigger,
    /// Part of the step that goes to the worst constraint.
    pub max: f64,
    /// Part that goes to all violated ones equally.
    pub uniform: f64,
    /// Part that goes to them in proportion to their violation.
    pub proportional: f64,
}

impl Default for Spread {
    fn default() -> Self {
        Spread { on: Trigger::Loss, max: 0.0, uniform: 1.0, proportional: 0.0 }
    }
}

impl Component for Spread {
    const ABOUT: &'static str =
        "unit step shared among the violated constraints: max, uniform, proportional or any mix";
    const REFERENCE: &'static str = "Crammer & Singer 2003, sec. 4, Fig. 2";
}

impl Ascent for Spread {
    fn check(&self) -> Result<()> {
        let parts = [self.max, self.uniform, self.proportional];
        parts.iter().try_for_each(|&part| at_least("a part of the step", part, 0.0))?;
        if parts.iter().sum::<f64>() > 0.0 {
            return Ok(());
        }
        Err(Error::Spec("one of max, uniform and proportional must be above 0".into()))
    }

    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        let Some(worst) = block.worst().filter(|_| self.on.fires(block)) else { return 1.0 };
        let unit = round.cap * round.loss.slope(block.constraints[worst].z);
        if unit == 0.0 {
            return 1.0;
        }
        let whole = self.max + self.uniform + self.proportional;
        let shares = [
            (Share::Max, self.max),
            (Share::Uniform, self.uniform),
            (Share::Proportional, self.proportional),
        ];
        for (share, part) in shares.into_iter().filter(|(_, part)| *part > 0.0) {
            share.spread(unit * (part / whole), self.on, round.loss, block);
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
