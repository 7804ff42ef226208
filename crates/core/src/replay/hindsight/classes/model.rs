//! From the dual variables of the best predictor of several classes to a learner that answers with
//! it: as for one constraint ([`model`](super::super::model)), with a dual variable a wrong class.

use super::Target;
use crate::certificate::LedgerEntry;
use crate::error::Result;
use crate::hypothesis::Hypothesis;
use crate::learner::AnyLearner;
use crate::loss::Loss;
use crate::problem::Problem;
use crate::replay::hindsight::Rounds;
use crate::round::{Block, Outcome, Term, View};
use crate::vector::Instance;

impl AnyLearner {
    /// Adds what the dual variables make of the rounds to the potential.
    pub(in crate::replay::hindsight) fn adopt_classes(
        &mut self,
        classes: usize,
        rounds: &Rounds,
        duals: &[f64],
    ) {
        let mut terms = Vec::new();
        rounds.each(|i, x| {
            let Target { class, weight } = rounds.targets[i];
            let duals = &duals[i * classes..][..classes];
            terms.clear();
            terms.push(Term { part: 0, row: class, coef: duals.iter().sum() });
            let moved = duals.iter().enumerate().filter(|(_, d)| **d != 0.0);
            terms.extend(moved.map(|(row, d)| Term { part: 0, row, coef: -d }));
            self.adopt(x, &terms, weight);
        });
    }

    /// Enters rounds of the fixed predictor; `seen` is told how each went.
    pub(in crate::replay::hindsight) fn enter_classes(
        &mut self,
        classes: usize,
        rounds: &Rounds,
        duals: &[f64],
        mut seen: impl FnMut(Outcome, f64),
    ) -> Result<()> {
        let (mut block, mut failed) = (Block::default(), Ok(()));
        rounds.each(|i, x| {
            let target = rounds.targets[i];
            match self.enter_class(x, target, &duals[i * classes..][..classes], &mut block) {
                Ok(outcome) => seen(outcome, target.weight),
                Err(error) => failed = Err(error),
            }
        });
        failed
    }

    /// Enters a round of the fixed predictor; its loss is times its weight.
    fn enter_class(
        &mut self,
        x: Instance<'_>,
        Target { class, weight }: Target,
        duals: &[f64],
        block: &mut Block,
    ) -> Result<Outcome> {
        let (mut view, parts) = (View::default(), [x]);
        self.hypothesis.look(&parts, &mut view);
        self.hypothesis.score(&parts, self.run.c, &mut view);
        let names = Problem::classes(&self.problem).map(|classes| classes.names());
        let Some(label) = names.and_then(|names| Some(names.get(class)?.label())) else {
            return Ok(Outcome::default());
        };
        // All of them: their shifts are needed.
        block.clear(&self.loss, f64::INFINITY);
        self.problem.constrain(&view, label, block)?;
        let least = block.worst_of(0).map_or(0.0, |i| block.constraints[i].z);
        let loss = if block.constraints.is_empty() { 0.0 } else { weight * self.loss.value(least) };
        let mass: f64 = duals.iter().sum();
        let (mut gain, mut cancelled) = (self.loss.gain(mass, weight), 0.0);
        for k in 0..block.constraints.len() {
            let d =
                block.direction(k).iter().find(|t| t.row != class).map_or(0.0, |t| duals[t.row]);
            gain += d * block.constraints[k].shift;
            cancelled += (d * block.constraints[k].shift).abs();
        }
        let violation = block.violation;
        self.run.ledger.enter(&LedgerEntry {
            loss,
            mistake_loss: if violation { loss } else { 0.0 },
            weight,
            margin: least,
            mistake: violation,
            mass,
            peak: mass / weight,
            gain,
            cancelled: cancelled + gain.abs(),
            step: mass * std::f64::consts::SQRT_2 * view.size(),
            size: view.size(),
            ..LedgerEntry::default()
        });
        let (score, mistake) = (self.problem.score(&view), block.mistake);
        Ok(Outcome {
            score,
            margin: least,
            loss,
            mistake,
            violation,
            counted: true,
            ..Outcome::default()
        })
    }
}
