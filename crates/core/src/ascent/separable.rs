//! Separable step (SimOpt): the shares of the constraints are chosen together, but as if their
//! directions were orthogonal: `max sum_i (own increase of constraint i at d_i)` with `d >= 0`,
//! `sum d <= cap`.
//!
//! In the Euclidean geometry an O(k log k) water level, else the root of one monotone function.
//! Where directions are correlated the sum promises more than the dual gives: the increase may be
//! below that of a Perceptron step, even negative, and the mistake bound printed for it is false.
//! `guard` repairs that: the better of this step and the averaged one ([`Simultaneous`]) is taken,
//! so that the bound of the latter holds. The run's own certificate holds either way. Default:
//! guarded. (Amit et al., simultaneous projections, sec. 5.4, Lemma 1; Cor. 4 does not hold without
//! the guard.)

use super::{Ascent, Round, Simultaneous, Trigger, violated};
use crate::geometry::Curvature;
use crate::hypothesis::{Hypothesis, Response};
use crate::loss::Loss;
use crate::registry::Component;
use crate::round::{Block, Direction};
use crate::solve::{separable_budget, separable_budget_by};
use serde::{Deserialize, Serialize};

/// The best shares if constraints did not interact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Separable {
    /// Whether the averaged step is taken where it is better.
    pub guard: bool,
}

impl Default for Separable {
    fn default() -> Self {
        Separable { guard: true }
    }
}

impl Component for Separable {
    const ABOUT: &'static str = "best dual variables of all constraints as if orthogonal (SimOpt); \
        guard: not worse than the averaged step";
    const REFERENCE: &'static str =
        "Amit et al., simultaneous projections, sec. 5.4 (Cor. 4 needs the guard)";
}

impl Ascent for Separable {
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        let active = block.active();
        let Some(worst) =
            block.worst().filter(|&i| round.loss.slope(block.constraints[i].z) != 0.0)
        else {
            return 1.0;
        };
        if active.len() == 1 {
            let (direction, z) = (round.direction(block, worst), block.constraints[worst].z);
            block.duals[worst] = round.hypothesis.exact(&direction, z, round.loss, round.cap);
            return 1.0;
        }
        match round.hypothesis.response(round.parts, 0, round.view, round.c) {
            Response::Linear { .. } => budgeted(round, block),
            Response::Logistic { .. } | Response::Numeric => levelled(round, block),
        }
        if self.guard {
            keep_better(round, block);
        }
        1.0
    }

    fn dominates(&self) -> bool {
        false
    }

    fn trigger(&self) -> Trigger {
        Trigger::Loss
    }

    fn reach<L: Loss>(&self, loss: &L) -> f64 {
        violated(loss)
    }
}

/// The water level of the Euclidean geometry.
fn budgeted<L: Loss, H: Hypothesis>(round: &mut Round<'_, L, H>, block: &mut Block) {
    let active = block.active();
    let [mut misses, mut curvatures] = block.take_scratch();
    misses.clear();
    curvatures.clear();
    for i in active.clone() {
        misses.push(round.loss.miss(block.constraints[i].z));
        let direction = round.direction(block, i);
        curvatures.push(round.hypothesis.curvature(&direction, Curvature::Width));
    }
    let duals = &mut block.duals[active];
    separable_budget(&misses, &curvatures, round.cap, &mut Vec::new(), duals);
    block.keep_scratch([misses, curvatures]);
}

/// The water level of any geometry: each constraint steps until its margin is within the price of
/// what is asked.
fn levelled<L: Loss, H: Hypothesis>(round: &mut Round<'_, L, H>, block: &mut Block) {
    let active = block.active();
    let most = active.clone().map(|i| round.loss.miss(block.constraints[i].z)).fold(0.0, f64::max);
    let [mut duals, spare] = block.take_scratch();
    duals.clear();
    duals.resize(active.len(), 0.0);
    separable_budget_by(most, round.cap, &mut duals, |j, price| {
        let i = active.start + j;
        let (direction, z) = (round.direction(block, i), block.constraints[i].z + price);
        round.hypothesis.exact(&direction, z, round.loss, round.cap)
    });
    block.duals[active].copy_from_slice(&duals);
    block.keep_scratch([duals, spare]);
}

/// Takes the averaged step instead, if the dual grows more by it.
fn keep_better<L: Loss, H: Hypothesis>(round: &mut Round<'_, L, H>, block: &mut Block) {
    let active = block.active();
    let gained = increase(round, block);
    let [mut duals, spare] = block.take_scratch();
    duals.clear();
    duals.extend_from_slice(&block.duals[active.clone()]);
    block.duals[active.clone()].fill(0.0);
    let on = if block.violated() { Trigger::Mistake } else { Trigger::Loss };
    Simultaneous { on }.step(round, block);
    if increase(round, block) < gained {
        block.duals[active].copy_from_slice(&duals);
    }
    block.keep_scratch([duals, spare]);
}

/// By how much the dual variables of the group in focus raise the dual.
fn increase<L: Loss, H: Hypothesis>(round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
    let mut terms = std::mem::take(&mut block.spare_terms);
    block.combine_active(&mut terms);
    let (parts, view, c) = (round.parts, round.view, round.c);
    let direction = Direction { parts, view, terms: &terms, own: 0.0, c, weight: round.cap };
    let rise = round.hypothesis.rise(&direction);
    block.spare_terms = terms;
    let total: f64 = block.active().map(|i| block.duals[i]).sum();
    let shifts = block.active().map(|i| block.duals[i] * block.constraints[i].shift);
    shifts.sum::<f64>() + round.loss.gain(total, round.cap) - rise
}
