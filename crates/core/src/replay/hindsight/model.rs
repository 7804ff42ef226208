//! From the dual variables of the best predictor to a learner that answers with it.
//!
//! Its ledger is that of a run which plays the best predictor in every round: G is the loss of the
//! predictor, (A, v) its dual point, so that the certificate at its own norm is tight up to the
//! duality gap.

use super::rounds::{self, Ask};
use super::{Goal, GoesOn, Optimum, Rounds};
use crate::certificate::LedgerEntry;
use crate::error::Result;
use crate::hypothesis::Hypothesis;
use crate::learner::AnyLearner;
use crate::loss::{AnyLoss, Loss};
use crate::problem::{AnyProblem, Problem};
use crate::round::{Direction, Label, Outcome, Term, View};
use crate::spec::Spec;
use crate::vector::Instance;

impl AnyLearner {
    /// Stores a round as the stages of this learner show its instance now: with the constant, in
    /// standardised columns.
    pub fn keep_round(
        &self,
        rounds: &mut Rounds,
        x: Instance<'_>,
        label: Label<'_>,
        weight: f64,
    ) -> Result<()> {
        // A column that is no number would not be seen in what is standardised.
        rounds::check_values(x)?;
        let mut push = |parts: &[Instance<'_>]| match &self.run.standard {
            None => rounds.push(&self.problem, parts[0], label, weight),
            Some(standard) => {
                rounds.push(&self.problem, standard.view(parts[0]).instance(), label, weight)
            }
        };
        match self.run.bias {
            Some(bias) => bias.with(&[x], push),
            None => push(&[x]),
        }
    }

    /// The best predictor for these rounds, at the loss and the last trade-off of this learner.
    pub fn best_in_hindsight(&self, rounds: &mut Rounds, goal: &Goal) -> Result<Optimum> {
        self.best_in_hindsight_while(rounds, goal, &mut |_| true)
    }

    /// As [`AnyLearner::best_in_hindsight`], as long as `goes_on` says so: it is asked after each
    /// sweep.
    pub fn best_in_hindsight_while(
        &self,
        rounds: &mut Rounds,
        goal: &Goal,
        goes_on: &mut GoesOn<'_>,
    ) -> Result<Optimum> {
        let c = self.hindsight_tradeoff()?;
        Ok(match (&self.problem, &self.loss) {
            (AnyProblem::Multiclass(problem), AnyLoss::Hinge(hinge)) => {
                rounds.best_classes(problem, hinge.margin, c, goal, goes_on)
            }
            (_, loss) => rounds.best_while(loss, c, goal, goes_on),
        })
    }

    /// A learner that answers with the best predictor found for these rounds, and its composition;
    /// `seen` is told how each round went.
    pub fn in_hindsight(
        &self,
        spec: &Spec,
        rounds: &Rounds,
        best: &Optimum,
        mut seen: impl FnMut(Outcome, f64),
    ) -> Result<(Spec, AnyLearner)> {
        let spec = Spec { problem: self.problem.clone(), ..spec.in_hindsight(best.c)? };
        let mut learner = spec.build()?;
        learner.reserve(self.hypothesis.dimension());
        learner.run.standardise(self.run.standard.clone());
        (learner.run.c, learner.run.floor) = (best.c, best.c);
        learner.adopt_rounds(rounds, &best.duals);
        learner.enter_rounds(rounds, &best.duals, &mut seen)?;
        learner.bound_regret_by(best.bounds.gap());
        Ok((spec, learner))
    }

    /// Adds what the dual variables make of the rounds to the potential.
    fn adopt_rounds(&mut self, rounds: &Rounds, duals: &[f64]) {
        if let AnyProblem::Multiclass(problem) = &self.problem {
            return self.adopt_classes(problem.classes().len(), rounds, duals);
        }
        rounds.each(|i, x| {
            let ask = &rounds.asks[i];
            self.adopt(x, &[Term { part: 0, row: 0, coef: duals[i] * ask.sign }], ask.weight);
        });
    }

    /// Enters rounds of the fixed predictor; `seen` is told how each went.
    pub(super) fn enter_rounds(
        &mut self,
        rounds: &Rounds,
        duals: &[f64],
        mut seen: impl FnMut(Outcome, f64),
    ) -> Result<()> {
        if let AnyProblem::Multiclass(problem) = &self.problem {
            return self.enter_classes(problem.classes().len(), rounds, duals, seen);
        }
        rounds.each(|i, x| {
            let ask = &rounds.asks[i];
            seen(self.enter_fixed(x, duals[i], ask), ask.weight);
        });
        Ok(())
    }

    /// Adds these terms to the potential.
    pub(super) fn adopt(&mut self, x: Instance<'_>, terms: &[Term], weight: f64) {
        let (mut view, parts) = (View::default(), [x]);
        if terms.iter().any(|t| t.coef != 0.0) {
            self.hypothesis.look(&parts, &mut view);
            self.hypothesis.score(&parts, self.run.c, &mut view);
            let step =
                Direction { parts: &parts, view: &view, terms, own: 0.0, c: self.run.c, weight };
            self.hypothesis.apply(&step);
        }
    }

    /// Enters a round of the fixed predictor; its loss is times its weight.
    fn enter_fixed(&mut self, x: Instance<'_>, d: f64, ask: &Ask) -> Outcome {
        let (mut view, parts) = (View::default(), [x]);
        self.hypothesis.look(&parts, &mut view);
        self.hypothesis.score(&parts, self.run.c, &mut view);
        let z = ask.sign * view.scores[0] - ask.shift;
        let loss = ask.weight * self.loss.value(z);
        let (lift, gain) = (d * ask.shift, self.loss.gain(d, ask.weight));
        let mistake = !self.problem.two_sided() && z <= 0.0;
        self.run.ledger.enter(&LedgerEntry {
            loss,
            mistake_loss: if mistake { loss } else { 0.0 },
            weight: ask.weight,
            margin: z,
            mistake,
            mass: d.abs(),
            peak: d.abs() / ask.weight,
            gain: lift + gain,
            cancelled: lift.abs() + gain.abs(),
            step: d.abs() * view.size(),
            size: view.size(),
            ..LedgerEntry::default()
        });
        let (score, violation) = (self.problem.score(&view), mistake);
        Outcome { score, margin: z, loss, mistake, violation, counted: true, ..Outcome::default() }
    }
}

impl Rounds {
    /// Calls `f` for each round, with its instance.
    pub(super) fn each(&self, mut f: impl FnMut(usize, Instance<'_>)) {
        let (mut indices, mut values) = (Vec::new(), Vec::new());
        for i in 0..self.len() {
            indices.clear();
            values.clear();
            self.rows.for_each(i, |j, x| {
                indices.push(j);
                values.push(x);
            });
            f(i, Instance::Sparse { indices: &indices, values: &values });
        }
    }
}
