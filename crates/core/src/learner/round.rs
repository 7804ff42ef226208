//! The round: look, score, constrain, ascend, settle, apply. A round that fails leaves no trace.

use super::{Learner, Outcome, Scratch, check_finite, check_shape};
use crate::ascent::{Ascent, Round};
use crate::block::{Block, Term};
use crate::certificate::Entry;
use crate::error::{Error, Result};
use crate::hypothesis::{Class, Direction, Hypothesis, View};
use crate::label::Label;
use crate::loss::Loss;
use crate::problem::Problem;
use crate::readout::Readout;
use crate::schedule::{Clock, Schedule};
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
        self.hypothesis.look(parts, &mut self.scratch.view);
        check_finite(&self.scratch.view)?;
        let before = (self.c, self.started);
        let mut known = None;
        self.hypothesis.mark();
        let result = self.round(parts, label, weight, &mut known);
        if result.is_err() {
            (self.c, self.started) = before;
            if let Some(problem) = known {
                self.problem = problem;
            }
            self.hypothesis.undo();
        }
        result
    }

    /// The round proper. On an error what was marked is taken back; `known` holds the problem as it was before
    /// it took in a new label.
    fn round(
        &mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
        known: &mut Option<P>,
    ) -> Result<Outcome> {
        self.hypothesis.admit(parts);
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
        let outcome = self.settle(weight, keep, c)?;
        if outcome.step != 0.0 || keep != 1.0 {
            self.apply(parts, keep);
        }
        self.hypothesis.tick(self.c, &self.scratch.view);
        if self.readout == Readout::Vote {
            self.vote.tick();
        }
        Ok(outcome)
    }

    /// Moves the clock: c for this round, 0 if all instances so far were zero.
    fn advance(&mut self) -> Result<f64> {
        if self.schedule.constant() == Some(self.c) && self.floor == self.c {
            return Ok(self.c);
        }
        let most_complex = match self.hypothesis.class() {
            // One corner has nothing to tell apart; until a second one is seen the scale is that of two.
            Class::Bounded { most, .. } => Some(most.max(std::f64::consts::LN_2)),
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
    fn observe(
        &mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        known: &mut Option<P>,
    ) -> Result<()> {
        let Scratch { view, block, .. } = &mut self.scratch;
        self.hypothesis.prepare(self.c);
        self.hypothesis.score(parts, self.c, view);
        if self.problem.starts_at_first_instance() {
            view.gap = self.hypothesis.gap(parts[0], self.c, view);
        }
        block.clear();
        if self.problem.constrain(view, label, block).is_err() {
            // Perhaps a label that is new; if it cannot be taken in, that error is the answer.
            *known = Some(self.problem.clone());
            block.clear();
            self.problem.admit(label)?;
            self.problem.constrain(view, label, block)?;
        }
        Ok(())
    }

    /// The cap on the dual variables of a round of this weight.
    fn cap(&self, weight: f64) -> f64 {
        if self.schedule.is_hard() { f64::INFINITY } else { weight }
    }

    fn ascend(&mut self, parts: &[Instance<'_>], weight: f64) -> f64 {
        let cap = self.cap(weight);
        let Scratch { view, block, .. } = &mut self.scratch;
        let (loss, hypothesis) = (&self.loss, &mut self.hypothesis);
        let mut round = Round { parts, view, loss, hypothesis, c: self.c, cap };
        self.ascent.step(&mut round, block)
    }

    /// Enters the round into the ledger, once it is sure that the step is finite.
    fn settle(&mut self, weight: f64, keep: f64, c: f64) -> Result<Outcome> {
        let Scratch { view, block, .. } = &self.scratch;
        let Some(worst) = block.worst() else {
            return Ok(Outcome { counted: true, ..Outcome::default() });
        };
        let margin = block.constraints[worst].z;
        let mut entry = Entry {
            loss: weight * self.loss.value(margin),
            weight,
            mistake: block.mistake,
            size: view.size(),
            ..Entry::default()
        };
        if entry.loss != 0.0 {
            self.account(&mut entry, worst);
        }
        // Without loss no total moves.
        let enters = entry.loss == 0.0 || (self.ledger.can_enter(&entry) && keep.is_finite());
        if margin.abs() > LARGEST_MARGIN || !enters {
            return Err(Error::NotFinite(
                "the numbers of this round are too large: scale the data or choose a smaller C"
                    .into(),
            ));
        }
        self.ledger.enter(&entry);
        if self.schedule.settle(entry.size, entry.mistake || entry.mass != 0.0) {
            self.floor = c;
        }
        Ok(Outcome {
            score: self.problem.score(&self.scratch.view),
            margin,
            loss: entry.loss,
            mistake: entry.mistake,
            step: entry.mass,
            counted: true,
        })
    }

    /// What the duals of the round add, and the size of its subgradient.
    fn account(&self, entry: &mut Entry, worst: usize) {
        let Scratch { view, block, .. } = &self.scratch;
        let mut total = 0.0;
        for (i, &d) in block.duals.iter().enumerate().filter(|(_, d)| **d != 0.0) {
            total += d;
            entry.mass += d.abs();
            entry.gain += d * block.constraints[i].shift;
            entry.blur += (d * block.constraints[i].shift).abs();
            let own = block.constraints[i].own.abs();
            if own != 0.0 {
                // A direction found with this relative error may leave the unit ball by as much, and its
                // lever is off by as much: enough is put aside for any comparator.
                let doubt = d.abs() * view.gap.doubt / f64::EPSILON;
                entry.blur += doubt * (view.gap.start + 1.0 / own);
                entry.wobble += doubt;
            }
            entry.step += d.abs() * length(view, block, i);
        }
        if entry.mass != 0.0 {
            entry.gain += self.loss.gain(total, self.cap(entry.weight));
            // Either part of a squared loss' gain exceeds the gain by no more than this.
            entry.blur += 2.0 * entry.loss;
        }
        if self.ascent.trigger().fires(block) {
            let slope = entry.weight * self.loss.slope(block.constraints[worst].z);
            entry.subgradient = (slope * length(view, block, worst)).powi(2) / (2.0 * self.c);
        }
    }

    fn apply(&mut self, parts: &[Instance<'_>], keep: f64) {
        let Scratch { view, block, moves } = &mut self.scratch;
        combine(block, moves);
        let own: f64 = block.duals.iter().zip(&block.constraints).map(|(d, k)| d * k.own).sum();
        let step =
            Direction { parts, view, terms: moves, own: own + (keep - 1.0) * self.c, c: self.c };
        self.hypothesis.apply(&step);
        let kept = 1.0 + step.own / self.c;
        if kept != 1.0 {
            self.problem.kept(kept);
        }
        if self.readout == Readout::Vote {
            // Voting is for binary problems: one term a round.
            if let [t] = moves.as_slice() {
                self.vote.record(parts[t.part], t.coef, kept);
            }
        }
    }
}

/// Dual norm of direction `i`, or a bound on it.
#[inline]
fn length(view: &View, block: &Block, i: usize) -> f64 {
    if block.constraints[i].own != 0.0 {
        // Directions with a share of the weights are unit vectors.
        return 1.0;
    }
    block.direction(i).iter().map(|t| t.coef.abs() * view.sizes[t.part]).sum()
}

/// The combined direction `sum_i d_i a_i`, one term a (part, row).
fn combine(block: &Block, moves: &mut Vec<Term>) {
    moves.clear();
    for (i, &d) in block.duals.iter().enumerate().filter(|(_, d)| **d != 0.0) {
        for t in block.direction(i) {
            match moves.iter_mut().find(|m| (m.part, m.row) == (t.part, t.row)) {
                Some(m) => m.coef += d * t.coef,
                None => moves.push(Term { coef: d * t.coef, ..*t }),
            }
        }
    }
}
