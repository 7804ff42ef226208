//! How the constraints of a round share slacks: all one (the worst counts), or one each (their mean counts).
//! (Amit et al., simultaneous projections, sec. 2 and 7.)

use crate::block::{Block, Term};
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

/// The terms of a constraint and its margin.
pub(super) type Asked<const N: usize> = ([Term; N], f64);

impl Form {
    /// Writes these constraints, of which `worst` is the first with the least margin. Of `max` only those within
    /// reach are written, and the worst in any case; it alone where the block knows the sides. Returns whether some margin is not above 0.
    pub(super) fn write<const N: usize>(
        self,
        worst: Asked<N>,
        all: impl Iterator<Item = Asked<N>> + Clone,
        block: &mut Block,
    ) -> bool {
        let (violated, reach) = (worst.1 <= 0.0, block.reach);
        match self {
            Form::Max => {
                block.begin(violated);
                if worst.1 >= reach || !block.leads.is_empty() {
                    block.push(&worst.0, 0.0, 0.0, worst.1);
                } else {
                    let near = all.filter(|(_, z)| *z < reach);
                    near.for_each(|(terms, z)| block.push(&terms, 0.0, 0.0, z));
                }
            }
            Form::Average => {
                let share = 1.0 / all.clone().count() as f64;
                block.overlapping = true;
                for (terms, z) in all {
                    block.begin_share(z <= 0.0, share);
                    block.push(&terms, 0.0, 0.0, z);
                }
            }
        }
        violated
    }
}

/// The first of these with the least margin.
pub(super) fn worst<const N: usize>(all: impl Iterator<Item = Asked<N>>) -> Option<Asked<N>> {
    all.reduce(|a, b| if b.1 < a.1 { b } else { a })
}
