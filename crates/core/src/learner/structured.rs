//! What a round of a structured output does besides: its trade-off may depend on the direction it
//! asks for, and its constraints, too many to be written, may be asked for while it is solved.

use super::{Composition, Scratch};
use crate::ascent::Ascent;
use crate::error::{Error, Result};
use crate::hypothesis::{Hypothesis, Response};
use crate::loss::Loss;
use crate::problem::Problem;
use crate::round::{Block, Direction, Label, Term, View};
use crate::schedule::Schedule;
use crate::vector::Instance;

/// How often a round may ask for one more constraint.
const MOST_TURNS: usize = 50;

/// A constraint that costs less than this share of the loss of the round more is not asked for.
const LEAST_MORE: f64 = 1e-6;

impl<P, L, A, H, S> Composition<'_, P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule,
{
    /// Chooses c anew for a round that is a mistake, where the schedule follows the lengths of
    /// directions, and says how long this one is. The prediction stays what it was: it is the same
    /// at every c.
    #[inline(always)]
    pub(super) fn retune(self, parts: &[Instance<'_>]) -> Result<Option<f64>> {
        let mistakes = self.run.counts().mistakes + 1;
        match self.schedule.retune(0.0, mistakes) {
            None => Ok(None),
            Some(_) => self.retune_along(parts, mistakes).map(Some),
        }
    }

    #[cold]
    fn retune_along(self, parts: &[Instance<'_>], mistakes: u64) -> Result<f64> {
        let Scratch { view, block, .. } = &mut self.run.scratch;
        let Some(worst) = block.predicted() else { return Ok(0.0) };
        let (terms, before) = (block.direction(worst), self.run.c);
        let asked = Direction { parts, view, terms, own: 0.0, c: 1.0, weight: 1.0 };
        let length = self.hypothesis.curvature(&asked, Default::default()).max(0.0).sqrt();
        let c = self.schedule.retune(length, mistakes).unwrap_or(before).max(self.run.floor);
        if !c.is_finite() {
            return Err(Error::NotFinite("the trade-off c is out of range: scale the data".into()));
        }
        // Until some direction has a length any c gives the starting weights.
        self.run.c = if c > 0.0 { c } else { 1.0 };
        self.hypothesis.prepare(self.run.c);
        rescale(view, block, before / self.run.c);
        Ok(length)
    }

    /// Steps on all constraints of a round, also on those that were not written: after each step
    /// the problem adds the constraint that costs most at the weights it leads to, until none costs
    /// more than those that are there.
    #[inline(never)]
    pub(super) fn ascend_on_all(
        mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
    ) -> f64 {
        let mut keep = self.ascend(parts, weight);
        if !self.problem.separates() || self.run.scratch.block.constraints.is_empty() {
            return keep;
        }
        let mut more = f64::INFINITY;
        for turn in 1..=MOST_TURNS {
            let written = self.run.scratch.block.constraints.len();
            more = self.lend().separate(parts, label);
            let block = &mut self.run.scratch.block;
            if block.constraints.len() == written || turn == MOST_TURNS {
                break;
            }
            block.duals.fill(0.0);
            block.gap = 0.0;
            keep = self.ascend(parts, weight);
        }
        // A constraint that was not written could raise the dual by what it costs more at most.
        self.run.scratch.block.gap += weight * more;
        keep
    }

    /// Adds the constraint that costs most at the weights the step leads to, if it costs more than
    /// those that are there; by how much more it costs.
    fn separate(self, parts: &[Instance<'_>], label: Label<'_>) -> f64 {
        let Scratch { view, block, moves, .. } = &mut self.run.scratch;
        let response = self.hypothesis.response(parts, 0, view, self.run.c);
        if !matches!(response, Response::Linear { .. }) {
            return f64::INFINITY;
        }
        block.combine(moves);
        let moved = moved_scores(parts, (view, moves), &*self.hypothesis, self.run.c);
        let rows = self.problem.rows();
        let along = |i: usize| -> f64 {
            block.direction(i).iter().map(|t| t.coef * moved[t.part * rows + t.row]).sum()
        };
        let shifted = |i: usize| block.margin + block.constraints[i].shift - along(i);
        let level = (0..block.constraints.len()).map(shifted).fold(0.0, f64::max);
        let least =
            LEAST_MORE * block.constraints.iter().map(|k| -k.z).fold(block.margin, f64::max);
        let cost = self.problem.separate((view, &moved), label, level + least, block);
        (cost - level).max(0.0)
    }
}

/// The scores of all parts in all rows after a step along these terms.
fn moved_scores<H: Hypothesis>(
    parts: &[Instance<'_>],
    (view, moves): (&View, &[Term]),
    hypothesis: &H,
    c: f64,
) -> Vec<f64> {
    let mut scores = view.scores.clone();
    let rows = scores.len() / parts.len();
    for step in moves {
        let x = parts[step.part];
        for (p, other) in parts.iter().enumerate() {
            let squares = (x.square(), other.square());
            let similarity = hypothesis.similarity(step.row, x.inner(*other), squares.0, squares.1);
            scores[p * rows + step.row] += step.coef * similarity / c;
        }
    }
    scores
}

/// Multiplies the weights that scores and margins were seen at.
fn rescale(view: &mut View, block: &mut Block, factor: f64) {
    view.scores.iter_mut().for_each(|score| *score *= factor);
    block.score.iter_mut().for_each(|score| *score *= factor);
    for k in &mut block.constraints {
        k.z = (k.z + k.shift) * factor - k.shift;
    }
}
