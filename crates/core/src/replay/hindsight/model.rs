//! From the dual variables of the best predictor to a learner that answers with it.
//!
//! Its ledger is that of a run which plays the best predictor in every round: G is the loss of the
//! predictor, (A, v) its dual point, so that the certificate at its own norm is tight up to the
//! duality gap.

use super::rounds::Ask;
use super::{Goal, Optimum, Rounds};
use crate::ascent::AnyAscent;
use crate::certificate::LedgerEntry;
use crate::error::{Error, Result};
use crate::hypothesis::Hypothesis;
use crate::learner::AnyLearner;
use crate::loss::{AnyLoss, Loss};
use crate::problem::{AnyProblem, Problem};
use crate::readout::Readout;
use crate::replay::scope::AnyScope;
use crate::round::{Direction, Outcome, Term, View};
use crate::schedule::{AnySchedule, FixedRate, Schedule};
use crate::spec::Spec;
use crate::stage::Bias;
use crate::vector::Instance;

/// The name of a learner that was found in hindsight.
pub const NAME: &str = "hindsight";

/// An error that says why there is no best predictor to be found for this composition, if there is
/// none.
pub fn check(spec: &Spec) -> Result<()> {
    let reason = if spec.kernel.is_some() {
        "it is looked for among weights of features: leave out the kernel"
    } else if spec.geometry.is_adaptive() {
        "a geometry that adapts to the data measures each predictor differently in every round: \
         choose one that stays"
    } else if matches!(spec.problem, AnyProblem::Uniclass(_)) {
        "what a round of uniclass asks depends on the present centre"
    } else if spec.standard.is_some() {
        "standardised columns change while they are read: name a learner that takes the columns as \
         they are"
    } else if spec.schedule.is_hard() {
        "C = inf weighs no loss against the norm: give a finite C"
    } else {
        return Ok(());
    };
    Err(Error::Spec(format!("there is no best predictor in hindsight: {reason}")))
}

impl Spec {
    /// The composition of a learner found in hindsight at the trade-off `c`.
    fn in_hindsight(&self, c: f64) -> Result<Spec> {
        Ok(Spec {
            algorithm: NAME.into(),
            problem: self.problem.clone(),
            loss: self.loss.clone(),
            ascent: AnyAscent::parse("exact")?,
            geometry: self.geometry.clone(),
            schedule: AnySchedule::FixedRate(FixedRate { aggressiveness: 1.0 / c }),
            scope: AnyScope::default(),
            readout: Readout::Last,
            kernel: None,
            budget: None,
            bias: self.bias.map(|bias| Bias { counted: true, ..bias }),
            standard: None,
        })
    }
}

impl AnyLearner {
    /// The composition of the best predictor for the rounds of this learner, which was built from
    /// `spec`: that of `spec` at the last trade-off, with the labels known now. Runs over the same
    /// rounds that agree on it have the same best predictor.
    pub fn best_spec(&self, spec: &Spec) -> Result<Spec> {
        check(spec)?;
        let best = spec.in_hindsight(self.hindsight_tradeoff()?)?;
        Ok(Spec { problem: self.problem.clone(), ..best })
    }

    /// The trade-off of the comparison: that of the last round.
    fn hindsight_tradeoff(&self) -> Result<f64> {
        let c = if self.run.c > 0.0 { Some(self.run.c) } else { self.schedule.constant() };
        let c = c.ok_or_else(|| {
            Error::Spec(
                "this schedule has no trade-off before the first round: use a fixed one".into(),
            )
        })?;
        // As the fixed schedule of the model will have it.
        Ok(1.0 / (1.0 / c))
    }

    /// The best predictor for these rounds, at the loss and the last trade-off of this learner.
    pub fn best_in_hindsight(&self, rounds: &mut Rounds, goal: &Goal) -> Result<Optimum> {
        let c = self.hindsight_tradeoff()?;
        Ok(match (&self.problem, &self.loss) {
            (AnyProblem::Multiclass(problem), AnyLoss::Hinge(hinge)) => {
                rounds.best_classes(problem, hinge.margin, c, goal)
            }
            (_, loss) => rounds.best(loss, c, goal),
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
        (learner.run.c, learner.run.floor) = (best.c, best.c);
        if let AnyProblem::Multiclass(problem) = &spec.problem {
            learner.take_classes(problem, rounds, best, seen)?;
        } else {
            rounds.each(|i, x| {
                let (ask, d) = (&rounds.asks[i], best.duals[i]);
                learner.adopt(x, &[Term { part: 0, row: 0, coef: d * ask.sign }], ask.weight);
            });
            rounds.each(|i, x| {
                let ask = &rounds.asks[i];
                seen(learner.enter_fixed(x, best.duals[i], ask), ask.weight);
            });
        }
        learner.bound_regret_by(best.bounds.gap());
        Ok((spec, learner))
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
