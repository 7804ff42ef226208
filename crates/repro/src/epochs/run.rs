//! One algorithm on one order of the rows: learn for an epoch, test, and again.

use super::experiments::{ALGORITHMS, Again, Experiment, MARGIN};
use super::results::{Epoch, Order, Run};
use crate::data::Data;
use crate::failure::Result;
use noregret::core::ascent::AnyAscent;
use noregret::core::hypothesis::AnyHypothesis;
use noregret::core::kernel::AnyKernel;
use noregret::core::learner::AnyLearner;
use noregret::core::{Batch, Example, Instance, Label, Spec};
use std::time::Instant;

/// The rows to learn from, and in which order.
#[derive(Debug)]
pub(crate) struct Task<'a> {
    pub(crate) experiment: &'a Experiment,
    pub(crate) data: &'a Data,
    /// The rows by number.
    pub(crate) rows: &'a [usize],
    pub(crate) order: Order,
    pub(crate) epochs: usize,
    /// 0 for all there are.
    pub(crate) threads: usize,
}

impl Task<'_> {
    /// Runs the algorithm with this number.
    pub(crate) fn run(&self, algorithm: usize) -> Result<Run> {
        let start = Instant::now();
        let stored = self.data.train.rows()?;
        let train: Vec<(Instance<'_>, Label<'_>)> =
            self.rows.iter().map(|&row| labelled(stored[row])).collect();
        let test: Vec<(Instance<'_>, Label<'_>)> =
            self.data.test.rows()?.into_iter().map(labelled).collect();
        let mut learner = learner(self.experiment, algorithm)?;
        learner.use_threads(self.threads);
        let ahead: Vec<Instance<'_>> = train.iter().map(|(x, _)| *x).collect();
        learner.expect(&ahead, true);
        let mut epochs = Vec::with_capacity(self.epochs);
        for _ in 0..self.epochs {
            for &(x, y) in &train {
                learner.learn(x, y)?;
            }
            epochs.push(state(&learner, &test)?);
        }
        Ok(Run { algorithm, order: self.order, seconds: start.elapsed().as_secs_f64(), epochs })
    }
}

fn labelled<'a>((x, label): (Instance<'a>, u32)) -> (Instance<'a>, Label<'a>) {
    (x, Label::Number(f64::from(label)))
}

/// The composition of the algorithm with this number, or of a cited one after them.
fn spec(experiment: &Experiment, number: usize) -> Result<Spec> {
    let Some(algorithm) = ALGORITHMS.get(number) else {
        let Again { name, ascent, kernel } = &experiment.cited[number - ALGORITHMS.len()].ours;
        let (ascent, kernel) = (AnyAscent::parse(ascent)?, Some(AnyKernel::parse(kernel)?));
        return Ok(Spec { ascent, kernel, ..Spec::named(name, "one-vs-rest")? });
    };
    let mut spec = Spec::named(algorithm.name, algorithm.problem)?;
    spec.kernel = Some(AnyKernel::parse(experiment.kernel)?);
    spec.loss.set_margin(MARGIN);
    Ok(spec)
}

/// A fresh learner that knows all classes.
fn learner(experiment: &Experiment, algorithm: usize) -> Result<AnyLearner> {
    let mut learner = spec(experiment, algorithm)?.build()?;
    for class in 0..experiment.origin.classes() {
        learner.admit_label(Label::Number(f64::from(class)))?;
    }
    Ok(learner)
}

fn state(learner: &AnyLearner, test: &[(Instance<'_>, Label<'_>)]) -> Result<Epoch> {
    let asked: Vec<_> = test.iter().map(|&(x, label)| Example::new(x, label)).collect();
    let mut outcomes = Vec::with_capacity(asked.len());
    learner.evaluate_many(Batch::Examples(&asked), |_, outcome| outcomes.push(outcome));
    let outcomes = outcomes.into_iter().collect::<noregret::core::Result<Vec<_>>>()?;
    let mistakes = outcomes.iter().filter(|o| o.mistake).count();
    let patterns = match learner.hypothesis() {
        AnyHypothesis::Expansion(expansion) => expansion.patterns(),
        _ => 0,
    };
    Ok(Epoch {
        error: 100.0 * mistakes as f64 / test.len() as f64,
        updates: learner.ledger().updates,
        patterns,
    })
}
