//! Runs of the primal-dual framework of Shalev-Shwartz 2007 (thesis).
//!
//! Streams, compositions, slow formulas of every geometry, and a mirror of the dual state that is
//! kept from the outcomes alone.

mod compositions;
mod geo;
mod mirror;
mod streams;

pub use compositions::{BINARY_LOSSES, REGRESSION_LOSSES, compositions, name, spec};
pub use geo::{GEOMETRIES, Geo, SETS, largest_norm, within};
pub use mirror::{Mirror, Step};
pub use streams::{Example, binary_stream, example, mixed_stream, regression_stream};

use super::dot;
use noregret_core::certificate::mistakes::Comparator;
use noregret_core::{AnyLearner, Instance, Label, Outcome, Spec};

pub fn build(spec: &Spec, n: usize) -> AnyLearner {
    let mut learner = spec.build().unwrap_or_else(|e| panic!("{e}: {spec:?}"));
    learner.reserve(n);
    learner
}

pub fn learn(learner: &mut AnyLearner, e: &Example) -> Outcome {
    learner.learn_weighted(Instance::Dense(&e.x), Label::Number(e.y), e.weight).unwrap()
}

pub fn play(learner: &mut AnyLearner, stream: &[Example]) {
    for e in stream {
        learn(learner, e);
    }
}

pub fn weights(learner: &AnyLearner, n: usize) -> Vec<f64> {
    (0..n).map(|j| learner.weight(j, 0)).collect()
}

/// A run of a mistake-driven or aggressive classifier: what its bounds need.
pub struct Count {
    pub learner: AnyLearner,
    pub mistakes: Vec<Example>,
    pub updates: Vec<Example>,
}

pub fn count(spec: &Spec, stream: &[Example]) -> Count {
    let mut run =
        Count { learner: build(spec, stream[0].x.len()), mistakes: vec![], updates: vec![] };
    for e in stream {
        let outcome = learn(&mut run.learner, e);
        if outcome.mistake {
            run.mistakes.push(e.clone());
        }
        if outcome.step > 0.0 {
            run.updates.push(e.clone());
        }
    }
    run
}

pub fn comparator(geo: Geo, u: &[f64], margin: f64, on: &[Example]) -> Comparator {
    let hinge = |e: &Example| (margin - e.y * dot(u, &e.x)).max(0.0);
    Comparator { norm: geo.level(u), margin, loss: on.iter().map(hinge).sum() }
}
