//! How the constraints of a round share slacks: all one (the worst counts), or one each (their mean
//! counts). (Amit et al., simultaneous projections, sec. 2 and 7.)

use crate::round::{Block, Term};
use serde::{Deserialize, Serialize};

/// The loss of a round in terms of those of its constraints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// The largest: one slack for all.
    #[default]
    Max,
    /// The mean: a slack each.
    Average,
}

/// A constraint as a problem asks for it.
#[derive(Clone, Copy)]
pub(super) struct FormConstraint<const N: usize> {
    /// Its terms.
    pub(super) terms: [Term; N],
    /// `<a,w>`: what is not above 0 is wrong or tied.
    pub(super) lead: f64,
    /// What is asked of the lead besides the margin of the loss.
    pub(super) shift: f64,
}

impl<const N: usize> FormConstraint<N> {
    /// The margin.
    fn z(&self) -> f64 {
        self.lead - self.shift
    }

    fn push(&self, block: &mut Block) {
        block.push(&self.terms, 0.0, self.shift, self.z());
    }

    fn push_beyond(&self, block: &mut Block) {
        block.push_beyond(&self.terms, 0.0, self.shift, self.z());
    }
}

impl Form {
    /// Writes these constraints, of which `worst` is the first with the least margin. Of `max` only
    /// those within reach are written, and the worst in any case; it alone where the block knows
    /// the sides. If it is within reach, the others follow where the block is to be whole: a step
    /// that lifts one pair may lower another. `violated`: whether some lead is not above 0.
    pub(super) fn write<const N: usize>(
        self,
        worst: FormConstraint<N>,
        all: impl Iterator<Item = FormConstraint<N>> + Clone,
        violated: bool,
        block: &mut Block,
    ) {
        let reach = block.reach;
        block.violation = violated;
        match self {
            Form::Max => {
                block.begin(violated);
                if worst.z() >= reach || !block.leads.is_empty() {
                    worst.push(block);
                } else {
                    let is_near = |constraint: &FormConstraint<N>| constraint.z() < reach;
                    let others = all.clone().filter(|constraint| !is_near(constraint));
                    all.filter(is_near).for_each(|constraint| constraint.push(block));
                    if block.whole {
                        others.for_each(|constraint| constraint.push_beyond(block));
                    }
                }
            }
            Form::Average => {
                let share = 1.0 / all.clone().count() as f64;
                block.overlapping = true;
                for constraint in all {
                    block.begin_share(constraint.lead <= 0.0, share);
                    constraint.push(block);
                }
            }
        }
    }
}

/// The first of these with the least margin.
pub(super) fn worst<const N: usize>(
    all: impl Iterator<Item = FormConstraint<N>>,
) -> Option<FormConstraint<N>> {
    all.reduce(|a, b| if b.z() < a.z() { b } else { a })
}
