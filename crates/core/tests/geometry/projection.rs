//! Projections: golden vectors, and the conditions of optimality on random vectors.
//!
//! No feasible point lies on the far side of the projection.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), sec. 7.1, Fig. 7.2 and 7.3 as corrected.

use crate::support::projection::{
    BoxSimplex, project_l1_ball, project_simplex, project_solid_simplex,
};
use crate::support::{Rng, near, near_all};

type Projection = fn(&mut [f64], f64, &mut Vec<f64>);

fn project(f: Projection, v: &[f64], total: f64) -> Vec<f64> {
    // Stale content must not matter.
    let (mut x, mut scratch) = (v.to_vec(), vec![-1.0; 3]);
    f(&mut x, total, &mut scratch);
    x
}

fn euclidean(set: &BoxSimplex, v: &[f64]) -> Vec<f64> {
    let (mut x, mut scratch) = (v.to_vec(), vec![-1.0; 3]);
    set.euclidean(&mut x, &mut scratch);
    x
}

fn entropic(set: &BoxSimplex, weights: &[f64]) -> Vec<f64> {
    let (mut x, mut scratch): (Vec<f64>, _) = (weights.iter().map(|w| w.ln()).collect(), vec![9.0]);
    set.entropic(&mut x, &mut scratch);
    x
}

fn floor(floor: f64) -> BoxSimplex {
    BoxSimplex { floor, cap: f64::INFINITY, total: 1.0 }
}

/// Entries of very different size, some equal.
fn vector(rng: &mut Rng) -> Vec<f64> {
    let scale = rng.magnitude(1e-3, 1e3);
    let mut v: Vec<f64> = (0..1 + rng.below(20)).map(|_| scale * rng.between(-1.0, 1.0)).collect();
    if rng.chance(0.3) {
        v.iter_mut().for_each(|x| *x = (*x / scale * 3.0).round() * scale / 3.0);
    }
    v
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `max <g, y>` over the box simplex: the largest entries first.
fn support(set: &BoxSimplex, g: &[f64]) -> f64 {
    let mut sorted = g.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let mut left = set.total - set.floor * g.len() as f64;
    let mut value = set.floor * g.iter().sum::<f64>();
    for x in sorted {
        let room = left.min(set.cap - set.floor);
        value += room * x;
        left -= room;
    }
    value
}

#[test]
fn golden_vectors() {
    let simplex = |v: &[f64], z| project(project_simplex, v, z);
    near_all(&simplex(&[0.5, 0.9, -0.3, 0.2], 1.0), &[0.3, 0.7, 0.0, 0.0], 1e-15, "boundary");
    near_all(&simplex(&[3.0, 1.0, 0.5, -2.0], 1.0), &[1.0, 0.0, 0.0, 0.0], 1e-15, "vertex");
    let wanted = [0.716667, 0.666667, 0.616667, 0.0];
    near_all(&simplex(&[0.4, 0.35, 0.3, -1.0], 2.0), &wanted, 1e-6, "lifted");
    assert_eq!(simplex(&[0.4, 0.3], 0.0), [0.0, 0.0]);
    let ball = project(project_l1_ball, &[0.8, -0.6, 0.3], 1.0);
    near_all(&ball, &[0.566667, -0.366667, 0.066667], 1e-6, "l1 ball");
    let wanted = [0.1, 0.1, 0.1, 0.228261, 0.471739];
    near_all(&entropic(&floor(0.1), &[0.01, 0.02, 0.05, 0.3, 0.62]), &wanted, 1e-6, "three");
    let wanted = [0.1, 0.183673, 0.257143, 0.459184];
    near_all(&entropic(&floor(0.1), &[0.02, 0.2, 0.28, 0.5]), &wanted, 1e-6, "one at the floor");
    near_all(&entropic(&floor(0.0), &[1.0, 3.0]), &[0.25, 0.75], 1e-15, "no floor");
    near_all(&entropic(&floor(0.25), &[1.0, 2.0, 3.0, 4.0]), &[0.25; 4], 1e-15, "uniform");
    near_all(&entropic(&floor(0.1), &[0.0, 1.0, 3.0]), &[0.1, 0.225, 0.675], 1e-15, "no weight");
}

/// `<v - x, y - x> <= 0` for every vertex `y`: the projection, and nothing else, has this.
#[test]
fn simplex_and_ball_are_optimal() {
    let mut rng = Rng::new(2);
    for _ in 0..2000 {
        let v = vector(&mut rng);
        let scale = v.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let total = rng.magnitude(1e-6, 1e4);
        for (f, solid, signed) in [
            (project_simplex as Projection, false, false),
            (project_solid_simplex, true, false),
            (project_l1_ball, true, true),
        ] {
            let x = project(f, &v, total);
            let size: f64 = x.iter().map(|x| x.abs()).sum();
            assert!(signed || x.iter().all(|x| *x >= 0.0), "{v:?} {x:?}");
            assert!(if solid { size <= total * (1.0 + 1e-14) } else { near_to(size, total) });
            let out: Vec<f64> = v.iter().zip(&x).map(|(v, x)| v - x).collect();
            let mut most = f64::NEG_INFINITY;
            for g in &out {
                most = most.max(total * if signed { g.abs() } else { *g });
            }
            let most = if solid { most.max(0.0) } else { most };
            let slack = 1e-13 * (scale + total) * total;
            assert!(most - dot(&out, &x) <= slack, "{v:?} {total} {x:?}");
            for (again, x) in project(f, &x, total).iter().zip(&x) {
                assert!((again - x).abs() <= 1e-14 * total, "idempotent: {v:?} {total} {x:?}");
            }
        }
    }
}

fn near_to(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-14 * b
}

/// A small total under large entries keeps its digits.
#[test]
fn small_totals() {
    let x = project(project_simplex, &[1e8, 1e8, 1.0], 1e-9);
    assert_eq!(x, [5e-10, 5e-10, 0.0]);
    let x = project(project_l1_ball, &[-1e8, 1e8, 1.0], 1e-9);
    assert_eq!(x, [-5e-10, 5e-10, 0.0]);
    assert_eq!(project(project_simplex, &[f64::INFINITY, 0.0], 1.0), [0.0, 0.0]);
    assert_eq!(project(project_simplex, &[], 1.0), [0.0; 0]);
}

fn random_box(n: usize, rng: &mut Rng) -> BoxSimplex {
    let (n, total) = (n as f64, rng.magnitude(1e-2, 1e2));
    let floor = if rng.chance(0.5) { 0.0 } else { rng.unit() * total / n };
    let cap = if rng.chance(0.3) { f64::INFINITY } else { total / n * rng.between(1.0, 4.0) };
    BoxSimplex { floor, cap, total }
}

#[test]
fn bounded_simplex_is_optimal() {
    let mut rng = Rng::new(4);
    for _ in 0..2000 {
        let v = vector(&mut rng);
        let set = random_box(v.len(), &mut rng);
        let x = euclidean(&set, &v);
        assert!(x.iter().all(|x| set.floor <= *x && *x <= set.cap), "{set:?} {v:?} {x:?}");
        let scale = v.iter().fold(set.total, |m: f64, x| m.max(x.abs()));
        let sum: f64 = x.iter().sum();
        assert!((sum - set.total).abs() <= 1e-14 * scale, "{sum} {set:?} {v:?}");
        let out: Vec<f64> = v.iter().zip(&x).map(|(v, x)| v - x).collect();
        let most = support(&set, &out) - dot(&out, &x);
        assert!(most <= 1e-14 * scale * scale, "{most} {set:?} {v:?} {x:?}");
    }
}

/// The gradient of the entropy is `ln(w/x)`; weights have 40 orders of magnitude.
#[test]
fn entropic_projection_is_optimal() {
    let mut rng = Rng::new(6);
    for _ in 0..2000 {
        let n = 1 + rng.below(20);
        let weights: Vec<f64> = (0..n).map(|_| rng.magnitude(1e-20, 1e20)).collect();
        let set = random_box(n, &mut rng);
        let x = entropic(&set, &weights);
        assert!(x.iter().all(|x| set.floor <= *x && *x <= set.cap), "{set:?} {weights:?} {x:?}");
        let sum: f64 = x.iter().sum();
        assert!((sum - set.total).abs() <= 1e-13 * set.total, "{sum} {set:?}");
        let out: Vec<f64> = weights.iter().zip(&x).map(|(w, x)| (w / x).ln()).collect();
        let most = support(&set, &out) - dot(&out, &x);
        assert!(most <= 1e-11 * set.total, "{most} {set:?} {weights:?} {x:?}");
    }
}

#[test]
fn bounds_that_cannot_be_met() {
    let set = BoxSimplex { floor: 0.5, cap: 1.0, total: 9.0 };
    assert_eq!(euclidean(&set, &[3.0, -1.0]), [1.0, 1.0]);
    assert_eq!(entropic(&set, &[3.0, 1.0]), [1.0, 1.0]);
    let set = BoxSimplex { total: 0.2, ..set };
    assert_eq!(euclidean(&set, &[3.0, -1.0]), [0.5, 0.5]);
    assert_eq!(entropic(&set, &[3.0, 1.0]), [0.5, 0.5]);
    assert_eq!(euclidean(&set, &[]), [0.0; 0]);
    near(entropic(&floor(0.1), &[1e-300, 1.0])[1], 0.9, 1e-15, "far apart");
}
