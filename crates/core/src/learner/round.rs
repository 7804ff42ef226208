//! The round: look, score, constrain, ascend, settle, apply. A round that fails leaves no trace.

use super::{Learner, Outcome, Scratch, check_finite, check_shape, check_values, with_units};
use crate::ascent::{Ascent, Round, Trigger};
use crate::block::Block;
use crate::certificate::Entry;
use crate::error::{Error, Result};
use crate::hypothesis::{Class, Direction, ENTROPIC, Hypothesis, View, direction_length};
use crate::label::Label;
use crate::loss::Loss;
use crate::problem::Problem;
use crate::readout::Readout;
use crate::schedule::{Clock, Schedule};
use crate::standard::Standard;
use crate::vector::Instance;

/// Larger margins are refused: their squares, and sums of those, must stay finite.
const LARGEST_MARGIN: f64 = 1e140;

impl<P, L, A, H, S> Learner<P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule,
{
    /// Predicts, then learns from the label.
    ///
    /// On an error the learner is unchanged.
    pub fn learn(&mut self, x: Instance<'_>, label: Label<'_>) -> Result<Outcome> {
        self.learn_weighted(x, label, 1.0)
    }

    /// The same for an example that counts `weight` times.
    pub fn learn_weighted(
        &mut self,
        x: Instance<'_>,
        label: Label<'_>,
        weight: f64,
    ) -> Result<Outcome> {
        self.learn_parts(&[x], label, weight)
    }

    /// The same for an example of several parts.
    pub fn learn_parts(
        &mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
    ) -> Result<Outcome> {
        if !(weight >= 0.0 && weight.is_finite()) {
            return Err(Error::NotFinite(format!("the weight {weight} is not a number >= 0")));
        }
        check_shape(parts)?;
        if let companions @ 1.. = self.problem.companions(label) {
            return self.learn_changed(&with_units(parts, companions)?, label, weight);
        }
        if let Some(standard) = self.standard.take() {
            return self.learn_standardised(standard, parts, label, weight);
        }
        self.learn_as_is(parts, label, weight)
    }

    /// Learns from parts that are not those given. Kept apart: the loop of a round is compiled into those that are.
    #[inline(never)]
    fn learn_changed(
        &mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
    ) -> Result<Outcome> {
        self.learn_as_is(parts, label, weight)
    }

    /// The same with standardised columns; what failed, or weighs nothing, does not count in their moments.
    fn learn_standardised(
        &mut self,
        mut standard: Box<Standard>,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
    ) -> Result<Outcome> {
        let result = check_values(parts)
            .and_then(|()| self.learn_changed(&[standard.observe(parts[0])], label, weight));
        if result.is_ok() && weight > 0.0 {
            standard.commit();
        }
        self.standard = Some(standard);
        result
    }

    #[inline(always)]
    fn learn_as_is(
        &mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
    ) -> Result<Outcome> {
        let before = (self.c, self.started);
        let mut known = None;
        if self.schedule.strength().is_some() {
            self.scratch.width = self.hypothesis.dimension();
        }
        self.hypothesis.mark();
        self.look(parts, weight);
        let result = self.round(parts, label, weight, &mut known);
        if result.is_err() {
            self.take_back(before, known);
        }
        result
    }

    /// Takes back what was marked.
    #[cold]
    fn take_back(&mut self, before: (f64, bool), known: Option<P>) {
        (self.c, self.started) = before;
        if let Some(problem) = known {
            self.problem = problem;
        }
        self.hypothesis.undo();
    }

    /// Looks at an example. What counts for nothing leaves no trace, but that a bounded set has its features: comparators may
    /// use them.
    #[inline(always)]
    pub(super) fn look(&mut self, parts: &[Instance<'_>], weight: f64) {
        let view = &mut self.scratch.view;
        if weight > 0.0 || matches!(self.hypothesis.class(), Class::Bounded { .. }) {
            self.hypothesis.meet(parts, view);
        } else {
            self.hypothesis.look(parts, view);
        }
    }

    /// The round proper. On an error what was marked is taken back; `known` holds the problem as it was before
    /// it took in a new label.
    #[inline(always)]
    fn round(
        &mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
        known: &mut Option<P>,
    ) -> Result<Outcome> {
        check_finite(&self.scratch.view)?;
        let c = self.advance()?;
        if self.problem.starts_at_first_instance() && !self.started {
            self.started = true;
            if self.hypothesis.start_at(parts[0], self.c) {
                self.ledger.travelled = self.c * self.scratch.view.size();
                return Ok(Outcome::default());
            }
        }
        self.observe(parts, label, known)?;
        let keep = if weight == 0.0 { 1.0 } else { self.ascend(parts, weight) };
        let mut entry = self.blank_entry(weight);
        self.fill(&mut entry);
        self.settle(&mut entry, keep, c)?;
        if self.progress.is_some() {
            self.note_progress(parts, weight, keep);
        }
        if entry.mass != 0.0 || keep != 1.0 {
            self.apply(parts, weight, keep);
        }
        let block = &self.scratch.block;
        let outcome = Outcome {
            score: self.problem.score(&self.scratch.view),
            margin: entry.margin,
            loss: entry.loss,
            mistake: block.mistake,
            violation: entry.mistake,
            quality: block.quality,
            step: entry.mass,
            counted: true,
        };
        if self.past.is_some() && weight > 0.0 {
            self.look_back(parts, weight);
        }
        self.hypothesis.tick(self.c, &self.scratch.view);
        if self.readout == Readout::Vote {
            self.vote.tick();
        }
        Ok(outcome)
    }

    /// Moves the clock: c for this round, 0 if all instances so far were zero.
    #[inline(always)]
    pub(super) fn advance(&mut self) -> Result<f64> {
        if self.schedule.constant() == Some(self.c) && self.floor == self.c {
            return Ok(self.c);
        }
        let most_complex = match self.hypothesis.class() {
            // One corner has nothing to tell apart; until a second one is seen the scale is that of two.
            Class::Bounded { most, .. } if most > 0.0 => Some(most),
            Class::Bounded { .. } => Some(std::f64::consts::LN_2),
            Class::Norm(_) | Class::Distance => None,
        };
        let clock = Clock {
            round: self.ledger.rounds + 1,
            size: self.scratch.view.size(),
            mistakes: self.ledger.mistakes,
            loss: self.ledger.loss.value(),
            most_complex,
        };
        let c = self.schedule.tradeoff(&clock).max(self.floor);
        if !c.is_finite() {
            return Err(Error::NotFinite("the trade-off c is out of range: scale the data".into()));
        }
        // While every instance was zero there is no scale yet: any c gives the starting weights.
        self.c = if c > 0.0 { c } else { 1.0 };
        Ok(c)
    }

    /// Scores the example and writes what its label asks.
    #[inline(always)]
    fn observe(
        &mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        known: &mut Option<P>,
    ) -> Result<()> {
        self.hypothesis.prepare(self.c);
        self.score(parts);
        let reach = match self.past {
            None => self.ascent.reach(&self.loss),
            // What costs nothing now may do so when the round is revisited.
            Some(_) => f64::INFINITY,
        };
        let Scratch { view, block, .. } = &mut self.scratch;
        // A round that is kept is kept with all its constraints.
        block.by_rows = self.ascent.by_rows() && self.past.is_none();
        block.clear(&self.loss, reach);
        if self.problem.constrain(view, label, block).is_ok() {
            return Ok(());
        }
        // Perhaps a label that is new; if it cannot be taken in, that error is the answer.
        *known = Some(self.problem.clone());
        self.problem.admit(label)?;
        let late = self.problem.rows() > self.hypothesis.rows();
        if late {
            self.hypothesis.widen(self.problem.rows());
            self.hypothesis.look(parts, &mut self.scratch.view);
            self.score(parts);
        }
        let Scratch { view, block, .. } = &mut self.scratch;
        block.clear(&self.loss, reach);
        self.problem.constrain(view, label, block)?;
        // Nobody predicts a class that was never seen while others were.
        block.mistake |= late && block.groups() > 0;
        Ok(())
    }

    #[inline(always)]
    pub(super) fn score(&mut self, parts: &[Instance<'_>]) {
        let view = &mut self.scratch.view;
        self.hypothesis.score(parts, self.c, view);
        if self.problem.starts_at_first_instance() {
            view.gap = self.hypothesis.gap(parts[0], self.c, view);
        }
    }

    /// The cap on the dual variables of a round of this weight.
    #[inline(always)]
    fn cap(&self, weight: f64) -> f64 {
        if self.schedule.is_hard() { f64::INFINITY } else { weight }
    }

    /// Steps in every group; returns the factor on what was learned before.
    #[inline(always)]
    fn ascend(&mut self, parts: &[Instance<'_>], weight: f64) -> f64 {
        let cap = self.cap(weight);
        let Scratch { view, block, .. } = &mut self.scratch;
        let (loss, hypothesis) = (&self.loss, &mut self.hypothesis);
        let mut round = Round { parts, view, loss, hypothesis, c: self.c, cap };
        let mut keep = 1.0;
        for group in 0..block.groups() {
            block.turn_to(group);
            round.cap = cap * block.share_of(group);
            keep *= self.ascent.step(&mut round, block);
        }
        keep
    }

    /// Enters the round into the ledger, once it is sure that the step is finite.
    #[inline(always)]
    fn settle(&mut self, entry: &mut Entry, keep: f64, c: f64) -> Result<()> {
        if self.schedule.strength().is_some() {
            entry.complexity = self.hypothesis.own_complexity(self.c) + self.widening();
        }
        // Without loss no total moves.
        let enters = match keep {
            1.0 => entry.loss + entry.complexity == 0.0 || self.ledger.can_enter(entry),
            _ => self.rescale(keep, entry),
        };
        if !enters || entry.margin.abs() > LARGEST_MARGIN {
            return Err(Error::NotFinite(
                "the numbers of this round are too large: scale the data or choose a smaller C"
                    .into(),
            ));
        }
        self.ledger.enter(entry);
        if self.schedule.settle(entry.size, entry.mistake || entry.mass != 0.0) {
            self.floor = c;
        }
        Ok(())
    }

    /// By how much the sum of f over the rounds before grew with the features of this one: the relative entropy is that
    /// to the uniform weights, and there are more of them.
    fn widening(&self) -> f64 {
        let (before, now) = (self.scratch.width, self.hypothesis.dimension());
        match self.hypothesis.class() {
            Class::Bounded { measure: ENTROPIC, .. } if now > before => {
                let rows = self.hypothesis.rows() as f64;
                self.ledger.rounds as f64 * rows * (now as f64 / before.max(1) as f64).ln()
            }
            _ => 0.0,
        }
    }

    /// Old dual variables shrink or grow with the weights they made; false, and nothing done, if the round cannot
    /// be entered then.
    #[cold]
    fn rescale(&mut self, keep: f64, entry: &Entry) -> bool {
        let ledger = self.ledger.rescaled(keep);
        let enters =
            keep.is_finite() && ledger.can_enter(entry) && entry.margin.abs() <= LARGEST_MARGIN;
        if enters {
            self.ledger = ledger;
        }
        enters
    }

    /// The entry of a round before its losses.
    #[inline(always)]
    pub(super) fn blank_entry(&self, weight: f64) -> Entry {
        let Scratch { view, block, .. } = &self.scratch;
        Entry { weight, mistake: block.violation, size: view.size(), ..Entry::default() }
    }

    /// What the round adds to the ledger, written where it is: an entry is large.
    #[inline(always)]
    pub(super) fn fill(&self, entry: &mut Entry) {
        let (block, weight) = (&self.scratch.block, entry.weight);
        let mut least = f64::INFINITY;
        for group in 0..block.groups() {
            let Some(worst) = block.worst_of(group) else { continue };
            let z = block.constraints[worst].z;
            let loss = weight * block.share_of(group) * self.loss.value(z);
            least = if z < least { z } else { least };
            entry.loss += loss;
            if block.violated_in(group) {
                entry.mistake_loss += loss;
            }
            if loss != 0.0 {
                self.account(entry, group, worst, loss);
            }
        }
        entry.margin = if least.is_finite() { least } else { 0.0 };
    }

    /// What the duals of a group add, and the size of its subgradient. Kept apart: rounds without loss pass by.
    #[inline(never)]
    fn account(&self, entry: &mut Entry, group: usize, worst: usize, loss: f64) {
        let Scratch { view, block, .. } = &self.scratch;
        let worst_length = length(view, block, worst);
        let weight = entry.weight * block.share_of(group);
        let (mut total, mut mass, mut path, mut moved) = (0.0, 0.0, 0.0, 0);
        for i in block.constraints_of(group) {
            let (d, k) = (block.duals[i], &block.constraints[i]);
            if d == 0.0 {
                continue;
            }
            total += d;
            moved += 1;
            mass += d.abs();
            path += d.abs() * if i == worst { worst_length } else { length(view, block, i) };
            if k.shift != 0.0 {
                entry.gain += d * k.shift;
                entry.blur += (d * k.shift).abs();
            }
            if k.own != 0.0 {
                // A direction found with this relative error may leave the unit ball by as much, and its
                // lever is off by as much: enough is put aside for any comparator.
                let doubt = d.abs() * view.gap.doubt / f64::EPSILON;
                entry.blur += doubt * (view.gap.start + 1.0 / k.own.abs());
                entry.wobble += doubt;
            }
        }
        entry.step += path;
        entry.is_shared |= moved > 1 && !self.ascent.dominates();
        if mass != 0.0 {
            entry.mass += mass;
            entry.peak = entry.peak.max(mass / weight);
            entry.gain += self.loss.gain(total, self.cap(weight));
            // Either part of a squared loss' gain exceeds the gain by no more than this.
            entry.blur += 2.0 * loss;
        }
        if self.ascent.trigger() == Trigger::Loss || block.violated_in(group) {
            let slope = weight * self.loss.slope(block.constraints[worst].z).abs();
            let square = (slope * worst_length).powi(2) / (2.0 * self.c);
            entry.subgradient = if block.overlapping {
                (entry.subgradient.sqrt() + square.sqrt()).powi(2)
            } else {
                // Groups are over different rows, so their subgradients are orthogonal.
                entry.subgradient + square
            };
        }
    }

    fn apply(&mut self, parts: &[Instance<'_>], weight: f64, keep: f64) {
        let Scratch { view, block, moves, .. } = &mut self.scratch;
        block.combine(moves);
        let own: f64 = block.duals.iter().zip(&block.constraints).map(|(d, k)| d * k.own).sum();
        let step = Direction {
            parts,
            view,
            terms: moves,
            own: own + (keep - 1.0) * self.c,
            c: self.c,
            weight,
        };
        self.hypothesis.apply(&step);
        let kept = 1.0 + step.own / self.c;
        if kept != 1.0 {
            self.problem.kept(kept);
        }
        if self.readout == Readout::Vote {
            self.vote.record(parts[0], moves, kept, self.problem.rows());
        }
    }
}

/// Dual norm of direction `i`, or a bound on it.
#[inline(always)]
fn length(view: &View, block: &Block, i: usize) -> f64 {
    if block.constraints[i].own != 0.0 {
        // Directions with a share of the weights are unit vectors.
        return 1.0;
    }
    direction_length(view, block.direction(i))
}
