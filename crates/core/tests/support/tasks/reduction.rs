//! Problems beside the rows they stand for.

use super::{Run, Setting};
use crate::support::{near, near_all};
use noregret_core::{AnyLearner, Label, Outcome};

/// Every way to step on a block of rows.
pub const ASCENTS: [&str; 8] = [
    "spread:on=mistake",
    "simultaneous:on=mistake",
    "simultaneous",
    "separable:guard=false",
    "separable",
    "exact",
    "joint:solver=pairwise",
    "joint",
];

/// A learner of a problem whose labels `0..labels` are known from the start.
pub fn learner(
    setting: Setting,
    problem: &str,
    ascent: &str,
    n: usize,
    labels: usize,
) -> AnyLearner {
    let mut learner = setting.spec(problem, ascent).build().unwrap();
    learner.reserve(n);
    (0..labels).for_each(|y| learner.admit_label(Label::Number(y as f64)).unwrap());
    learner
}

fn dual_value(learner: &AnyLearner) -> f64 {
    learner.certificate().dual_value.unwrap()
}

/// Equal weights, mass, loss and dual of a learner and of the rows its problem stands for.
///
/// The exact solvers agree in the dual to their gap, in the weights to its root.
pub fn same(
    ascent: &str,
    (learner, outcome): (&AnyLearner, Outcome),
    weights: &[f64],
    run: &Run,
    rows: Outcome,
) {
    let joint = ascent.starts_with("joint");
    let room = if joint { 2e-3 } else { 1e-9 };
    near_all(weights, &run.weights(), room, ascent);
    near(outcome.step, rows.step, room, ascent);
    near(outcome.loss, rows.loss, room, ascent);
    near(
        dual_value(learner),
        run.certificate().dual_value.unwrap(),
        if joint { 1e-5 } else { 1e-9 },
        ascent,
    );
    if !joint {
        assert_eq!(outcome.violation, rows.violation, "{ascent}");
        // Only bounds on lengths differ: pairs of one row are measured by the triangle inequality.
        near(learner.ledger().mass.value(), run.learner.ledger().mass.value(), 1e-9, ascent);
    }
}
