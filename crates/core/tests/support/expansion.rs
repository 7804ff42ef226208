//! Runs of the kernel expansion: a stream, learners with a kernel, and single steps.

use super::{Rng, close};
use noregret_core::hypothesis::{AnyHypothesis, Expansion, Hypothesis};
use noregret_core::kernel::AnyKernel;
use noregret_core::round::{Direction, Term, View};
use noregret_core::{AnyLearner, Batch, Instance, Label, Outcome, Spec};

pub type Example = (Vec<f64>, f64);

/// Half the coordinates are zero; a noisy circle decides the label.
pub fn stream(rng: &mut Rng, rounds: usize, n: usize) -> Vec<Example> {
    let coordinate = |rng: &mut Rng| if rng.chance(0.5) { 0.0 } else { rng.between(-1.0, 1.0) };
    (0..rounds)
        .map(|_| {
            let x: Vec<f64> = (0..n).map(|_| coordinate(rng)).collect();
            let square: f64 = x.iter().map(|x| x * x).sum();
            let inside = square + x[0] < n as f64 / 6.0;
            (x, if inside == rng.chance(0.95) { 1.0 } else { -1.0 })
        })
        .collect()
}

/// A kernel, and the features whose inner product it is.
pub type Explicit = (&'static str, fn(&[f64]) -> Vec<f64>);

/// Kernels with few features.
pub const EXPLICIT: [Explicit; 2] =
    [("linear", <[f64]>::to_vec), ("polynomial:degree=2,offset=0.5", quadratic)];

/// Features with `<map(x), map(z)> = (0.5 + <x,z>)^2`.
pub fn quadratic(x: &[f64]) -> Vec<f64> {
    let mut features = vec![0.5];
    features.extend(x.iter().copied());
    for (i, a) in x.iter().enumerate() {
        features.push(a * a);
        features.extend(x[..i].iter().map(|b| 2f64.sqrt() * a * b));
    }
    features
}

pub fn spec(name: &str, kernel: Option<&str>) -> Spec {
    let mut spec = Spec::named(name, "binary").unwrap();
    spec.kernel = kernel.map(|k| AnyKernel::parse(k).unwrap());
    spec
}

pub fn learn(learner: &mut AnyLearner, (x, y): &Example) -> Outcome {
    learner.learn(Instance::Dense(x), Label::Number(*y)).unwrap()
}

pub fn learn_all(learner: &mut AnyLearner, examples: &[Example]) {
    for example in examples {
        learn(learner, example);
    }
}

pub fn expansion(learner: &AnyLearner) -> &Expansion {
    let AnyHypothesis::Expansion(e) = learner.hypothesis() else { panic!("no kernel") };
    e
}

pub fn instances(examples: &[Example]) -> Vec<Instance<'_>> {
    examples.iter().map(|(x, _)| Instance::Dense(x)).collect()
}

/// `v <- keep v + coef (row x)`, as the learner does it.
pub fn step(h: &mut impl Hypothesis, x: &[f64], row: usize, coef: f64, keep: f64) {
    let parts = [Instance::Dense(x)];
    let mut view = View::default();
    h.look(&parts, &mut view);
    let terms = [Term { part: 0, row, coef }];
    h.apply(&Direction {
        parts: &parts,
        view: &view,
        terms: &terms,
        own: keep - 1.0,
        c: 1.0,
        weight: 1.0,
    });
    h.tick(1.0, &view);
}

/// Several passes; `again` says how the set is announced, if it is.
pub fn passes(name: &str, examples: &[Example], again: Option<bool>) -> (Vec<f64>, AnyLearner) {
    let mut learner = spec(name, Some("gaussian:sigma=0.7")).build().unwrap();
    let ahead = instances(examples);
    let mut scores = Vec::new();
    for pass in 0..4 {
        if let Some(again) = again.filter(|again| !again || pass == 0) {
            learner.expect(&ahead, again);
        }
        scores.extend(examples.iter().map(|e| learn(&mut learner, e).score));
    }
    (scores, learner)
}

/// Trains two learners on their own forms of the same examples; every number agrees.
pub fn agree(a: &Spec, b: &Spec, examples: &[Example], map: impl Fn(&[f64]) -> Vec<f64>) {
    let (mut ours, mut theirs) = (a.build().unwrap(), b.build().unwrap());
    for example in examples {
        let mapped = (map(&example.0), example.1);
        let (one, two) = (learn(&mut ours, example), learn(&mut theirs, &mapped));
        close(one.score, two.score);
        close(one.loss, two.loss);
        close(one.step, two.step);
        let asked = ours.predict(Instance::Dense(&examples[0].0)).unwrap();
        close(asked.1, theirs.predict(Instance::Dense(&map(&examples[0].0))).unwrap().1);
    }
    assert!(ours.ledger().updates > 3);
    close(ours.lower_bound(2.0), theirs.lower_bound(2.0));
    let asked = examples
        .iter()
        .map(|(x, y)| noregret_core::Example::new(Instance::Dense(x), Label::Number(*y)));
    let (asked, mut many) = (asked.collect::<Vec<_>>(), Vec::new());
    ours.evaluate_many(Batch::Examples(&asked), |_, outcome| many.push(outcome.unwrap()));
    for (many, e) in many.iter().zip(examples) {
        let one = ours.evaluate(Instance::Dense(&e.0), Label::Number(e.1)).unwrap();
        assert_eq!(many.score.to_bits(), one.score.to_bits());
        close(theirs.predict(Instance::Dense(&map(&e.0))).unwrap().1, one.score);
    }
}
