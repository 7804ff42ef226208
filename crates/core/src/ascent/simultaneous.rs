//! Simultaneous projections: every violated constraint takes its own exact step, and the steps are
//! averaged: `d_i = e_i/|E|` with `e_i` the exact step on constraint i alone and E the violated
//! constraints.
//!
//! On any loss (E: what costs something) this is SimProj, on mistakes (E: the wrong and the tied)
//! ConProj; in the entropy geometry they are the multiplicative forms. The dual is concave, so it
//! grows at least by the mean of what the single steps would add. (The same with unit steps,
//! SimPerc, is the ascent `spread:on=mistake`.) Default: on any loss. (Amit et al., simultaneous
//! projections, sec. 5.2, 5.3 and 8.)

use super::share::is_violated;
use super::{Ascent, Round, Trigger, violated};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::Component;
use crate::round::Block;
use serde::{Deserialize, Serialize};

/// The mean of the exact steps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Simultaneous {
    /// When to step, and on which constraints.
    pub on: Trigger,
}

impl Component for Simultaneous {
    const ABOUT: &'static str = "mean of the exact steps on all violated constraints: SimProj \
        (on=loss), ConProj (on=mistake)";
    const REFERENCE: &'static str = "Amit et al., simultaneous projections, sec. 5.2 and 5.3";
}

impl Ascent for Simultaneous {
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        if !self.on.fires(block) {
            return 1.0;
        }
        let (active, mut count) = (block.active(), 0.0);
        for i in active.clone() {
            let constraint = &block.constraints[i];
            let z = constraint.z;
            if round.loss.slope(z) != 0.0 && is_violated(self.on, round.loss, constraint) {
                let direction = round.direction(block, i);
                block.duals[i] = round.hypothesis.exact(&direction, z, round.loss, round.cap);
                count += 1.0;
            }
        }
        if count > 1.0 {
            block.duals[active].iter_mut().for_each(|d| *d /= count);
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
