//! How a unit step is shared among the violated constraints E of a group.
//!
//! `max`: all on the worst; `uniform`: `1/|E|` each; `proportional`: in proportion to how far each
//! is violated, and uniform where that is 0 for all (an exact tie, the rule the source leaves
//! open). E holds the constraints whose answer is wrong or tied (`<w,a> <= 0`, whatever margin they
//! ask for) when acting on mistakes, and those that cost something when acting on any loss.
//! (Crammer & Singer 2003, sec. 4 and 8: max-score, uniform and proportional updates.)

use super::Trigger;
use crate::loss::Loss;
use crate::round::{Block, Constraint};
use serde::{Deserialize, Serialize};

/// Who gets how much of a unit step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Share {
    /// All to the worst.
    #[default]
    Max,
    /// Equal parts.
    Uniform,
    /// In proportion to the violation.
    Proportional,
}

impl Share {
    /// Adds `amount`, shared out, to the dual variables of the group in focus.
    pub(super) fn spread<L: Loss>(self, amount: f64, on: Trigger, loss: &L, block: &mut Block) {
        match self {
            Share::Max => {
                if let Some(i) = block.worst() {
                    block.duals[i] += amount;
                }
            }
            Share::Uniform => uniform(amount, on, loss, block),
            Share::Proportional => {
                let total: f64 = block.active().map(|i| excess(on, loss, block, i)).sum();
                if !(total > 0.0 && total.is_finite()) {
                    return uniform(amount, on, loss, block);
                }
                for i in block.active() {
                    block.duals[i] += amount * (excess(on, loss, block, i) / total);
                }
            }
        }
    }
}

fn uniform<L: Loss>(amount: f64, on: Trigger, loss: &L, block: &mut Block) {
    let violated = |i: &usize| is_violated(on, loss, &block.constraints[*i]);
    let count = block.active().filter(violated).count();
    for i in block.active() {
        if is_violated(on, loss, &block.constraints[i]) {
            block.duals[i] += amount / count as f64;
        }
    }
}

/// Whether a constraint belongs to E.
pub(super) fn is_violated<L: Loss>(on: Trigger, loss: &L, constraint: &Constraint) -> bool {
    match on {
        Trigger::Mistake => constraint.z + constraint.shift <= 0.0,
        Trigger::Loss => loss.slope(constraint.z) != 0.0,
    }
}

/// How far a constraint is violated; the slope where a loss has no margin that costs nothing.
fn excess<L: Loss>(on: Trigger, loss: &L, block: &Block, i: usize) -> f64 {
    let Constraint { z, shift, .. } = block.constraints[i];
    match on {
        Trigger::Mistake => (-z - shift).max(0.0),
        Trigger::Loss if loss.miss(z).is_finite() => loss.miss(z),
        Trigger::Loss => loss.slope(z),
    }
}
