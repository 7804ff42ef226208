//! The dual variables of a round, for those who ask: all that is needed to replay a certificate.
//!
//! ```text
//! A <- keep A + gain,    v <- keep v + sum_i d_i a_i,    gain = sum_i d_i b_i + sum_s gain(D_s)
//! ```
//!
//! with `D_s` the sum of the dual variables of slack s, `a_i` the terms of constraint i (and `own`
//! times the weights, in uniclass), `b_i` its shift. Where every row has a learner of its own
//! (one-vs-rest), ROMMA and ALMA multiply `A_r` and `v_r` of some rows instead, in `keeps`. Nothing
//! is written down unless [`Learner::follow_rounds`] asks for it.

use super::{Learner, Scratch};
use crate::certificate::LedgerEntry;
use crate::round::Term;
use serde::{Deserialize, Serialize};

/// A dual variable other than 0, with its constraint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dual {
    /// The dual variable.
    pub d: f64,
    /// Which slack of the round it belongs to.
    pub slack: usize,
    /// How often the loss of that slack counts.
    pub share: f64,
    /// The shift b.
    pub shift: f64,
    /// Share of the weights in the direction.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub own: f64,
    /// The direction a, as (part, row, coefficient).
    pub terms: Vec<(usize, usize, f64)>,
}

fn is_zero(x: &f64) -> bool {
    *x == 0.0
}

/// A round with its dual variables.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Traced {
    /// Weight of the example.
    pub weight: f64,
    /// The least margin.
    pub margin: f64,
    /// Loss, times the weight.
    pub loss: f64,
    /// Trade-off c.
    pub c: f64,
    /// The factor on A and v before the round is added; 1 but for ROMMA and ALMA.
    pub keep: f64,
    /// In one-vs-rest the rows whose A and v are multiplied first, each with its factor.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keeps: Vec<(usize, f64)>,
    /// What the dual variables add to A.
    pub gain: f64,
    /// The dual variables other than 0.
    pub duals: Vec<Dual>,
}

impl Traced {
    /// Writes down the round in these buffers.
    pub(super) fn note(&mut self, entry: &LedgerEntry, scratch: &Scratch, (keep, c): (f64, f64)) {
        let block = &scratch.block;
        let LedgerEntry { weight, margin, loss, gain, .. } = *entry;
        (self.weight, self.margin, self.loss, self.gain) = (weight, margin, loss, gain);
        (self.keep, self.c) = (keep, c);
        self.keeps.clone_from(&scratch.keeps);
        self.duals.clear();
        for slack in 0..block.groups() {
            let moved = block.constraints_of(slack).filter(|&i| block.duals[i] != 0.0);
            self.duals.extend(moved.map(|i| {
                Dual {
                    d: block.duals[i],
                    slack,
                    share: block.share_of(slack),
                    shift: block.constraints[i].shift,
                    own: block.constraints[i].own,
                    terms: block
                        .direction(i)
                        .iter()
                        .map(|&Term { part, row, coef }| (part, row, coef))
                        .collect(),
                }
            }));
        }
    }
}

impl<P, L, A, H, S> Learner<P, L, A, H, S> {
    /// From the next round on, [`Learner::traced`] has its dual variables.
    pub fn follow_rounds(&mut self) {
        self.run.progress.get_or_insert_default();
        self.run.traced.get_or_insert_default();
    }

    /// The last round with its dual variables; `None` if nobody follows.
    pub fn traced(&self) -> Option<&Traced> {
        self.run.traced.as_deref()
    }
}
