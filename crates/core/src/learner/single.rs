//! The round of one constraint, one step after the other and without lists.
//!
//! Batches of two-class and regression examples are played this way: what a round of
//! [`round`](super::round) does when its block holds one constraint of one term, to the last bit.
//! Whatever is out of the ordinary (a label that is new, numbers out of range) leaves no trace here
//! and is played by that round.

use super::entry::Account;
use super::round::cap;
use super::{Composition, Scratch};
use crate::ascent::{Ascent, Round};
use crate::certificate::LedgerEntry;
use crate::geometry::Load;
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::problem::Problem;
use crate::readout::Readout;
use crate::round::{Direction, Label, Outcome, Single, Term};
use crate::schedule::Schedule;
use crate::vector::Instance;

/// A trade-off that is the same in every round, and whether C is infinite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steady {
    c: f64,
    is_hard: bool,
}

impl<P, L, A, H, S> Composition<'_, P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule,
{
    /// The trade-off of all rounds, if they have one constraint and nobody asks for more than their
    /// outcome.
    pub(super) fn plays_single(&self) -> Option<Steady> {
        let is_watched = self.run.past.is_some() || self.run.progress.is_some();
        let is_single = P::IS_SINGLE && A::STEPS_SINGLE && self.run.readout != Readout::Vote;
        let c = self.schedule.constant().filter(|_| is_single && !is_watched)?;
        Some(Steady { c, is_hard: self.schedule.is_hard() })
    }

    /// Plays the round, if it is an ordinary one.
    #[inline(always)]
    pub(super) fn learn_single(
        &mut self,
        x: Instance<'_>,
        label: Label<'_>,
        weight: f64,
        steady: Steady,
    ) -> Option<Outcome> {
        // The first round sets the clock.
        let is_set = self.run.c == steady.c && self.run.floor == steady.c;
        if !(is_set && weight > 0.0 && weight <= f64::MAX) {
            return None;
        }
        self.hypothesis.mark();
        let outcome = self.play_single(&[x], label, weight, steady);
        if outcome.is_none() {
            self.hypothesis.undo();
        }
        outcome
    }

    #[inline(always)]
    fn play_single(
        &mut self,
        parts: &[Instance<'_>; 1],
        label: Label<'_>,
        weight: f64,
        Steady { c, is_hard }: Steady,
    ) -> Option<Outcome> {
        let view = &mut self.run.scratch.view;
        self.hypothesis.meet(parts, view);
        self.hypothesis.prepare(c);
        self.hypothesis.score(parts, c, view);
        let (score, size) = (*view.scores.first()?, view.size());
        let only = self.problem.single(score, label)?;
        if !(view.squares[0] <= f64::MAX && only.z.abs() <= f64::MAX) {
            return None;
        }
        let loss = weight * self.loss.value(only.z);
        if loss == 0.0 && !only.violated && self.schedule.strength().is_none() {
            return self.idle(score, &only, weight, c);
        }
        let mistake_loss = if only.violated { loss } else { 0.0 };
        let (mistake, margin) = (only.violated, only.z);
        let mut entry = LedgerEntry {
            loss,
            mistake_loss,
            weight,
            margin,
            mistake,
            size,
            ..LedgerEntry::default()
        };
        let mut step = 0.0;
        if loss != 0.0 {
            step = self.step_single(parts, &only, (c, cap(is_hard, weight)))?;
            let account = Account { loss: self.loss, ascent: self.ascent, is_hard, c };
            account.enter_single(&mut entry, step, &only, only.coef.abs() * size);
            entry.is_shared |= self.is_uncounted();
        }
        self.settle(&mut entry, 1.0, c).ok()?;
        if step != 0.0 {
            let terms = [Term { part: 0, row: 0, coef: step * only.coef }];
            let view = &self.run.scratch.view;
            self.hypothesis.apply(&Direction { parts, view, terms: &terms, own: 0.0, c, weight });
        }
        self.hypothesis.tick(c, &self.run.scratch.view);
        Some(Outcome {
            score,
            margin,
            loss,
            mistake,
            violation: mistake,
            quality: only.quality,
            step: entry.mass,
            counted: true,
        })
    }

    /// Enters a round without a mistake or loss, in which nothing moves.
    #[inline(always)]
    fn idle(&mut self, score: f64, only: &Single, weight: f64, c: f64) -> Option<Outcome> {
        let (size, margin) = (self.run.scratch.view.size(), only.z);
        if !self.bears(&Load { size, weight, mass: 0.0, c: self.run.c }, margin) {
            return None;
        }
        self.run.ledger.enter_idle(size);
        if self.schedule.settle(size, false) {
            self.run.floor = c;
        }
        self.hypothesis.tick(c, &self.run.scratch.view);
        let quality = only.quality;
        Some(Outcome { score, margin, quality, counted: true, ..Outcome::default() })
    }

    /// The dual variable of the round.
    #[inline(always)]
    fn step_single(
        &mut self,
        parts: &[Instance<'_>; 1],
        only: &Single,
        (c, cap): (f64, f64),
    ) -> Option<f64> {
        let Scratch { view, .. } = &self.run.scratch;
        let terms = [Term { part: 0, row: 0, coef: only.coef }];
        let direction = Direction { parts, view, terms: &terms, own: 0.0, c, weight: cap };
        let (loss, hypothesis) = (self.loss, &mut *self.hypothesis);
        let mut round = Round {
            parts,
            view,
            loss,
            hypothesis,
            c,
            cap,
            row: None,
            updates: self.run.ledger.updates,
        };
        self.ascent.step_single(&mut round, only, &direction)
    }
}
