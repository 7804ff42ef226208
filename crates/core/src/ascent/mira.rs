//! MIRA: the exact step over all constraints of a group at once. The dual variables maximise
//! `sum_i d_i (b_i + margin - <a_i,w>) - 0.5 |sum_i d_i a_i|^2/c` with `d >= 0` and `sum d <= cap`.
//!
//! For the multiclass directions `|a_i|^2 = 2A` and `<a_i,a_j> = A`, so it is a projection onto a
//! simplex, solved by sorting in O(k + v log v) for v violated constraints (`solve`). The k best
//! outputs of a structure have directions of any products: they are solved as by
//! [`Joint`](super::Joint). With one constraint it is the exact step of Passive-Aggressive: binary
//! MIRA. `solver` chooses among four that agree, for tests. Default: sort. (Crammer & Singer 2003,
//! sec. 5, Eq. 12-16.)

use super::{Ascent, Joint, Round, Trigger, violated};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::Component;
use crate::round::Block;
use crate::solve::MiraSolver;
use serde::{Deserialize, Serialize};

/// The best dual variables of all constraints together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mira {
    /// How the projection is computed.
    pub solver: MiraSolver,
}

impl Component for Mira {
    const ABOUT: &'static str = "best dual variables of all constraints together: smallest change \
        that reaches every margin";
    const REFERENCE: &'static str = "Crammer & Singer 2003, sec. 5";
}

impl Ascent for Mira {
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        let Some(worst) = block.worst() else { return 1.0 };
        let z = block.constraints[worst].z;
        if round.loss.slope(z) == 0.0 {
            return 1.0;
        }
        if round.parts.len() > 1 {
            // Directions over several parts have any inner products.
            return Joint::default().step(round, block);
        }
        let q = round.hypothesis.curvature(&round.direction(block, worst), Default::default());
        if q <= 0.0 {
            // The margin cannot move.
            block.duals[worst] = round.loss.step(z, q, round.cap);
            return 1.0;
        }
        let (active, [mut excess, mut spare]) = (block.active(), block.take_scratch());
        let misses = block.constraints[active.clone()].iter().map(|k| round.loss.miss(k.z));
        excess.clear();
        excess.extend(misses.map(|miss| (2.0 * miss / q).min(f64::MAX)));
        self.solver.solve(&excess, round.cap, &mut spare, &mut block.duals[active]);
        block.keep_scratch([excess, spare]);
        1.0
    }

    fn trigger(&self) -> Trigger {
        Trigger::Loss
    }

    fn reach<L: Loss>(&self, loss: &L) -> f64 {
        violated(loss)
    }
}
