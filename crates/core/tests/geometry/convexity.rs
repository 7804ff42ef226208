//! Conjugate pairs, and strong convexity of every f that is built here.
//!
//! f, f* and grad f* are those of the hypotheses, gradients of f and norms the slow formulas. The
//! pair of binary entropy and logistic function is printed with the wrong sign.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), A.3.1 and A.5, Def. 4, Lemmas 11, 13, 14 and 16-18.

use crate::support::potentials::{add_to_row, at, empty, weights};
use crate::support::primal_dual::{GEOMETRIES, Geo, SETS};
use crate::support::{Rng, at_most_up_to, dot, near, p_norm, scaled};
use noregret_core::geometry::AnyGeometry;
use noregret_core::hypothesis::{AnyHypothesis, Coordinates, Hypothesis};
use noregret_core::loss::{Logistic, Loss};

const N: usize = 5;

fn all() -> impl Iterator<Item = Geo> {
    let balanced = |geo: &Geo| matches!(geo, Geo::Balanced(_));
    // f of the balanced form is a least value over splits, without a gradient of its own.
    GEOMETRIES.into_iter().chain(SETS).filter(move |geo| !balanced(geo))
}

/// A gradient of f at an inner point.
fn gradient(geo: Geo, w: &[f64]) -> Vec<f64> {
    let n = w.len() as f64;
    match geo {
        Geo::Entropy(r) | Geo::Floor(r, _) => {
            w.iter().map(|w| ((n * w / r).ln() + 1.0) / r).collect()
        }
        Geo::PNorm(p) => {
            let (q, size) = (p / (p - 1.0), p_norm(w, p / (p - 1.0)));
            let part = |w: &f64| (p - 1.0) * (w.abs() / size).powf(q - 1.0).copysign(*w) * size;
            w.iter().map(part).collect()
        }
        _ => w.to_vec(),
    }
}

/// A point of the set where f is differentiable.
fn inner(geo: Geo, rng: &mut Rng) -> Vec<f64> {
    let u = geo.comparator(rng, N);
    match geo {
        Geo::Entropy(r) => u.iter().map(|u| 0.9 * u + 0.1 * r / N as f64).collect(),
        _ => u,
    }
}

fn minus(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// Lemmas 13 and 14; Lemma 16 is the case of the entropy, Lemma 17 that of the q-norms.
#[test]
fn every_f_is_strongly_convex_in_its_norm() {
    let mut rng = Rng::new(81);
    for geo in all() {
        let h = empty(geo);
        let f = |u: &[f64]| h.complexity(u, 1.0);
        for _ in 0..300 {
            let (u, v) = (inner(geo, &mut rng), inner(geo, &mut rng));
            let (gu, gv, apart) = (gradient(geo, &u), gradient(geo, &v), minus(&v, &u));
            let square = geo.primal_norm(&apart).powi(2);
            let (fu, fv) = (f(&u), f(&v));
            at_most_up_to(
                fu + dot(&gu, &apart) + 0.5 * square,
                fv,
                fu,
                &format!("{geo:?} Lemma 13"),
            );
            at_most_up_to(square, dot(&minus(&gv, &gu), &apart), fu, &format!("{geo:?} Lemma 14"));
            // Def. 4 itself, along the segment.
            let share = rng.unit();
            let mid: Vec<f64> =
                u.iter().zip(&v).map(|(u, v)| share * u + (1.0 - share) * v).collect();
            let chord = share * fu + (1.0 - share) * fv;
            let dip = 0.5 * share * (1.0 - share) * square;
            at_most_up_to(f(&mid) + dip, chord, fu, &format!("{geo:?} Def. 4"));
        }
    }
}

/// f is infinite a little outside its set: beyond the rim, below a floor, beside the sum.
#[test]
fn f_ends_with_its_set() {
    for geo in all().filter(|geo| geo.is_bounded()) {
        let f = |u: &[f64]| empty(geo).complexity(u, 1.0);
        let start = geo.weights(&[0.0; N]);
        let corner = geo.weights(&[1e6, 0.0, 0.0, 0.0, 0.0]);
        let towards = |s: f64| minus(&scaled(&corner, 1.0 + s), &scaled(&start, s));
        assert!(f(&start).is_finite() && f(&corner).is_finite(), "{geo:?}");
        assert_eq!(f(&towards(1e-6)), f64::INFINITY, "{geo:?}: beyond a corner");
        assert_eq!(f(&scaled(&corner, 1.0 + 1e-6)), f64::INFINITY, "{geo:?}: too much");
        let less = f(&scaled(&corner, 1.0 - 1e-6));
        assert_eq!(less.is_infinite(), geo.is_one_sided(), "{geo:?}: too little");
    }
}

/// Lemma 18: rows, each with an f of its own, are smooth with half the sum of the squared dual
/// norms.
#[test]
fn block_sums_are_smooth_row_by_row() {
    let mut rng = Rng::new(82);
    for geo in all() {
        for _ in 0..60 {
            let geometry = AnyGeometry::parse(&geo.text()).unwrap();
            let mut h = AnyHypothesis::new(&geometry, 3, None);
            let blocks: Vec<[Vec<f64>; 2]> =
                (0..3).map(|_| [scaled(&rng.vector(N), 3.0), rng.vector(N)]).collect();
            h.reserve(N);
            blocks.iter().enumerate().for_each(|(row, [t, _])| add_to_row(&mut h, t, row, 1.0));
            let (mut end, mut bound) = (h.clone(), 0.0);
            for (row, [_, lambda]) in blocks.iter().enumerate() {
                let w: Vec<f64> = (0..N).map(|j| h.weight(j, row, 1.0)).collect();
                add_to_row(&mut end, lambda, row, 1.0);
                bound += dot(&w, lambda) + 0.5 * geo.dual_norm(lambda).powi(2);
            }
            let rise = end.dual(1.0).conjugate - h.dual(1.0).conjugate;
            at_most_up_to(rise, bound, 0.0, &format!("{geo:?}"));
        }
    }
}

/// Fenchel-Young and Lemma 11: `f(u) + f*(t) >= <u,t>`, with equality at `u = grad f*(t)`.
#[test]
fn pairs_satisfy_fenchel_young() {
    let mut rng = Rng::new(83);
    for geo in all() {
        for _ in 0..100 {
            let t = scaled(&rng.vector(N), 4.0);
            let h = at(geo, &t, 1.0);
            let (w, star) = (weights(&h, N, 1.0), h.dual(1.0).conjugate);
            near(h.complexity(&w, 1.0) + star, dot(&w, &t), 1e-9, &format!("{geo:?} equality"));
            let u = geo.comparator(&mut rng, N);
            at_most_up_to(
                dot(&u, &t),
                h.complexity(&u, 1.0) + star,
                0.0,
                &format!("{geo:?} inequality"),
            );
        }
    }
}

/// A.5 prints `f = -sum(w ln w + (1-w) ln(1-w))`, which is concave; with a plus sign its conjugate
/// is `sum ln(1 + e^t)`. The first is what the dual gains by the logistic loss, the second that
/// loss at the margin -t.
#[test]
fn binary_entropy_and_logistic_are_a_pair_with_the_other_sign() {
    let loss = Logistic::default();
    let entropy = |w: f64| -loss.gain(w, 1.0);
    for i in -60..=60 {
        let t = f64::from(i) * 0.1;
        let logistic = loss.value(-t);
        let (mut ours, mut printed) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for k in 0..=10_000 {
            let w = f64::from(k) / 1e4;
            ours = ours.max(w * t - entropy(w));
            printed = printed.max(w * t + entropy(w));
        }
        assert!((ours - logistic).abs() < 1e-6, "{t}: {ours} {logistic}");
        assert!((printed - t.max(0.0)).abs() < 1e-9, "as printed the conjugate is [t]_+");
        assert!(logistic - printed > 2e-3, "as printed it would hold at {t}");
        let w = loss.slope(-t);
        assert!((w * t - entropy(w) - logistic).abs() < 1e-9, "the sigmoid is the maximiser");
    }
    // f'' = 1/(w(1-w)) >= 4: strongly convex in the Euclidean norm, the sum too.
    let mut rng = Rng::new(85);
    for _ in 0..500 {
        let (u, v) = (rng.unit().max(1e-9), rng.unit().max(1e-9));
        let slope = (u / (1.0 - u)).ln();
        at_most_up_to(
            entropy(u) + slope * (v - u) + 2.0 * (v - u).powi(2),
            entropy(v),
            0.0,
            "modulus 4",
        );
    }
}
