//! The certificate against real data: no fixed predictor, random or trained, ever lost less than
//! the run said it must, at any moment of the run.
//!
//! Reads a9a, spambase and cal_housing from the folder `NOREGRET_DATA` (default: `../shared/data`
//! beside the repository) and says so when it is not there.

#![allow(clippy::unwrap_used)]

use crate::common::sets::{Data, instance, label, load, random};
use noregret_core::hypothesis::Coordinates;
use noregret_core::loss::Loss;
use noregret_core::{AnyLearner, Instance, Spec};
use noregret_io::Row;

/// Margin of the comparator `u` on a row: `y <u,x>` or `<u,x> - y`.
fn margin(learner: &AnyLearner, row: &Row, u: &[f64]) -> f64 {
    let score = instance(row).dot(u);
    match learner.problem() {
        noregret_core::problem::AnyProblem::Binary(p) => p.sign(label(row)).unwrap() * score,
        _ => score - row.label.number().unwrap(),
    }
}

/// Random directions of several sizes, and weights trained by other learners over several passes.
fn comparators(data: &Data, problem: &str) -> Vec<Vec<f64>> {
    let mut state = 7;
    let mut all: Vec<Vec<f64>> = Vec::new();
    for scale in [1e-3, 0.1, 1.0, 30.0] {
        all.push((0..data.dimension).map(|_| scale * random(&mut state)).collect());
    }
    for (name, c) in [("pa1", 1.0), ("pa1", 1e-3), ("pa2", 1e-2), ("pa2", 1e-6)] {
        let mut spec = Spec::named(name, problem).unwrap();
        spec.set_aggressiveness(c).unwrap();
        spec.readout = noregret_core::readout::Readout::Average;
        let mut learner = spec.build().unwrap();
        for _ in 0..3 {
            for row in &data.rows {
                learner.learn(instance(row), label(row)).unwrap();
            }
        }
        let trained: Vec<f64> =
            (0..data.dimension).map(|j| learner.answering_weight(j, 0)).collect();
        for scale in [0.3, 1.0, 3.0] {
            all.push(trained.iter().map(|w| scale * w).collect());
        }
    }
    all
}

/// The comparator moved into the domain of the learner's geometry, and its complexity there.
fn fit(learner: &AnyLearner, geometry: &str, u: &[f64]) -> (Vec<f64>, f64) {
    let norm = |u: &[f64], q: f64| Instance::Dense(u).p_norm(q);
    match geometry {
        "entropy" => {
            let total: f64 = u.iter().map(|u| u.abs()).sum();
            let u: Vec<f64> = u.iter().map(|u| u.abs() / total).collect();
            let f = learner.hypothesis().complexity(&u, learner.tradeoff());
            (u, f)
        }
        "balanced" => {
            let total = norm(u, 1.0);
            let u: Vec<f64> = u.iter().map(|u| 10.0 * u / total).collect();
            let f = learner.hypothesis().complexity(&u, learner.tradeoff());
            (u, f)
        }
        "p-norm" => (u.to_vec(), norm(u, 6.0 / 5.0)),
        _ => (u.to_vec(), norm(u, 2.0)),
    }
}

/// Runs one algorithm and checks every comparator at every power of two; returns the number of
/// checks and how much of a comparator's loss was certified at best.
fn check(data: &Data, name: &str, problem: &str, comparators: &[Vec<f64>]) -> (usize, f64) {
    let spec = Spec::named(name, problem).unwrap();
    let mut learner = spec.build().unwrap();
    learner.reserve(data.dimension);
    let fitted: Vec<(Vec<f64>, f64)> =
        comparators.iter().map(|u| fit(&learner, spec.geometry.name(), u)).collect();
    let mut losses = vec![0.0; fitted.len()];
    let (mut checks, mut tightest) = (0, 0.0f64);
    for (t, row) in data.rows.iter().enumerate() {
        learner.learn(instance(row), label(row)).unwrap();
        for (loss, (u, _)) in losses.iter_mut().zip(&fitted) {
            *loss += spec.loss.value(margin(&learner, row, u));
        }
        if (t + 1).is_power_of_two() || t + 1 == data.rows.len() {
            for (loss, (_, complexity)) in losses.iter().zip(&fitted) {
                let bound = learner.lower_bound(*complexity);
                assert!(
                    bound <= *loss * (1.0 + 1e-12),
                    "{name} round {}: a predictor of complexity {complexity} lost {loss}, less than {bound}",
                    t + 1
                );
                checks += 1;
                tightest = tightest.max(bound / loss);
            }
        }
    }
    (checks, tightest)
}

const BINARY: &[&str] = &[
    "perceptron",
    "pa",
    "pa1",
    "pa2",
    "pa-relaxed",
    "pa-multiplicative",
    "mira",
    "winnow",
    "winnow-self-tuned",
    "winnow-aggressive",
    "eg",
    "p-norm",
    "self-tuned",
    "subgradient",
    "logistic",
];
const REGRESSION: &[&str] = &["pa", "pa1", "pa2", "pa-relaxed", "subgradient", "nlms"];

fn check_all(file: &str, problem: &str, names: &[&str]) {
    let Some(data) = load(file) else { return };
    let comparators = comparators(&data, problem);
    let mut best = 0.0f64;
    for name in names {
        let (checks, tightest) = check(&data, name, problem, &comparators);
        println!("{file} {name}: {checks} comparisons, none violated, tightest {tightest:.3}");
        best = best.max(tightest);
        assert!(checks >= 16 * 10, "{checks}");
    }
    assert!(best > 0.4, "bounds that say next to nothing ({best}) are hard to violate");
}

#[test]
fn a9a() {
    check_all("a9a/a9a.gz", "binary", BINARY);
}

#[test]
fn spambase() {
    check_all("spambase/spambase.csv.gz", "binary", BINARY);
}

#[test]
fn cal_housing() {
    check_all("cal_housing/cal_housing.csv.gz", "regression", REGRESSION);
}

#[test]
fn spam() {
    check_all("examples/spam/train.vw.gz", "binary", BINARY);
}
