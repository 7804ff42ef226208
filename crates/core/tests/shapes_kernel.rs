//! A kernel expansion as hypothesis, written here against the public traits: scores, sizes, steps and the
//! certificate need nothing but K. With the linear kernel it is the additive hypothesis; with a
//! polynomial one its certificate holds for predictors over the explicit features.

use noregret_core::ascent::{Curvature, Exact};
use noregret_core::hypothesis::{Class, Direction, DualPoint, EuclidSpace, Gap, Hypothesis, View};
use noregret_core::loss::{Hinge, Loss};
use noregret_core::problem::Binary;
use noregret_core::readout::Readout;
use noregret_core::schedule::FixedRate;
use noregret_core::{Instance, Label, Learner};

/// `v = sum coef_i K(x_i, .)`.
struct Expansion {
    kernel: fn(&[f64], &[f64]) -> f64,
    support: Vec<(Vec<f64>, f64)>,
    square: f64,
}

fn dense(x: Instance<'_>) -> Vec<f64> {
    let mut out = vec![0.0; x.end()];
    x.for_each(|j, x| out[j] = x);
    out
}

impl Hypothesis for Expansion {
    fn dimension(&self) -> usize {
        self.support.len()
    }
    fn rows(&self) -> usize {
        1
    }
    fn admit(&mut self, _parts: &[Instance<'_>]) {}
    fn widen(&mut self, _rows: usize) {}
    fn mark(&mut self) {}
    fn undo(&mut self) {}
    fn prepare(&mut self, _c: f64) {}
    fn look(&self, parts: &[Instance<'_>], view: &mut View) {
        let x = dense(parts[0]);
        let square = (self.kernel)(&x, &x);
        view.squares = vec![square];
        view.sizes = vec![square.sqrt()];
        view.scores = vec![self.support.iter().map(|(s, a)| a * (self.kernel)(s, &x)).sum()];
    }
    fn score(&self, _parts: &[Instance<'_>], c: f64, view: &mut View) {
        view.scores[0] /= c;
    }
    fn own_square(&self, c: f64) -> f64 {
        self.square / (c * c)
    }
    fn gap(&self, _x: Instance<'_>, c: f64, view: &View) -> Gap {
        let square = view.squares[0] - 2.0 * view.scores[0] + self.own_square(c);
        let start = view.squares[0].sqrt();
        Gap { square, lever: view.squares[0] - view.scores[0], start, doubt: 1e-9 }
    }
    fn curvature(&self, direction: &Direction<'_>, _rule: Curvature) -> f64 {
        let coefs: f64 = direction.terms.iter().map(|t| t.coef * t.coef).sum();
        direction.view.squares[0] * coefs / direction.c
    }
    fn exact<L: Loss>(&mut self, direction: &Direction<'_>, z: f64, loss: &L, cap: f64) -> f64 {
        loss.step(z, self.curvature(direction, Curvature::Width), cap)
    }
    fn apply(&mut self, step: &Direction<'_>) {
        for t in step.terms {
            let along = step.view.scores[0] * step.c;
            self.square += 2.0 * t.coef * along + t.coef * t.coef * step.view.squares[0];
            self.support.push((dense(step.parts[t.part]), t.coef));
        }
    }
    fn dual(&self, c: f64) -> DualPoint {
        DualPoint { norm: self.square.sqrt(), conjugate: 0.5 * self.square / c }
    }
    fn support(&self, level: f64) -> f64 {
        level * self.square.sqrt()
    }
    fn class(&self) -> Class {
        Class::Norm("norm in feature space")
    }
}

fn learner<H: Hypothesis>(h: H) -> Learner<Binary, Hinge, Exact, H, FixedRate> {
    let rate = FixedRate { aggressiveness: 0.5 };
    Learner::new(Binary::default(), Hinge::default(), Exact::default(), h, rate, Readout::Last)
}

/// Points of the plane, positive inside the unit circle, one in twelve mislabelled.
fn stream() -> Vec<([f64; 2], f64)> {
    (0..300)
        .map(|i| {
            let t = i as f64;
            let (r, phi) = (1.6 * (0.37 * t).sin().abs(), 2.4 * t);
            let y: f64 = if (r < 1.0) == (i % 12 != 0) { 1.0 } else { -1.0 };
            ([r * phi.cos(), r * phi.sin()], y)
        })
        .collect()
}

fn linear(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `(1 + <a,b>)^2`.
fn quadratic(a: &[f64], b: &[f64]) -> f64 {
    (1.0 + linear(a, b)).powi(2)
}

#[test]
fn linear_kernel_is_the_additive_hypothesis() {
    let mut kernel = learner(Expansion { kernel: linear, support: vec![], square: 0.0 });
    let mut primal = learner(EuclidSpace::new(1, false));
    for (x, y) in stream() {
        let (x, y) = (Instance::Dense(&x), Label::Number(y));
        let (a, b) = (kernel.learn(x, y).unwrap(), primal.learn(x, y).unwrap());
        assert!((a.score - b.score).abs() < 1e-9 && (a.loss - b.loss).abs() < 1e-9);
    }
    assert!(kernel.ledger().updates > 100);
    for norm in [0.5, 2.0, 8.0] {
        let (a, b) = (kernel.lower_bound(norm).unwrap(), primal.lower_bound(norm).unwrap());
        assert!((a - b).abs() < 1e-6, "{a} {b}");
    }
}

#[test]
fn certificate_holds_in_feature_space() {
    let mut ours = learner(Expansion { kernel: quadratic, support: vec![], square: 0.0 });
    for (x, y) in stream() {
        ours.learn(Instance::Dense(&x), Label::Number(y)).unwrap();
    }
    // <u, phi(x)> = s (1 - |x|^2): the circle; |u|^2 = 3 s^2 over (1, √2x, √2y, x², √2xy, y²).
    for s in [0.2, 0.7, 1.5, 4.0] {
        let loss: f64 =
            stream().iter().map(|(x, y)| (1.0 - y * s * (1.0 - linear(x, x))).max(0.0)).sum();
        let bound = ours.lower_bound(s * 3f64.sqrt()).unwrap();
        assert!(bound > 0.0 && bound <= loss, "{s}: {bound} <= {loss}");
    }
    let linear_mistakes = {
        let mut flat = learner(EuclidSpace::new(1, false));
        stream().iter().for_each(|(x, y)| {
            flat.learn(Instance::Dense(x), Label::Number(*y)).unwrap();
        });
        flat.ledger().mistakes
    };
    assert!(ours.ledger().mistakes < linear_mistakes, "a circle is no line");
}
