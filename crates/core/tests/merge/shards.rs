//! A base, shards that went on from it, and the examples of all of them.

use crate::support::product::name;
use crate::support::realisable::{Example, N, Source, learn};
use noregret_core::ascent::AnyAscent;
use noregret_core::geometry::AnyGeometry;
use noregret_core::merge::{Shard, merge};
use noregret_core::problem::AnyProblem;
use noregret_core::readout::Readout;
use noregret_core::replay::scope::AnyScope;
use noregret_core::schedule::AnySchedule;
use noregret_core::{AnyLearner, Result, Spec};

/// Runs with a common start.
pub(super) struct Runs {
    pub(super) base: AnyLearner,
    pub(super) shards: Vec<AnyLearner>,
    /// The examples of all rounds.
    pub(super) seen: Vec<Example>,
}

impl Runs {
    /// `first` rounds, then in each shard so many of its own.
    pub(super) fn new(s: &Spec, seed: u64, first: usize, rounds: &[usize]) -> Self {
        let mut runs = Runs { base: s.build().unwrap(), shards: Vec::new(), seen: Vec::new() };
        runs.base.reserve(N);
        let mut source = Source::new(seed);
        play(&mut runs.base, s, &mut source, (first, &mut runs.seen));
        for (at, rounds) in rounds.iter().enumerate() {
            let mut shard = runs.base.clone();
            let mut source = Source::new(seed + 100 + at as u64);
            play(&mut shard, s, &mut source, (*rounds, &mut runs.seen));
            runs.shards.push(shard);
        }
        runs
    }

    pub(super) fn merged(&self) -> Result<AnyLearner> {
        merge(&self.base, &self.shards.iter().map(Shard::new).collect::<Vec<_>>())
    }
}

/// So many rounds, whose examples are added to those seen.
pub(super) fn play(
    learner: &mut AnyLearner,
    s: &Spec,
    source: &mut Source,
    (rounds, seen): (usize, &mut Vec<Example>),
) {
    for _ in 0..rounds {
        let example = source.next(s);
        let outcome = learn(learner, &example, 1.0);
        if outcome.unwrap_or_else(|e| panic!("{}: {e}", name(s))).counted {
            seen.push(example);
        }
    }
}

/// A composition whose rounds find good weights for the same rows and the same loss.
fn trainer(s: &Spec) -> Option<Spec> {
    let mut problem = s.problem.clone();
    if let AnyProblem::Sequence(sequence) = &mut problem {
        sequence.against = None;
    }
    let steps = ["exact", "bounded", "simultaneous", "fixed"].into_iter();
    let spec = |step: &str| Spec {
        problem: problem.clone(),
        ascent: AnyAscent::parse(step).unwrap(),
        geometry: AnyGeometry::parse("euclid").unwrap(),
        schedule: AnySchedule::parse("fixed:C=0.5").unwrap(),
        readout: Readout::Last,
        scope: AnyScope::default(),
        kernel: None,
        budget: None,
        ..s.clone()
    };
    steps.map(spec).find(|spec| spec.check().is_ok())
}

/// A predictor, and what it has lost on all examples.
pub(super) struct Comparator {
    pub(super) learner: AnyLearner,
    pub(super) loss: f64,
}

/// Predictors of these examples: of one pass, of many, and of one over other examples.
pub(super) fn comparators(s: &Spec, seen: &[Example]) -> Vec<Comparator> {
    let Some(spec) = trainer(s) else { return Vec::new() };
    let mut source = Source::new(5);
    let others: Vec<Example> = (0..20).map(|_| source.next(s)).collect();
    let trained = |rows: &[Example], passes: usize| {
        let mut learner = spec.build().unwrap();
        learner.reserve(N);
        // Classes have the rows that they have in the run.
        seen.iter().for_each(|e| drop(learn(&mut learner, e, 0.0)));
        for example in (0..passes).flat_map(|_| rows) {
            drop(learn(&mut learner, example, 1.0));
        }
        learner
    };
    let all = [trained(&others, 1), trained(seen, 1), trained(seen, 25)];
    all.into_iter()
        .map(|learner| {
            let lost = |e: &Example| {
                learner.evaluate_parts(&e.instances(), e.label()).map_or(0.0, |o| o.loss)
            };
            let loss = seen.iter().map(lost).sum();
            Comparator { learner, loss }
        })
        .collect()
}
