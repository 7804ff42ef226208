//! The round: look, score, constrain, ascend, settle, apply. A round that fails leaves no trace.

use super::{Learner, Scratch, check_finite, check_shape, check_values, with_units};
use crate::ascent::{Ascent, Round};
use crate::error::{Error, Result};
use crate::geometry::Class;
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::problem::Problem;
use crate::readout::Readout;
use crate::round::{Direction, Label, Outcome};
use crate::schedule::{Clock, Schedule};
use crate::stage::Standard;
use crate::vector::Instance;

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
    pub(super) fn cap(&self, weight: f64) -> f64 {
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
