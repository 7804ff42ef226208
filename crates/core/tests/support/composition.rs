//! Compositions from texts.

use noregret_core::ascent::AnyAscent;
use noregret_core::geometry::AnyGeometry;
use noregret_core::loss::AnyLoss;
use noregret_core::problem::AnyProblem;
use noregret_core::readout::Readout;
use noregret_core::schedule::AnySchedule;
use noregret_core::{AnyLearner, Spec};

/// A composition from the texts of its parts; the last hypothesis answers.
pub fn composition(
    problem: &str,
    loss: &str,
    ascent: &str,
    geometry: &str,
    schedule: &str,
) -> Spec {
    Spec {
        algorithm: String::new(),
        problem: AnyProblem::parse(problem).unwrap(),
        loss: AnyLoss::parse(loss).unwrap(),
        ascent: AnyAscent::parse(ascent).unwrap(),
        geometry: AnyGeometry::parse(geometry).unwrap(),
        schedule: AnySchedule::parse(schedule).unwrap(),
        readout: Readout::Last,
        kernel: None,
        budget: None,
        bias: None,
        standard: None,
        scope: Default::default(),
    }
}

/// A copy of a learner that goes on under another ascent, and its spec.
pub fn with_ascent(learner: &AnyLearner, spec: &Spec, ascent: &str) -> (AnyLearner, Spec) {
    let mut snapshot = learner.snapshot(spec);
    snapshot.spec.ascent = AnyAscent::parse(ascent).unwrap();
    let spec = snapshot.spec.clone();
    (AnyLearner::restore(snapshot).unwrap(), spec)
}
