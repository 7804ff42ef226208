//! The exact step on all constraints of a group at once: the dual variables maximise
//! `sum_i d_i b_i + gain(sum_i d_i) - c f*((v + sum_i d_i a_i)/c)` with `d >= 0` and
//! `sum d <= cap`.
//!
//! Where every row of one side should lead every row of the other on one instance (classes, label
//! sets) this is update III of label ranking: k variables instead of one per pair, by filling with
//! water where scores have levels (Euclid: this is SOPOPO; entropy with instances whose entries are
//! equal), else by the interior point method. Any other group (blocks of tasks, candidates,
//! documents) is solved in the Euclidean geometry by pairwise ascent on its Gram matrix, or by the
//! subgradient iteration of Pegasos (which needs many steps where C is far above what the loss asks
//! for), until the duality gap is below `gap` times what the best single constraint would add; so
//! are groups whose directions overlap (averages over pairs or sets), all of them together.
//! Defaults: solver fastest, gap 1e-9. (Shalev-Shwartz & Singer, label ranking, sec. 3 and 4; Amit
//! et al., simultaneous projections, sec. 2 and 9.)

mod gram;
mod products;
mod sides;

use super::{Ascent, Round, Trigger, violated};
use crate::error::{Error, Result};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::Component;
use crate::round::Block;
use serde::{Deserialize, Serialize};

/// How the problem of the round is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Solver {
    /// The fastest that fits.
    #[default]
    Fastest,
    /// The interior point method (classes and label sets).
    Interior,
    /// Pairwise ascent on the Gram matrix (Euclid).
    Pairwise,
    /// The subgradient iteration of Pegasos (Euclid).
    Pegasos,
}

/// The best dual variables of all constraints together, whatever their directions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Joint {
    /// How it is solved.
    pub solver: Solver,
    /// How much of the best increase of the dual may be missing, as a share of what one constraint
    /// alone would add.
    pub gap: f64,
}

impl Default for Joint {
    fn default() -> Self {
        Joint { solver: Solver::Fastest, gap: 1e-9 }
    }
}

impl Joint {
    /// Whether it asks for inner products of directions, which only the Euclidean geometry has.
    pub(crate) fn needs_products(&self) -> bool {
        matches!(self.solver, Solver::Pairwise | Solver::Pegasos)
    }
}

impl Component for Joint {
    const ABOUT: &'static str = "exact step on all constraints together: update III of label \
        ranking, SOPOPO, OptSolv (pairs as labels outside Euclid: the worst pair)";
    const REFERENCE: &'static str = "Shalev-Shwartz & Singer, label ranking, sec. 4; Amit et al., \
        simultaneous projections, sec. 9";
}

impl Ascent for Joint {
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        let Some(worst) = block.worst() else { return 1.0 };
        let z = block.constraints[worst].z;
        if round.loss.slope(z) == 0.0 {
            return 1.0;
        }
        if !block.leads.is_empty() {
            sides::solve(round, block, worst, self.solver == Solver::Interior);
        } else if block.active().len() == 1 {
            let direction = round.direction(block, worst);
            block.duals[worst] = round.hypothesis.exact(&direction, z, round.loss, round.cap);
        } else {
            return gram::solve(round, block, self, &[(block.focus(), round.cap)]);
        }
        1.0
    }

    fn step_together<L: Loss, H: Hypothesis>(
        &self,
        round: &mut Round<'_, L, H>,
        block: &mut Block,
    ) -> Option<f64> {
        let caps = (0..block.groups()).map(|group| (group, round.cap * block.share_of(group)));
        let groups: Vec<(usize, f64)> = caps.collect();
        Some(gram::solve(round, block, self, &groups))
    }

    fn solves_rounds(&self) -> bool {
        true
    }

    fn check(&self) -> Result<()> {
        if self.gap > 0.0 && self.gap < 1.0 {
            return Ok(());
        }
        Err(Error::Spec(format!("the gap is between 0 and 1, not {}", self.gap)))
    }

    fn trigger(&self) -> Trigger {
        Trigger::Loss
    }

    fn reach<L: Loss>(&self, loss: &L) -> f64 {
        violated(loss)
    }

    fn by_rows(&self) -> bool {
        !self.needs_products()
    }

    fn gap(&self, block: &Block) -> Option<f64> {
        block.gap.is_finite().then_some(block.gap)
    }
}
