//! The a-priori regret bound of AdaGrad, round by round, and where it stops being true.
//!
//! Reference: Duchi, Hazan & Singer 2011, sec. 3.

use crate::support::primal_dual::{Example, example, learn, mixed_stream, name, spec, weights};
use crate::support::{Rng, at_most_up_to, dot};
use noregret_core::certificate::regret::{Trail, adagrad};
use noregret_core::geometry::AnyGeometry;
use noregret_core::loss::Loss;
use noregret_core::{AnyLearner, Spec};

/// A run of unit steps, with what its bound needs.
struct Run<'a> {
    spec: &'a Spec,
    delta: f64,
    scaled: bool,
    learner: AnyLearner,
    trails: Vec<Trail>,
    past: Vec<Example>,
}

impl Run<'_> {
    fn new(spec: &Spec, n: usize) -> Run<'_> {
        let AnyGeometry::AdaGrad(g) = &spec.geometry else { panic!("not adagrad") };
        let trails = vec![Trail { scale: if g.scale { 0.0 } else { 1.0 }, ..Trail::default() }; n];
        let (delta, scaled, learner) = (g.delta, g.scale, spec.build().unwrap());
        Run { spec, delta, scaled, learner, trails, past: Vec::new() }
    }

    fn learn(&mut self, e: &Example) {
        let outcome = learn(&mut self.learner, e);
        for (trail, x) in self.trails.iter_mut().zip(&e.x) {
            let scale = if self.scaled { trail.scale.max(x.abs()) } else { 1.0 };
            trail.enter(scale, outcome.step * x);
        }
        self.past.push(e.clone());
    }

    fn regret(&self, u: &[f64]) -> f64 {
        let two_sided = self.spec.loss.two_sided();
        let margin = |e: &Example| if two_sided { dot(u, &e.x) - e.y } else { e.y * dot(u, &e.x) };
        let lost: f64 = self.past.iter().map(|e| e.weight * self.spec.loss.value(margin(e))).sum();
        self.learner.ledger().loss.value() - lost
    }

    fn bound(&self, u: &[f64]) -> f64 {
        let coordinates = self.trails.iter().copied().zip(u.iter().copied());
        adagrad(self.learner.tradeoff(), self.delta, coordinates)
    }
}

#[test]
fn regret_stays_below_the_bound_at_every_round() {
    let (mut rng, n) = (Rng::new(331), 4);
    for loss in ["hinge", "logistic", "eps-insensitive", "eps-insensitive:epsilon=0"] {
        for geometry in ["adagrad", "adagrad:delta=3", "adagrad:delta=64,scale=false"] {
            for schedule in ["fixed:C=0.1", "fixed", "fixed:C=4"] {
                let s = spec(loss, "fixed", geometry, schedule);
                let mut stream = mixed_stream(&mut rng, &s.loss, n, 150);
                // Weights up to 1 keep the slopes there; instances up to 8 ask for delta = 64
                // without scales.
                stream.iter_mut().for_each(|e| e.weight = e.weight.min(1.0));
                let mut panel: Vec<Vec<f64>> = (0..6)
                    .map(|k| rng.vector(n).iter().map(|u| u * 0.1 * 3f64.powi(k)).collect())
                    .collect();
                let mut trained = s.build().unwrap();
                for _ in 0..3 {
                    for e in &stream {
                        learn(&mut trained, e);
                    }
                    panel.push(weights(&trained, n));
                }
                panel.push(vec![0.0; n]);
                let mut run = Run::new(&s, n);
                for e in &stream {
                    run.learn(e);
                    for u in &panel {
                        at_most_up_to(run.regret(u), run.bound(u), 0.0, &name(&s));
                    }
                }
            }
        }
    }
}

/// Targets far above and below in turn: the gradients alternate, and every second one is paid in
/// full.
fn alternate(run: &mut Run<'_>, rounds: usize) {
    for t in 0..rounds {
        run.learn(&example(vec![1.0], if t % 2 == 0 { 100.0 } else { -100.0 }));
    }
}

#[test]
fn an_adversary_comes_close_to_the_bound() {
    for schedule in ["fixed", "fixed:C=0.1"] {
        let s = spec("eps-insensitive:epsilon=0", "fixed", "adagrad", schedule);
        let mut run = Run::new(&s, 1);
        alternate(&mut run, 2000);
        let (regret, bound) = (run.regret(&[0.0]), run.bound(&[0.0]));
        assert!(regret <= bound && regret > 0.95 * bound, "{regret} {bound}");
    }
}

/// `sqrt(G)/s` with the last scale in place of the climb is not a bound: one large value at the end
/// makes it small.
#[test]
fn the_last_scale_alone_does_not_bound_the_regret() {
    let s = spec("eps-insensitive:epsilon=0", "fixed", "adagrad", "fixed");
    let mut run = Run::new(&s, 1);
    alternate(&mut run, 400);
    run.learn(&example(vec![1000.0], 0.0));
    let (regret, Trail { scale, square, .. }) = (run.regret(&[0.0]), run.trails[0]);
    assert_eq!((scale, square), (1000.0, 400.0));
    assert!(regret > 100.0 * square.sqrt() / scale, "{regret}");
    at_most_up_to(regret, run.bound(&[0.0]), 0.0, "with the climb");
}

/// A small step, then two of full size either way: with a delta far below 1 the first moves the
/// weight all the way.
#[test]
fn a_small_delta_breaks_the_bound() {
    for (delta, holds) in [("1", true), ("1e-12", false)] {
        let geometry = format!("adagrad:scale=false,delta={delta}");
        let s = spec("eps-insensitive:epsilon=0", "fixed", &geometry, "fixed");
        let mut run = Run::new(&s, 1);
        for (x, y) in [(1e-3, 9.0), (1.0, -9.0), (1.0, 9.0)] {
            run.learn(&example(vec![x], y));
        }
        let (regret, bound) = (run.regret(&[0.0]), run.bound(&[0.0]));
        assert_eq!(regret <= bound, holds, "{delta}: {regret} {bound}");
    }
}

/// However the scale grows, the climb is at most `2 sqrt(K n)`, K the powers of two it passes and n
/// the steps.
#[test]
fn the_climb_is_without_units() {
    let mut rng = Rng::new(332);
    for _ in 0..300 {
        let (mut trail, mut first, mut scale) =
            (Trail::default(), 0.0, rng.any_size(-3.0, 3.0).abs());
        let (growth, n) = (0.2 * rng.unit(), 1 + rng.below(200));
        for _ in 0..n {
            if rng.unit() < growth {
                scale *= 1.0 + 30.0 * rng.unit();
            }
            first = if first == 0.0 { scale } else { first };
            trail.enter(scale, scale * rng.signed());
        }
        let powers = scale.log2().floor() - first.log2().floor() + 1.0;
        let most = 2.0 * (powers * n as f64).sqrt();
        at_most_up_to(trail.climb, most, 0.0, "climb");
        at_most_up_to(trail.square.sqrt() / trail.scale, trail.climb, 0.0, "the last scale alone");
    }
}
