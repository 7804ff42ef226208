//! Ultraconservative rules and theorems as printed, next to what is implemented.
//!
//! Reference: Crammer & Singer 2003, sec. 4, 4.2 and 5, Thm. 4 and 7.

use crate::support::matrix::{Matrix, scores};
use crate::support::multiclass::{BUILDS, Example, Run, Stream, margin, spec};
use crate::support::{Rng, at_most, dot, near, near_all, norm};
use noregret_core::ascent::MiraSolver;

/// `M_y += x`, `M_s -= x`.
fn step(m: &mut Matrix, e: &Example, s: usize) {
    for (j, x) in e.x.iter().enumerate() {
        m[e.y][j] += x;
        m[s][j] -= x;
    }
}

/// Two classes far apart, the first of them fifty times alone: the bound of Thm. 3 is tiny.
fn easy() -> Stream {
    let half = 0.5f64.sqrt();
    let one = |y: usize| Example { x: vec![[1.0, -1.0][y], 0.0], y };
    Stream {
        k: 2,
        n: 2,
        planted: vec![vec![half, 0.0], vec![-half, 0.0]],
        examples: (0..50).map(|_| one(0)).chain((0..50).map(|t| one(t % 2))).collect(),
    }
}

/// "argmax over all labels": on a tie that may be the right one, and the step cancels itself.
#[test]
fn the_printed_max_score_rule_gets_stuck_on_ties() {
    let stream = easy();
    let bound = 2.0 * (stream.radius() / stream.margin(&stream.planted)).powi(2);
    let (mut m, mut violations): (Matrix, f64) = (vec![vec![0.0; 2]; 2], 0.0);
    for e in &stream.examples {
        let b = scores(&m, &e.x);
        if (0..2).any(|r| r != e.y && b[r] >= b[e.y]) {
            violations += 1.0;
            let all = (0..2).reduce(|s, r| if b[r] > b[s] { r } else { s }).unwrap();
            step(&mut m, e, all);
        }
    }
    assert!(violations > 10.0 * bound, "{violations} violations, bound {bound}");
    let mut run = Run::new(BUILDS[0], &spec("hinge", "fixed:on=mistake", "euclid", "fixed"), 2, 2);
    run.play_all(&stream);
    at_most(run.violations(), bound, "argmax over the violating classes");
}

/// With the strict `>` of the source nothing ever moves from zero.
#[test]
fn strict_kesler_never_moves() {
    let mut rng = Rng::new(71);
    let stream = Stream::separable(&mut rng, 4, 5, 50, 0.1);
    let (mut m, mut steps): (Matrix, i32) = (vec![vec![0.0; 5]; 4], 0);
    for e in &stream.examples {
        for r in (0..4).filter(|r| *r != e.y) {
            if dot(&m[r], &e.x) > dot(&m[e.y], &e.x) {
                step(&mut m, e, r);
                steps += 1;
            }
        }
    }
    assert_eq!(steps, 0);
    let mut run = Run::new(BUILDS[0], &spec("hinge", "kesler", "euclid", "fixed"), 4, 5);
    run.play_all(&stream);
    assert!(run.updates() > 0.0 && run.violations() < 50.0);
}

/// With two classes the sharper form of Thm. 4 is the binary bound `((R + D)/gamma)^2` exactly, the
/// printed one is not.
#[test]
fn the_printed_theorem_4_is_weaker_than_the_binary_one() {
    let mut rng = Rng::new(72);
    let stream = Stream::noisy(&mut rng, 2, 4, 60, 0.2);
    let w = rng.vector(4);
    let (length, radius) = (norm(&w), stream.radius());
    let half = 0.5f64.sqrt() / length;
    let matrix = vec![w.iter().map(|w| half * w).collect(), w.iter().map(|w| -half * w).collect()];
    for gamma in [0.05, 0.4, 2.0] {
        let slack = |margin: f64, gamma: f64| (gamma - margin).max(0.0).powi(2);
        let side = |e: &Example| if e.y == 0 { 1.0 } else { -1.0 };
        let binary = stream.examples.iter().map(|e| slack(side(e) * dot(&w, &e.x) / length, gamma));
        let known = ((radius + binary.sum::<f64>().sqrt()) / gamma).powi(2);
        let wide = 2f64.sqrt() * gamma;
        let several = stream.examples.iter().map(|e| slack(margin(&matrix, e), wide));
        let d = several.sum::<f64>().sqrt();
        near(2.0 * ((radius + d * 0.5f64.sqrt()) / wide).powi(2), known, 1e-12, "sharper");
        assert!(2.0 * ((radius + d) / wide).powi(2) > 1.01 * known, "as printed");
    }
}

/// n = 1, x = 1, y = 0 again and again from `M = (-10, 10)`: `sum |tau| = 20`, but
/// `4R^2/gamma^2 = 2`. True is `sum tau_y <= (|M1| - <M*,M1>)/gamma`; and from `|M1| <= R/sqrt 2`
/// on down the printed form holds.
#[test]
fn the_printed_theorem_7_is_false_for_large_starting_weights() {
    let half = 0.5f64.sqrt();
    let gamma = 2.0 * half;
    for (start, is_true) in [(10.0, false), (3.0, false), (0.5, true), (0.1, true)] {
        let (mut m, mut total) = ([-start, start], 0.0);
        for _ in 0..50 {
            let (mut scratch, mut duals) = (Vec::new(), [0.0]);
            MiraSolver::Sort.solve(&[m[1] - m[0]], 1.0, &mut scratch, &mut duals);
            total += duals[0];
            m = [m[0] + duals[0], m[1] - duals[0]];
        }
        assert_eq!(2.0 * total <= 4.0 / (gamma * gamma), is_true, "start {start}");
        let size = (2.0 * start * start).sqrt();
        at_most(total, (size + 2.0 * half * start) / gamma, "corrected");
        near(total, start, 1e-12, "the steps add up to the way to the tie");
    }
}

/// The first round of any run ties everything: proportional shares are 0/0 there, and are taken as
/// equal.
#[test]
fn proportional_shares_of_a_tie_are_equal() {
    let text = "spread:on=mistake,uniform=0,proportional=1";
    let mut run = Run::new(BUILDS[0], &spec("hinge", text, "euclid", "fixed"), 4, 1);
    let e = Example { x: vec![2.0], y: 1 };
    let third = 1.0 / 3.0;
    let tau = run.play(&e).coefficients(1.0);
    near_all(&tau, &[-third, 1.0, -third, -third], 1e-15, "shares");
}
