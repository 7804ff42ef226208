//! The cartesian product of the registry, and realisable examples for each of its members.
#![allow(dead_code, missing_docs, unreachable_pub, unused_imports, clippy::unwrap_used)]

use crate::common_thesis::{Rng, dot};
use noregret_core::ascent::AnyAscent;
use noregret_core::geometry::AnyGeometry;
use noregret_core::loss::AnyLoss;
use noregret_core::problem::AnyProblem;
use noregret_core::readout::Readout;
use noregret_core::registry::Entry;
use noregret_core::schedule::AnySchedule;
use noregret_core::snapshot::Array;
use noregret_core::{AnyLearner, Instance, Label, Spec};
use std::sync::OnceLock;

pub const N: usize = 4;

pub fn texts(entries: &[Entry], variants: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = entries.iter().map(Entry::usage).collect();
    all.extend(variants.iter().map(|v| (*v).to_string()));
    all
}

/// All compositions, valid or not.
pub fn product() -> Vec<Spec> {
    let problems = texts(&AnyProblem::entries(), &["uniclass:radius=3,learn_radius=true"]);
    let losses = texts(
        &AnyLoss::entries(),
        &["hinge:margin=0", "squared-hinge:margin=0", "hinge:margin=0.2"],
    );
    let ascents = texts(
        &AnyAscent::entries(),
        &["fixed:on=mistake", "exact:on=mistake", "bounded:on=mistake", "romma:aggressive=true"],
    );
    let geometries = texts(&AnyGeometry::entries(), &["entropy:radius=4"]);
    let schedules = texts(&AnySchedule::entries(), &["fixed:C=inf", "mistakes:lazy=false"]);
    let mut all = Vec::new();
    for problem in &problems {
        for loss in &losses {
            for ascent in &ascents {
                for geometry in &geometries {
                    for schedule in &schedules {
                        for readout in [Readout::Last, Readout::Average, Readout::Vote] {
                            all.push(Spec {
                                algorithm: String::new(),
                                problem: AnyProblem::parse(problem).unwrap(),
                                loss: AnyLoss::parse(loss).unwrap(),
                                ascent: AnyAscent::parse(ascent).unwrap(),
                                geometry: AnyGeometry::parse(geometry).unwrap(),
                                schedule: AnySchedule::parse(schedule).unwrap(),
                                readout,
                                kernel: None,
                                budget: None,
                            });
                        }
                    }
                }
            }
        }
    }
    all
}

pub fn valid() -> &'static [Spec] {
    static VALID: OnceLock<Vec<Spec>> = OnceLock::new();
    VALID.get_or_init(|| product().into_iter().filter(|s| s.check().is_ok()).collect())
}

pub fn name(s: &Spec) -> String {
    let Spec { problem, loss, ascent, geometry, schedule, readout, .. } = s;
    format!("{problem} / {loss} / {ascent} / {geometry} / {schedule} / {readout:?}")
}

/// A realisable example of the problem: labels and targets of a hidden point of the simplex, points of a ball,
/// at a scale where a unit step does not run away.
pub fn example(s: &Spec, rng: &mut Rng) -> (Vec<f64>, f64) {
    let radius = if let AnyGeometry::Entropy(g) = &s.geometry { g.radius } else { 1.0 };
    let u = [0.6, 0.1, 0.2, 0.1].map(|u| radius * u);
    loop {
        let size = if s.problem.name() == "regression" { 0.25 / radius } else { 1.0 };
        let x: Vec<f64> = rng.vector(N).iter().map(|x| size * x).collect();
        let score = dot(&u, &x);
        match s.problem.name() {
            "binary" if score.abs() < 0.15 => {}
            "binary" => return (x, score.signum()),
            "uniclass" => return (x.iter().map(|x| radius * 0.25 + 0.3 * x).collect(), 1.0),
            _ => return (x, score),
        }
    }
}

pub fn feed(learner: &mut AnyLearner, s: &Spec, rng: &mut Rng, rounds: usize) -> Vec<f64> {
    let mut losses = Vec::new();
    for _ in 0..rounds {
        let (x, y) = example(s, rng);
        let outcome = learner.learn(Instance::Dense(&x), Label::Number(y));
        losses.push(outcome.unwrap_or_else(|e| panic!("{}: {e}", name(s))).loss);
    }
    losses
}

pub fn weights(learner: &AnyLearner) -> Vec<u64> {
    (0..N).map(|j| learner.weight(j, 0).to_bits()).collect()
}

pub fn potential(learner: &AnyLearner, s: &Spec) -> Array {
    learner.snapshot(s).arrays.into_iter().find(|(n, _)| n == "potential").unwrap().1
}
