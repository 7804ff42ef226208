//! Problems that learn exactly as the blocks of rows they stand for.
//!
//! Label sets, pairs, classes, candidates and documents.
//!
//! Reference: Amit et al., simultaneous projections, sec. 1.1, 3, 7 and 9.2.

use crate::support::tasks::{ASCENTS, Run, Setting, Tasks, learner, same};
use crate::support::{Geometry, Rng, basis, near, near_all, sub};
use noregret_core::{AnyLearner, Instance, Label};

/// x in block r of k.
fn place(x: &[f64], r: usize, k: usize) -> Vec<f64> {
    let mut row = vec![0.0; k * x.len()];
    row[r * x.len()..][..x.len()].copy_from_slice(x);
    row
}

/// All pairs (r,s) as rows of block features.
fn rows_of(x: &[f64], pairs: &[(usize, usize)], k: usize) -> Tasks {
    let rows: Vec<Vec<f64>> =
        pairs.iter().map(|&(r, s)| sub(&place(x, r, k), &place(x, s, k))).collect();
    Tasks { sides: vec![1.0; rows.len()], rows }
}

fn matrix(learner: &AnyLearner, k: usize, n: usize) -> Vec<f64> {
    (0..k).flat_map(|r| (0..n).map(move |j| learner.weight(j, r))).collect()
}

/// Label sets, with one slack and averaged, are rows of block features.
#[test]
fn label_sets_are_rows() {
    let (mut rng, k, n) = (Rng::new(1), 4, 3);
    for form in ["max", "average"] {
        for ascent in ASCENTS {
            for cap in [0.2, 2.0] {
                let setting = Setting::euclid(cap);
                let mut ours =
                    learner(setting, &format!("label-ranking:form={form}"), ascent, n, k);
                let spec = setting.spec(&format!("tasks:form={form}"), ascent);
                let mut run = Run::of(setting, spec, k * n);
                // Labels with equal weights tie but for rounding: at first each learns something of
                // its own.
                for r in 0..k {
                    let (x, s) = (rng.vector(n), (r + 1) % k);
                    let pair = [(Label::Number(r as f64), Label::Number(s as f64))];
                    ours.learn(Instance::Dense(&x), Label::Pairs(&pair)).unwrap();
                    run.learn(&rows_of(&x, &[(r, s)], k), 1.0);
                }
                for _ in 0..30 {
                    let x = rng.vector(n);
                    let relevant: Vec<usize> = (0..k).filter(|_| rng.chance(0.5)).collect();
                    let others = (0..k).filter(|s| !relevant.contains(s));
                    let pairs: Vec<(usize, usize)> = relevant
                        .iter()
                        .flat_map(|&r| others.clone().map(move |s| (r, s)))
                        .collect();
                    let set: Vec<Label<'_>> =
                        relevant.iter().rev().map(|&r| Label::Number(r as f64)).collect();
                    let outcome = ours.learn(Instance::Dense(&x), Label::Set(&set)).unwrap();
                    if pairs.is_empty() {
                        assert_eq!(
                            (outcome.step, outcome.loss, outcome.violation),
                            (0.0, 0.0, false)
                        );
                        continue;
                    }
                    let rows = run.learn(&rows_of(&x, &pairs, k), 1.0);
                    same(ascent, (&ours, outcome), &matrix(&ours, k, n), &run, rows);
                }
            }
        }
    }
}

/// Any preference pairs, also such that are no two sides, twice the same, or a circle.
#[test]
fn preference_pairs_are_rows() {
    let (mut rng, k, n) = (Rng::new(2), 4, 3);
    for form in ["max", "average"] {
        for ascent in ASCENTS {
            let setting = Setting::euclid(0.5);
            let mut ours = learner(setting, &format!("label-ranking:form={form}"), ascent, n, k);
            let spec = setting.spec(&format!("tasks:form={form}"), ascent);
            let mut run = Run::of(setting, spec, k * n);
            for _ in 0..40 {
                let x = rng.vector(n);
                let mut pairs: Vec<(usize, usize)> = (0..1 + rng.below(5))
                    .map(|_| (rng.below(k), rng.below(k)))
                    .filter(|(r, s)| r != s)
                    .collect();
                let number = |r: usize| Label::Number(r as f64);
                let label: Vec<_> = pairs
                    .iter()
                    .chain(pairs.first())
                    .map(|&(r, s)| (number(r), number(s)))
                    .collect();
                let outcome = ours.learn(Instance::Dense(&x), Label::Pairs(&label)).unwrap();
                pairs.sort_unstable();
                pairs.dedup();
                if !pairs.is_empty() {
                    let rows = run.learn(&rows_of(&x, &pairs, k), 1.0);
                    same(ascent, (&ours, outcome), &matrix(&ours, k, n), &run, rows);
                }
            }
        }
    }
}

/// Classes are sets of one label, and candidates with block features.
#[test]
fn classes_are_label_sets_and_candidates() {
    let (mut rng, k, n) = (Rng::new(3), 5, 3);
    for ascent in ASCENTS {
        let setting = Setting::euclid(0.4);
        let mut classes = learner(setting, "multiclass", ascent, n, k);
        let mut sets = learner(setting, "label-ranking", ascent, n, k);
        let mut candidates = learner(setting, "candidates", ascent, k * n, 0);
        let room = if ascent.starts_with("joint") { 2e-3 } else { 1e-9 };
        for _ in 0..60 {
            let (x, y) = (rng.vector(n), Label::Number(rng.below(k) as f64));
            let a = classes.learn(Instance::Dense(&x), y).unwrap();
            let b = sets.learn(Instance::Dense(&x), y).unwrap();
            let places: Vec<Vec<u32>> =
                (0..k).map(|r| (0..n).map(|j| (r * n + j) as u32).collect()).collect();
            let parts: Vec<Instance<'_>> =
                places.iter().map(|at| Instance::sparse(at, &x).unwrap()).collect();
            let c = candidates.learn_parts(&parts, y, 1.0).unwrap();
            let weights: Vec<f64> = (0..k * n).map(|j| candidates.weight(j, 0)).collect();
            near_all(&matrix(&classes, k, n), &matrix(&sets, k, n), room, ascent);
            near_all(&matrix(&sets, k, n), &weights, room, ascent);
            near(a.step, b.step, room, ascent);
            near(b.step, c.step, room, ascent);
        }
    }
}

/// Documents of a query and candidates are rows of differences, in both geometries.
#[test]
fn documents_and_candidates_are_rows_of_differences() {
    let (mut rng, n) = (Rng::new(4), 4);
    for setting in [Setting::euclid(0.5), Setting::entropy(0.15, 0.8)] {
        for (problem, form) in [("queries", "max"), ("queries", "average"), ("candidates", "max")] {
            for ascent in ASCENTS {
                if ascent.starts_with("joint") && setting.geo == Geometry::Entropy {
                    continue;
                }
                let text = if problem == "queries" {
                    format!("queries:form={form},margin=same")
                } else {
                    problem.into()
                };
                let mut ours = learner(setting, &text, ascent, n, 0);
                let spec = setting.spec(&format!("tasks:form={form}"), ascent);
                let mut run = Run::of(setting, spec, n);
                for _ in 0..25 {
                    let docs: Vec<Vec<f64>> =
                        (0..2 + rng.below(3)).map(|_| rng.vector(n)).collect();
                    let y = rng.below(docs.len());
                    let grades: Vec<f64> = match problem {
                        "queries" => docs.iter().map(|_| rng.below(3) as f64).collect(),
                        _ => basis(docs.len(), y),
                    };
                    let parts: Vec<Instance<'_>> =
                        docs.iter().map(|x| Instance::Dense(x)).collect();
                    let outcome = ours.learn_parts(&parts, Label::Each(&grades), 1.0).unwrap();
                    let all = (0..docs.len()).flat_map(|i| (0..docs.len()).map(move |j| (i, j)));
                    let rows: Vec<Vec<f64>> = all
                        .filter(|&(i, j)| grades[i] > grades[j])
                        .map(|(i, j)| sub(&docs[i], &docs[j]))
                        .collect();
                    if rows.is_empty() {
                        assert_eq!((outcome.step, outcome.violation), (0.0, false));
                        continue;
                    }
                    let rows = run.learn(&Tasks { sides: vec![1.0; rows.len()], rows }, 1.0);
                    let weights: Vec<f64> = (0..n).map(|j| ours.weight(j, 0)).collect();
                    same(ascent, (&ours, outcome), &weights, &run, rows);
                }
            }
        }
    }
}
