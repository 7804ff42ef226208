//! Required margins in label ranking and one-vs-rest: the loss of the definition, and a bound that
//! no comparator breaks.
//!
//! Reference: Crammer et al. 2006, sec. 8.

use crate::support::{Rng, at_most, dot, near};
use noregret_core::problem::Cost;
use noregret_core::{AnyLearner, ClassName, Instance, Label, Spec};

const K: usize = 4;
const N: usize = 3;

fn demands(rng: &mut Rng) -> Vec<Vec<f64>> {
    (0..K).map(|_| (0..K).map(|_| [0.0, 0.3, 2.0][rng.below(3)]).collect()).collect()
}

fn costs(demands: &[Vec<f64>]) -> Vec<Cost> {
    let name = |r: usize| Some(ClassName::Number(r as f64));
    let of = |y: usize, r: usize| Cost { right: name(y), wrong: name(r), margin: demands[y][r] };
    (0..K).flat_map(|y| (0..K).filter(move |r| *r != y).map(move |r| of(y, r))).collect()
}

/// The loss of one matrix of weights: the worst pair, their mean, or the sum over the classes.
fn loss(kind: &str, w: &[Vec<f64>], x: &[f64], set: &[usize], demands: &[Vec<f64>]) -> f64 {
    let scores: Vec<f64> = w.iter().map(|w| dot(w, x)).collect();
    let others = || (0..K).filter(|s| !set.contains(s));
    let pairs = set.iter().flat_map(|&r| others().map(move |s| (r, s)));
    let pair = |(r, s): (usize, usize)| (1.0 + demands[r][s] - scores[r] + scores[s]).max(0.0);
    let y = set[0];
    match kind {
        "label-ranking" => pairs.map(pair).fold(0.0, f64::max),
        "label-ranking:form=average" => {
            pairs.clone().map(pair).sum::<f64>() / pairs.count().max(1) as f64
        }
        _ => {
            let right = (1.0 - scores[y]).max(0.0);
            right + others().map(|s| (1.0 + demands[y][s] + scores[s]).max(0.0)).sum::<f64>()
        }
    }
}

fn weights(learner: &AnyLearner) -> Vec<Vec<f64>> {
    (0..K).map(|r| (0..N).map(|j| learner.weight(j, r)).collect()).collect()
}

#[test]
fn costs_are_margins_of_every_pair() {
    let mut rng = Rng::new(17);
    for kind in ["label-ranking", "label-ranking:form=average", "one-vs-rest"] {
        for name in ["pa1", "simproj", "pa2"] {
            let demands = demands(&mut rng);
            let Ok(mut spec) = Spec::named(name, kind) else { continue };
            spec.problem.with_costs(&costs(&demands)).unwrap();
            let mut learner = spec.build().unwrap();
            (0..K).for_each(|r| learner.admit_label(Label::Number(r as f64)).unwrap());
            let us: Vec<Vec<Vec<f64>>> =
                (0..5).map(|_| (0..K).map(|_| rng.vector(N)).collect()).collect();
            let mut theirs = vec![0.0; us.len()];
            for _ in 0..60 {
                let x = rng.vector(N);
                let size = if kind == "one-vs-rest" { 1 } else { 1 + rng.below(K - 1) };
                let mut set: Vec<usize> = (0..K).collect();
                (0..K).for_each(|i| set.swap(i, rng.below(K)));
                set.truncate(size);
                let labels: Vec<Label<'_>> = set.iter().map(|r| Label::Number(*r as f64)).collect();
                let label = if size == 1 { labels[0] } else { Label::Set(&labels) };
                let expected = loss(kind, &weights(&learner), &x, &set, &demands);
                let outcome = learner.learn(Instance::Dense(&x), label).unwrap();
                if name != "pa2" {
                    near(outcome.loss, expected, 1e-9, kind);
                    for (u, sum) in us.iter().zip(&mut theirs) {
                        *sum += loss(kind, u, &x, &set, &demands);
                        let norm = u.iter().map(|u| dot(u, u)).sum::<f64>().sqrt();
                        at_most(learner.lower_bound(norm), *sum, kind);
                    }
                }
            }
            assert!(learner.ledger().updates > 30, "{kind} {name}");
            let again = AnyLearner::restore(learner.snapshot(&spec)).unwrap();
            assert_eq!(again.snapshot(&spec), learner.snapshot(&spec));
            assert_eq!(again.problem(), learner.problem());
        }
    }
}

/// A class that comes late has its costs too.
#[test]
fn late_classes_have_costs() {
    for kind in ["label-ranking", "one-vs-rest"] {
        let mut spec = Spec::named("pa1", kind).unwrap();
        let cost = Cost { right: Some(ClassName::Number(2.0)), wrong: None, margin: 5.0 };
        spec.problem.with_costs(&[cost]).unwrap();
        let mut learner = spec.build().unwrap();
        for y in [0.0, 1.0, 2.0] {
            learner.learn(Instance::Dense(&[0.0]), Label::Number(y)).unwrap();
        }
        let asked = learner.evaluate(Instance::Dense(&[0.0]), Label::Number(2.0)).unwrap();
        let expected = if kind == "one-vs-rest" { 1.0 + 6.0 + 6.0 } else { 6.0 };
        near(asked.loss, expected, 1e-12, kind);
    }
}
