//! The round: look, score, constrain, ascend, settle, apply. A round that fails leaves no trace.

use super::{Composition, Scratch, check_finite};
use crate::ascent::{Ascent, Round, Trigger};
use crate::certificate::RowTotals;
use crate::error::{Error, Result};
use crate::geometry::Class;
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::problem::Problem;
use crate::readout::Readout;
use crate::round::{Block, Direction, Label, Outcome};
use crate::schedule::{Clock, Schedule};
use crate::vector::Instance;

impl<P, L, A, H, S> Composition<'_, P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule,
{
    /// Learns from these parts as they are.
    #[inline(always)]
    pub(super) fn learn_as_is(
        &mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
    ) -> Result<Outcome> {
        let before = (self.run.c, self.run.started);
        let mut known = None;
        if self.schedule.strength().is_some() {
            self.run.scratch.width = self.hypothesis.dimension();
        }
        self.hypothesis.mark();
        self.look(parts, weight);
        let result = self.round(parts, label, weight, &mut known);
        if result.is_err() {
            self.lend().take_back(before, known);
        }
        result
    }

    /// Takes back what was marked.
    #[cold]
    fn take_back(self, before: (f64, bool), known: Option<P>) {
        (self.run.c, self.run.started) = before;
        if let Some(problem) = known {
            *self.problem = problem;
        }
        self.hypothesis.undo();
    }

    /// Looks at an example. What counts for nothing leaves no trace, but that a bounded set has its
    /// features: comparators may use them.
    #[inline(always)]
    pub(super) fn look(&mut self, parts: &[Instance<'_>], weight: f64) {
        let view = &mut self.run.scratch.view;
        if weight > 0.0 || matches!(self.hypothesis.class(), Class::Bounded { .. }) {
            self.hypothesis.meet(parts, view);
        } else {
            self.hypothesis.look(parts, view);
        }
    }

    /// The round proper. On an error what was marked is taken back; `known` holds the problem as it
    /// was before it took in a new label.
    #[inline(always)]
    fn round(
        &mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
        known: &mut Option<P>,
    ) -> Result<Outcome> {
        check_finite(&self.run.scratch.view)?;
        let c = self.advance()?;
        if self.problem.starts_at_first_instance() && !self.run.started {
            self.run.started = true;
            if self.hypothesis.start_at(parts[0], self.run.c) {
                self.run.ledger.travelled = self.run.c * self.run.scratch.view.size();
                return Ok(Outcome::default());
            }
        }
        self.observe(parts, label, known)?;
        let retuned = match self.run.scratch.block.violation && weight > 0.0 {
            true => self.lend().retune(parts)?,
            false => None,
        };
        let c = retuned.map_or(c, |_| self.run.c);
        let keep = match weight {
            0.0 => 1.0,
            _ if self.ascent.solves_rounds() => self.lend().ascend_on_all(parts, label, weight),
            _ => self.ascend(parts, weight),
        };
        let mut entry = self.blank_entry(weight);
        self.fill(&mut entry);
        self.settle(&mut entry, keep, c)?;
        retuned.into_iter().for_each(|length| self.schedule.keep_length(length));
        if self.run.progress.is_some() {
            self.lend().note_progress(parts, weight, keep);
        }
        if entry.mass != 0.0 || keep != 1.0 {
            self.lend().apply(parts, weight, keep);
        }
        let block = &self.run.scratch.block;
        let outcome = Outcome {
            score: block.score.unwrap_or_else(|| self.problem.score(&self.run.scratch.view)),
            margin: entry.margin,
            loss: entry.loss,
            mistake: block.mistake,
            violation: entry.mistake,
            quality: block.quality,
            step: entry.mass,
            counted: true,
        };
        if self.run.past.is_some() && weight > 0.0 {
            self.lend().look_back(parts, weight);
        }
        self.hypothesis.tick(self.run.c, &self.run.scratch.view);
        if self.run.readout == Readout::Vote {
            self.run.vote.tick();
        }
        Ok(outcome)
    }

    /// Moves the clock: c for this round, 0 if all instances so far were zero.
    #[inline(always)]
    pub(super) fn advance(&mut self) -> Result<f64> {
        if self.schedule.constant() == Some(self.run.c) && self.run.floor == self.run.c {
            return Ok(self.run.c);
        }
        let most_complex = match self.hypothesis.class() {
            // One corner has nothing to tell apart; until a second one is seen the scale is that of
            // two.
            Class::Bounded { most, .. } if most > 0.0 => Some(most),
            Class::Bounded { .. } => Some(std::f64::consts::LN_2),
            Class::Norm(_) | Class::Distance => None,
        };
        let counts = self.run.counts();
        let clock = Clock {
            round: counts.rounds + 1,
            size: self.run.scratch.view.size(),
            mistakes: counts.mistakes,
            loss: counts.loss,
            most_complex,
        };
        let c = self.schedule.tradeoff(&clock).max(self.run.floor);
        if !c.is_finite() {
            return Err(Error::NotFinite("the trade-off c is out of range: scale the data".into()));
        }
        // While every instance was zero there is no scale yet: any c gives the starting weights.
        self.run.c = if c > 0.0 { c } else { 1.0 };
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
        self.run.scratch.keeps.clear();
        self.hypothesis.prepare(self.run.c);
        self.score(parts);
        let reach = match self.run.past {
            None => self.ascent.reach(self.loss),
            // What costs nothing now may do so when the round is revisited.
            Some(_) => f64::INFINITY,
        };
        let Scratch { view, block, .. } = &mut self.run.scratch;
        // A round that is kept is kept with all its constraints.
        block.by_rows = self.ascent.by_rows() && self.run.past.is_none();
        block.whole = self.ascent.solves_rounds();
        block.on_mistakes = self.ascent.trigger() == Trigger::Mistake;
        block.clear(self.loss, reach);
        if self.problem.constrain(view, label, block).is_ok() {
            return Ok(());
        }
        // Perhaps a label that is new; if it cannot be taken in, that error is the answer.
        *known = Some(self.problem.clone());
        self.problem.admit(label)?;
        let late = self.problem.rows() > self.hypothesis.rows();
        if late {
            self.hypothesis.widen(self.problem.rows());
            self.hypothesis.look(parts, &mut self.run.scratch.view);
            self.score(parts);
        }
        let Scratch { view, block, .. } = &mut self.run.scratch;
        block.clear(self.loss, reach);
        self.problem.constrain(view, label, block)?;
        // Nobody predicts a class that was never seen while others were.
        block.mistake |= late && block.groups() > 0;
        Ok(())
    }

    #[inline(always)]
    pub(super) fn score(&mut self, parts: &[Instance<'_>]) {
        let view = &mut self.run.scratch.view;
        self.hypothesis.score(parts, self.run.c, view);
        if self.problem.starts_at_first_instance() {
            view.gap = self.hypothesis.gap(parts[0], self.run.c, view);
        }
    }

    /// Steps in every group; returns the factor on what was learned before.
    #[inline(always)]
    pub(super) fn ascend(&mut self, parts: &[Instance<'_>], weight: f64) -> f64 {
        let cap = cap(self.schedule.is_hard(), weight);
        let Scratch { view, block, keeps, .. } = &mut self.run.scratch;
        let (loss, hypothesis) = (self.loss, &mut *self.hypothesis);
        let updates = self.run.ledger.updates;
        let mut round =
            Round { parts, view, loss, hypothesis, c: self.run.c, cap, row: None, updates };
        if block.overlapping
            && let Some(keep) = self.ascent.step_together(&mut round, block)
        {
            return keep;
        }
        if self.run.apart {
            step_rows(self.ascent, &mut round, (block, keeps), &self.run.ledger.rows);
            return 1.0;
        }
        let mut keep = 1.0;
        for group in 0..block.groups() {
            block.turn_to(group);
            round.cap = cap * block.share_of(group);
            keep *= self.ascent.step(&mut round, block);
        }
        keep
    }

    fn apply(self, parts: &[Instance<'_>], weight: f64, keep: f64) {
        let Scratch { view, block, moves, keeps, .. } = &mut self.run.scratch;
        keeps.iter().for_each(|&(row, keep)| self.hypothesis.rescale_row(row, keep));
        block.combine(moves);
        let own: f64 = block.duals.iter().zip(&block.constraints).map(|(d, k)| d * k.own).sum();
        let step = Direction {
            parts,
            view,
            terms: moves,
            own: own + (keep - 1.0) * self.run.c,
            c: self.run.c,
            weight,
        };
        self.hypothesis.apply(&step);
        let kept = 1.0 + step.own / self.run.c;
        if kept != 1.0 {
            self.problem.kept(kept);
        }
        if self.run.readout == Readout::Vote {
            self.run.vote.record(parts[0], moves, kept, self.problem.rows());
        }
    }
}

/// Steps in every group, whose learner knows its own row only; writes down which rows are
/// multiplied first.
#[cold]
fn step_rows<A: Ascent, L: Loss, H: Hypothesis>(
    ascent: &A,
    round: &mut Round<'_, L, H>,
    (block, keeps): (&mut Block, &mut Vec<(usize, f64)>),
    rows: &[RowTotals],
) {
    let cap = round.cap;
    for group in 0..block.groups() {
        block.turn_to(group);
        let row = block.row_of(group);
        round.cap = cap * block.share_of(group);
        (round.row, round.updates) = (Some(row), rows.get(row).map_or(0, |row| row.updates));
        let keep = ascent.step(round, block);
        if keep != 1.0 && block.has_moved(group) {
            keeps.push((row, keep));
        }
    }
}

/// The cap on the dual variables of a round of this weight.
#[inline(always)]
pub(super) fn cap(is_hard: bool, weight: f64) -> f64 {
    if is_hard { f64::INFINITY } else { weight }
}
