//! Three rounds of every adaptive geometry by hand, and AROW against its published update.
//!
//! Reference: Duchi, Hazan & Singer 2011, sec. 3; Crammer, Kulesza & Dredze 2009.

use crate::support::primal_dual::spec;
use crate::support::{Rng, dot, near};
use noregret_core::problem::AnyProblem;
use noregret_core::{AnyLearner, Instance, Label, Outcome, Spec};

fn learn(learner: &mut AnyLearner, x: &[f64], y: f64) -> Outcome {
    learner.learn(Instance::Dense(x), Label::Number(y)).unwrap()
}

#[track_caller]
fn weights_are(learner: &AnyLearner, row: usize, expected: &[f64]) {
    for (j, e) in expected.iter().enumerate() {
        near(learner.weight(j, row), *e, 1e-14, &format!("weight {j} of row {row}"));
    }
}

/// Binary, C = 0.5 (so c = 2): v and G are whole numbers.
#[test]
fn adagrad_by_hand() {
    let root = f64::sqrt;
    let mut plain = spec("hinge", "fixed", "adagrad:scale=false", "fixed:C=0.5").build().unwrap();
    assert_eq!(learn(&mut plain, &[2.0, 0.0], 1.0).loss, 1.0);
    weights_are(&plain, 0, &[2.0 / (2.0 * root(5.0)), 0.0]);
    near(learn(&mut plain, &[1.0, 1.0], -1.0).loss, 1.0 + 1.0 / root(5.0), 1e-14, "second");
    weights_are(&plain, 0, &[1.0 / (2.0 * root(6.0)), -1.0 / (2.0 * root(2.0))]);
    near(learn(&mut plain, &[0.0, 3.0], 1.0).loss, 1.0 + 1.5 / root(2.0), 1e-14, "third");
    weights_are(&plain, 0, &[1.0 / (2.0 * root(6.0)), 2.0 / (2.0 * root(11.0))]);

    let mut scaled = spec("hinge", "fixed", "adagrad", "fixed:C=0.5").build().unwrap();
    learn(&mut scaled, &[2.0, 0.0], 1.0);
    weights_are(&scaled, 0, &[2.0 / (2.0 * 2.0 * root(8.0)), 0.0]);
    near(learn(&mut scaled, &[1.0, 1.0], -1.0).loss, 1.0 + 0.5 / root(8.0), 1e-14, "second");
    weights_are(&scaled, 0, &[1.0 / (2.0 * 2.0 * 3.0), -1.0 / (2.0 * root(2.0))]);
    // The scale of the second feature grows from 1 to 3 before the prediction: w = -1/(2 * 3 *
    // sqrt(9 + 1)).
    near(learn(&mut scaled, &[0.0, 3.0], 1.0).loss, 1.0 + 0.5 / root(10.0), 1e-14, "third");
    weights_are(&scaled, 0, &[1.0 / 12.0, 2.0 / (2.0 * 3.0 * root(19.0))]);
}

#[test]
fn adagrad_with_classes_by_hand() {
    let mut s = spec("hinge", "fixed", "adagrad", "fixed");
    s.problem = AnyProblem::parse("multiclass").unwrap();
    let mut learner = s.build().unwrap();
    (0..2).for_each(|y| learner.admit_label(Label::Number(f64::from(y))).unwrap());
    learn(&mut learner, &[1.0], 0.0);
    let root = f64::sqrt;
    weights_are(&learner, 0, &[1.0 / root(2.0)]);
    weights_are(&learner, 1, &[-1.0 / root(2.0)]);
    // Scale 2: weights +-1/(2 sqrt(4 + 1)), scores +-1/sqrt 5.
    near(learn(&mut learner, &[2.0], 1.0).loss, 1.0 + 2.0 / root(5.0), 1e-14, "second");
    weights_are(&learner, 1, &[1.0 / (2.0 * 3.0)]);
    // A third class: v = (-1 - 0, 1 - 1, 1), the step goes to it and from the best of the others.
    near(learn(&mut learner, &[1.0], 2.0).loss, 1.0 + 1.0 / 6.0, 1e-14, "third");
    for (row, w) in [-1.0 / 6.0, 0.0, 1.0 / (2.0 * root(5.0))].into_iter().enumerate() {
        weights_are(&learner, row, &[w]);
    }
}

fn arow(problem: &str, aggressiveness: f64) -> Spec {
    let mut s = Spec::named("arow", problem).unwrap();
    s.set_aggressiveness(aggressiveness).unwrap();
    s
}

#[test]
fn arow_by_hand() {
    let mut binary = arow("binary", 0.5).build().unwrap();
    learn(&mut binary, &[1.0, 0.0], 1.0);
    weights_are(&binary, 0, &[0.5, 0.0]);
    learn(&mut binary, &[1.0, 1.0], -1.0);
    weights_are(&binary, 0, &[0.2, -0.6]);
    learn(&mut binary, &[0.0, 2.0], 1.0);
    weights_are(&binary, 0, &[0.2, -0.6 + 2.2 / 3.0]);

    let mut number = arow("regression", 0.5).build().unwrap();
    learn(&mut number, &[1.0, 2.0], 3.0);
    weights_are(&number, 0, &[0.5, 1.0]);
    learn(&mut number, &[1.0, 0.0], 0.0);
    weights_are(&number, 0, &[1.0 / 3.0, 1.0]);
    learn(&mut number, &[0.0, 1.0], 2.0);
    weights_are(&number, 0, &[1.0 / 3.0, 1.0 + 1.0 / 6.0]);

    let mut classes = arow("multiclass", 0.5).build().unwrap();
    (0..2).for_each(|y| classes.admit_label(Label::Number(f64::from(y))).unwrap());
    for (x, y, w) in
        [(1.0, 0.0, -1.0 / 3.0), (2.0, 1.0, 2.0 / 15.0), (1.0, 1.0, 2.0 / 15.0 + 11.0 / 120.0)]
    {
        learn(&mut classes, &[x], y);
        weights_are(&classes, 1, &[w]);
        weights_are(&classes, 0, &[-w]);
    }
}

/// The published update with a diagonal covariance: `beta = 1/(x' S x + r)`, `alpha = miss beta`,
/// `mu += alpha S y x`, `1/S += x^2/r`; for numbers the same with `miss = y - m` (recursive least
/// squares).
struct Published {
    mu: Vec<f64>,
    inverse: Vec<f64>,
    r: f64,
}

impl Published {
    fn learn(&mut self, x: &[f64], sign: f64, miss: f64) {
        if miss == 0.0 {
            return;
        }
        let confidence: f64 = x.iter().zip(&self.inverse).map(|(x, i)| x * x / i).sum();
        let alpha = miss / (confidence + self.r);
        for ((x, mu), inverse) in x.iter().zip(&mut self.mu).zip(&mut self.inverse) {
            *mu += alpha * sign * x / *inverse;
            *inverse += x * x / self.r;
        }
    }
}

#[test]
fn arow_is_the_published_update() {
    let mut rng = Rng::new(301);
    for (problem, aggressiveness) in
        [("binary", 0.5), ("binary", 7.0), ("regression", 0.5), ("regression", 0.03)]
    {
        let n = 6;
        let mut ours = arow(problem, aggressiveness).build().unwrap();
        let mut theirs =
            Published { mu: vec![0.0; n], inverse: vec![1.0; n], r: 0.5 / aggressiveness };
        let mut moved = 0;
        for _ in 0..200 {
            let x: Vec<f64> = rng.vector(n).iter().map(|x| 3.0 * x).collect();
            let m = dot(&theirs.mu, &x);
            let (y, sign, miss) = if problem == "binary" {
                let y = if x[0] + 0.5 * x[1] + 0.6 * rng.signed() > 0.0 { 1.0 } else { -1.0 };
                (y, y, (1.0 - y * m).max(0.0))
            } else {
                let y = x[0] - 2.0 * x[1] + rng.signed();
                (y, 1.0, y - m)
            };
            let outcome = learn(&mut ours, &x, y);
            near(outcome.score, m, 1e-9, "score");
            theirs.learn(&x, sign, miss);
            moved += i32::from(miss != 0.0);
            for (j, mu) in theirs.mu.iter().enumerate() {
                near(ours.weight(j, 0), *mu, 1e-9, problem);
            }
        }
        assert!(moved > 50, "{problem}: {moved}");
    }
}
