//! The search in other geometries than the Euclidean one, and for rounds of several constraints: a
//! learner that keeps its rounds visits them again, in random order, until the gap is small enough.
//!
//! Each visit raises the dual as far as it goes with all other rounds fixed
//! ([`AnyLearner::revisit`]), so the sum of the rises of a sweep tells when it is worth computing
//! the gap, which costs as much as half a sweep.

use super::{Bounds, Goal, GoesOn, Optimum, shuffle, start};
use crate::error::Result;
use crate::hypothesis::{Coordinates, Hypothesis};
use crate::learner::AnyLearner;
use crate::number::Sum;
use crate::round::Outcome;
use crate::spec::Spec;

impl AnyLearner {
    /// A fresh learner for the search, which keeps its rounds: that of [`AnyLearner::best_spec`].
    /// It is to learn from every round once.
    pub fn searching(&self, spec: &Spec) -> Result<(Spec, AnyLearner)> {
        let spec = self.best_spec(spec)?;
        // Its columns stand still, so that rounds can be kept as they are.
        let mut learner = Spec { standard: None, ..spec.clone() }.build_keeping()?;
        learner.run.standardise(self.run.standard.clone());
        learner.run.standard.iter_mut().for_each(|standard| standard.hold(true));
        learner.reserve(self.hypothesis.dimension());
        Ok((spec, learner))
    }

    /// Visits the rounds kept until their duality gap is as wanted.
    pub fn search(&mut self, goal: &Goal) -> Result<Optimum> {
        self.search_while(goal, &mut |_| true)
    }

    /// As [`AnyLearner::search`], as long as `goes_on` says so: it is asked after each visit.
    pub fn search_while(&mut self, goal: &Goal, goes_on: &mut GoesOn<'_>) -> Result<Optimum> {
        let mut order: Vec<usize> = (0..self.stored()).collect();
        let mut random = start(goal.seed);
        let mut bounds = self.kept_bounds();
        let (mut sweeps, mut visited, mut reached) = (0, 0, bounds.meet(goal));
        'search: while !reached && sweeps < goal.max_sweeps {
            shuffle(&mut order, &mut random);
            let mut rise = 0.0;
            for &i in &order {
                rise += self.revisit(i)?;
                visited += 1;
                if !goes_on(visited) {
                    break 'search;
                }
            }
            sweeps += 1;
            let due = sweeps.is_power_of_two() || sweeps == goal.max_sweeps;
            if due || rise <= goal.gap * bounds.primal {
                bounds = self.kept_bounds();
                reached = bounds.meet(goal);
            }
        }
        let complexity = self.found_complexity();
        Ok(Optimum { bounds, complexity, sweeps, reached, duals: Vec::new(), c: self.run.c })
    }

    /// `f(w)`, not less than it is.
    fn found_complexity(&self) -> f64 {
        let (n, own) = (self.hypothesis.dimension(), self.hypothesis.own_complexity(self.run.c));
        let of = |row: usize| {
            let weights: Vec<f64> = (0..n).map(|j| self.weight(j, row)).collect();
            self.hypothesis.complexity(&weights, self.run.c)
        };
        let direct: f64 = (0..self.hypothesis.rows()).map(of).sum();
        // One set for all rows has no f of a row.
        if direct.is_finite() { own.max(direct) } else { own }
    }

    fn kept_bounds(&mut self) -> Bounds {
        let (now, dual) = (self.duality_gap(), self.dual_value());
        Bounds { primal: dual + now.gap, dual, loss: now.loss }
    }

    /// Forgets the rounds and enters them anew, as played by the weights found: `outcomes` is what
    /// [`AnyLearner::evaluate`] says of each, the loss times its weight.
    pub fn play_found(&mut self, best: &Optimum, outcomes: impl IntoIterator<Item = Outcome>) {
        self.run.past = None;
        self.run.standard.iter_mut().for_each(|standard| standard.hold(false));
        let ledger = &mut self.run.ledger;
        (ledger.loss, ledger.mistake_loss) = (Sum::default(), Sum::default());
        (ledger.rounds, ledger.mistakes, ledger.largest_loss) = (0, 0, 0.0);
        for Outcome { loss, violation, .. } in outcomes {
            ledger.rounds += 1;
            ledger.loss.add(loss);
            ledger.largest_loss = ledger.largest_loss.max(loss);
            if violation {
                ledger.mistakes += 1;
                ledger.mistake_loss.add(loss);
            }
        }
        self.bound_regret_by(best.bounds.gap());
    }

    /// The regret of the best predictor is at most `c f(u)` plus the gap.
    pub(super) fn bound_regret_by(&mut self, gap: f64) {
        self.run.ledger.subgradients = [gap.max(0.0)].into_iter().collect();
    }
}
