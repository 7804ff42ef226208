//! Required margins that differ from pair to pair: what PA reaches, and on which class.
//!
//! Reference: Crammer et al. 2006, sec. 8: max-loss and prediction-based updates.

use crate::support::matrix::{Matrix, scores};
use crate::support::multiclass::{BUILDS, Round, Run, Stream, spec};
use crate::support::{Rng, at_most, near, near_all, square};
use noregret_core::problem::{AnyProblem, Classes, Cost, Multiclass};
use noregret_core::{ClassName, Instance, Label, Spec};

const K: usize = 4;

/// A different demand for every pair; none for some.
fn demands(rng: &mut Rng) -> Matrix {
    let one = |rng: &mut Rng| [0.0, 0.2, 1.0, 5.0][rng.below(4)] + rng.unit();
    (0..K).map(|_| (0..K).map(|_| one(rng)).collect()).collect()
}

fn with_costs(mut spec: Spec, demands: &Matrix) -> Spec {
    let name = |r: usize| Some(ClassName::Number(r as f64));
    let mut costs = Vec::new();
    for (y, row) in demands.iter().enumerate() {
        for (r, &margin) in row.iter().enumerate().filter(|(r, _)| *r != y) {
            costs.push(Cost { right: name(y), wrong: name(r), margin });
        }
    }
    spec.problem = AnyProblem::from(Multiclass::new(Classes::default(), costs));
    spec
}

/// The class that maximises this, the first of equals.
fn best(k: usize, y: usize, value: impl Fn(usize) -> f64) -> usize {
    let wrong = (0..k).filter(|r| *r != y);
    wrong.reduce(|a, b| if value(b) > value(a) { b } else { a }).unwrap()
}

/// The step by the printed formulas: `tau = min(C, loss/(2|x|^2))` along `e_y - e_r`.
fn expected(round: &Round<'_>, demand: impl Fn(usize) -> f64, r: usize, rate: f64) -> Matrix {
    let y = round.e.y;
    let loss = (demand(r) - round.scores[y] + round.scores[r]).max(0.0);
    let tau = if round.a > 0.0 { (0.5 * loss / round.a).min(rate) } else { 0.0 };
    let mut after = round.before.clone();
    for (j, x) in round.e.x.iter().enumerate() {
        after[y][j] += tau * x;
        after[r][j] -= tau * x;
    }
    after
}

#[test]
fn max_loss_and_prediction_based_steps_are_those_of_the_source() {
    let (mut rng, mut unlike) = (Rng::new(81), 0);
    for (margin, rate) in [(0.0, f64::INFINITY), (1.0, 0.3), (0.5, f64::INFINITY)] {
        let demands = demands(&mut rng);
        for stream in Stream::of_every_kind(&mut rng, K, 50) {
            let (loss, schedule) = (format!("hinge:margin={margin}"), format!("fixed:C={rate}"));
            let of = |ascent: &str| with_costs(spec(&loss, ascent, "euclid", &schedule), &demands);
            let mut worst = Run::new(BUILDS[0], &of("exact"), K, stream.n);
            let by_answer = of("exact:on=mistake,aim=predicted");
            let mut predicted = Run::new(BUILDS[0], &by_answer, K, stream.n);
            for e in &stream.examples {
                let demand = |r: usize| margin + demands[e.y][r];
                let round = worst.play(e);
                let r = best(K, e.y, |r| round.scores[r] + demand(r));
                let loss = demand(r) - round.scores[e.y] + round.scores[r];
                near(round.outcome.loss, loss.max(0.0), 1e-9, "max-loss");
                let after = expected(&round, demand, r, rate);
                near_all(&round.after.concat(), &after.concat(), 1e-9, "max-loss step");

                let round = predicted.play(e);
                let answer = best(K, e.y, |r| round.scores[r]);
                let wrong = round.scores[answer] >= round.scores[e.y];
                let after = if wrong {
                    expected(&round, demand, answer, rate)
                } else {
                    round.before.clone()
                };
                near_all(&round.after.concat(), &after.concat(), 1e-9, "predicted step");
                unlike +=
                    i32::from(wrong && answer != best(K, e.y, |r| round.scores[r] + demand(r)));
            }
        }
    }
    assert!(unlike > 20, "the two aims differ only {unlike} times");
}

/// One step without a cap reaches the margin of the class it is on; MIRA's reaches all of them at
/// once.
#[test]
fn required_margins_are_met() {
    let (mut rng, mut short) = (Rng::new(82), 0);
    let demands = demands(&mut rng);
    for stream in Stream::of_every_kind(&mut rng, K, 50) {
        for ascent in ["exact", "mira"] {
            let plain = spec("hinge:margin=0.1", ascent, "euclid", "fixed:C=inf");
            let mut run = Run::new(BUILDS[0], &with_costs(plain, &demands), K, stream.n);
            for e in stream.examples.iter().filter(|e| square(&e.x) > 0.0) {
                let before = run.play(e).scores;
                let after = scores(&run.matrix(), &e.x);
                let room = |b: &[f64], r: usize| b[e.y] - b[r] - 0.1 - demands[e.y][r];
                let worst = best(K, e.y, |r| -room(&before, r));
                at_most(0.0, room(&after, worst), "the worst class");
                let missed = (0..K).any(|r| r != e.y && room(&after, r) < -1e-9);
                assert!(ascent == "exact" || !missed, "MIRA misses no class");
                short += i32::from(missed);
            }
        }
    }
    assert!(short > 0, "one class at a time leaves others short");
}

/// Costs know classes that were not seen yet; a cost with the wrong class left out is a weight of
/// the right one.
#[test]
fn costs_of_late_classes_and_open_costs() {
    let cost = |right: Option<&str>, wrong: Option<&str>, margin: f64| {
        let name = |n: Option<&str>| n.map(|n| ClassName::Text(n.into()));
        Cost { right: name(right), wrong: name(wrong), margin }
    };
    let costs =
        vec![cost(Some("b"), Some("c"), 7.0), cost(Some("c"), None, 3.0), cost(None, None, 0.5)];
    let mut spec = spec("hinge:margin=0", "exact", "euclid", "fixed:C=inf");
    spec.problem = AnyProblem::from(Multiclass::new(Classes::default(), costs));
    let mut learner = spec.build().unwrap();
    let x = Instance::Dense(&[1.0]);
    let losses = ["a", "b", "c"].map(|y| learner.learn(x, Label::Name(y)).unwrap().loss);
    // First alone; then 0.5 ahead of a; then 3 ahead of both, of which b is 0.25 up.
    assert_eq!(losses, [0.0, 0.5, 3.25]);
    let again = learner.evaluate(x, Label::Name("b")).unwrap();
    let lead = learner.weight(0, 1) - learner.weight(0, 2);
    near(again.margin, lead - 7.0, 1e-12, "b against c");
    near(again.loss, 7.0 - lead, 1e-12, "b against c");
}
