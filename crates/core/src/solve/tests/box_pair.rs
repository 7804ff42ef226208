//! Two dual variables at once: the closed form against a slow search.

use super::support::{Rng, near};
use crate::solve::box_pair;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Largest value of a concave function between 0 and `end`, by ternary search.
fn search(end: f64, f: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, end);
    for _ in 0..120 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if f(a) < f(b) { low = a } else { high = b }
    }
    f(0.5 * (low + high)).max(f(0.0)).max(f(end))
}

/// A psd problem, sometimes with one direction for both, sometimes with none.
fn problem(rng: &mut Rng) -> ([f64; 2], [f64; 3], [f64; 2]) {
    let mut a = rng.vector(3);
    let mut b = if rng.unit() < 0.2 { a.clone() } else { rng.vector(3) };
    if rng.unit() < 0.1 {
        a.fill(0.0);
    }
    if rng.unit() < 0.1 {
        b.fill(0.0);
    }
    let cap = [rng.magnitude(0.1, 10.0), rng.magnitude(0.1, 10.0)];
    let q = [dot(&a, &a), dot(&a, &b), dot(&b, &b)];
    if rng.unit() < 0.3 {
        // The stationary point is inside.
        let d = cap.map(|cap| cap * rng.unit());
        return ([q[0] * d[0] + q[1] * d[1], q[1] * d[0] + q[2] * d[1]], q, cap);
    }
    ([3.0 * rng.between(-1.0, 1.0), 3.0 * rng.between(-1.0, 1.0)], q, cap)
}

fn value(h: [f64; 2], q: [f64; 3], d: [f64; 2]) -> f64 {
    let bend = q[0] * d[0] * d[0] + 2.0 * q[1] * d[0] * d[1] + q[2] * d[1] * d[1];
    h[0] * d[0] + h[1] * d[1] - 0.5 * bend
}

/// One search inside another: slow and sure, the problem being concave.
fn slowly(h: [f64; 2], q: [f64; 3], cap: [f64; 2]) -> f64 {
    search(cap[0], |a| search(cap[1], |b| value(h, q, [a, b])))
}

#[test]
fn two_rounds_in_closed_form_are_the_best_of_a_search() {
    let mut rng = Rng::new(91);
    let mut inside = 0;
    for _ in 0..1000 {
        let (h, q, cap) = problem(&mut rng);
        let d = box_pair(h, q, cap);
        assert!((0..2).all(|k| d[k] >= 0.0 && d[k] <= cap[k]), "{h:?} {q:?} {cap:?}: {d:?}");
        inside += usize::from((0..2).all(|k| d[k] > 0.0 && d[k] < cap[k]));
        near(value(h, q, d), slowly(h, q, cap), 1e-9, &format!("{h:?} {q:?} {cap:?}"));
    }
    assert!(inside > 50, "{inside}");
}
