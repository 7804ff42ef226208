//! Restricted domains: weights are feasible and optimal, and rows add up.
//!
//! Lemmas 12 and 15 hold item by item, and the hypotheses agree with the projections of `solve`.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), A.3, A.4 and sec. 7.1.

use crate::support::potentials::{add, add_to_row, at, empty, potentials, weights};
use crate::support::primal_dual::{Geo, SETS};
use crate::support::projection::{BoxSimplex, project_l1_ball, project_simplex};
use crate::support::{Rng, at_most_up_to, basis, dot, near, p_norm, scaled};
use noregret_core::Instance;
use noregret_core::geometry::{AnyGeometry, Class};
use noregret_core::hypothesis::{AnyHypothesis, Coordinates, Hypothesis};

const N: usize = 6;

/// The weights are feasible, and no point of the set has a larger `<w,t> - f(w)` (Lemma 15, items 1
/// and 2).
#[test]
fn weights_are_the_best_point_of_the_set() {
    let mut rng = Rng::new(71);
    for geo in SETS {
        for (v, c) in potentials(72, N, 60).into_iter().zip([0.2, 1.0, 9.0].into_iter().cycle()) {
            let (h, t) = (at(geo, &v, c), scaled(&v, 1.0 / c));
            let w = weights(&h, N, c);
            assert!(geo.value(&w).is_finite(), "{geo:?}: {w:?} is not in the set");
            assert!(h.complexity(&w, c).is_finite(), "{geo:?}: refuses its own weights");
            let own = dot(&w, &t) - geo.value(&w);
            near(c * own, h.dual(c).conjugate, 1e-9, &format!("{geo:?} f*"));
            for _ in 0..40 {
                let u = geo.comparator(&mut rng, N);
                near(h.complexity(&u, c), geo.value(&u), 1e-9, &format!("{geo:?} f"));
                // Strong convexity says by how much.
                let apart: Vec<f64> = u.iter().zip(&w).map(|(u, w)| u - w).collect();
                let gap = 0.5 * geo.primal_norm(&apart).powi(2);
                at_most_up_to(dot(&u, &t) - geo.value(&u) + gap, own, p_norm(&t, 2.0), "argmax");
            }
        }
    }
}

/// grad f, for those f that are differentiable on their set.
fn gradient(geo: Geo, w: &[f64]) -> Vec<f64> {
    match geo {
        Geo::Floor(r, _) => {
            let n = w.len() as f64;
            w.iter().map(|w| ((n * w / r).ln() + 1.0) / r).collect()
        }
        _ => w.to_vec(),
    }
}

/// Lemma 15, items 3 to 5: grad f* does not expand, f* is smooth, and `<u - w, t - grad f(w)> <= 0`
/// on the set.
#[test]
fn the_mirror_map_does_not_expand_and_points_back() {
    let mut rng = Rng::new(73);
    for geo in SETS {
        for t in potentials(74, N, 60) {
            let lambda = scaled(&rng.vector(N), 10f64.powf(2.0 * rng.signed()));
            let moved: Vec<f64> = t.iter().zip(&lambda).map(|(t, l)| t + l).collect();
            let (a, b) = (at(geo, &t, 1.0), at(geo, &moved, 1.0));
            let (wa, wb) = (weights(&a, N, 1.0), weights(&b, N, 1.0));
            let apart: Vec<f64> = wa.iter().zip(&wb).map(|(a, b)| a - b).collect();
            at_most_up_to(geo.primal_norm(&apart), geo.dual_norm(&lambda), 0.0, "item 3");
            let rise = b.dual(1.0).conjugate - a.dual(1.0).conjugate;
            let smooth = dot(&wa, &lambda) + 0.5 * geo.dual_norm(&lambda).powi(2);
            at_most_up_to(rise, smooth, p_norm(&moved, 2.0), "item 4");
            let back: Vec<f64> = t.iter().zip(gradient(geo, &wa)).map(|(t, g)| t - g).collect();
            for _ in 0..20 {
                let u = geo.comparator(&mut rng, N);
                let away: Vec<f64> = u.iter().zip(&wa).map(|(u, w)| u - w).collect();
                at_most_up_to(dot(&away, &back), 0.0, p_norm(&t, 2.0), &format!("{geo:?} item 5"));
            }
        }
    }
}

/// Lemma 12: `c f*(v/c)` falls in c, because f >= 0.
#[test]
fn a_larger_trade_off_lowers_the_conjugate() {
    for geo in SETS {
        for v in potentials(75, N, 40) {
            let h = at(geo, &v, 1.0);
            let mut last = f64::INFINITY;
            for c in [0.01, 0.1, 0.5, 1.0, 3.0, 20.0, 500.0] {
                let next = h.dual(c).conjugate;
                at_most_up_to(next, last, p_norm(&v, 2.0), &format!("{geo:?} at c = {c}"));
                last = next;
            }
        }
    }
}

#[test]
fn hypotheses_agree_with_the_projections() {
    let mut scratch = Vec::new();
    for (v, r) in potentials(76, 9, 90).into_iter().zip([0.5, 1.0, 20.0].into_iter().cycle()) {
        let mut expected = v.clone();
        project_simplex(&mut expected, r, &mut scratch);
        compare(Geo::Simplex(r), &v, &expected);
        expected.clone_from(&v);
        project_l1_ball(&mut expected, r, &mut scratch);
        compare(Geo::L1Ball(r), &v, &expected);
        let mut logs = scaled(&v, r);
        let set = BoxSimplex { floor: 0.3 / 9.0, cap: f64::INFINITY, total: 1.0 };
        set.entropic(&mut logs, &mut scratch);
        compare(Geo::Floor(r, 0.3), &v, &scaled(&logs, r));
    }
}

fn compare(geo: Geo, v: &[f64], expected: &[f64]) {
    let w = weights(&at(geo, v, 1.0), v.len(), 1.0);
    w.iter().zip(expected).for_each(|(a, b)| near(*a, *b, 1e-12, &format!("{geo:?}")));
}

/// f, f* and support functions of several rows are sums over the rows: each has the set for itself
/// (Lemma 18).
#[test]
fn rows_add_up() {
    let (rows, c) = (3, 0.7);
    for geo in SETS {
        let vs = potentials(77, N, rows);
        let mut h = AnyHypothesis::new(&AnyGeometry::parse(&geo.text()).unwrap(), rows, None);
        h.reserve(N);
        for (row, v) in vs.iter().enumerate() {
            add_to_row(&mut h, v, row, c);
        }
        let single: Vec<AnyHypothesis> = vs.iter().map(|v| at(geo, v, c)).collect();
        let sum = |of: &dyn Fn(&AnyHypothesis) -> f64| single.iter().map(of).sum::<f64>();
        near(h.dual(c).conjugate, sum(&|h| h.dual(c).conjugate), 1e-12, "f*");
        near(h.own_complexity(c), sum(&|h| h.own_complexity(c)), 1e-12, "f");
        let Class::Bounded { most, .. } = h.class() else { panic!("{geo:?} is not bounded") };
        near(most, rows as f64 * geo.most(N), 1e-12, "largest f");
        near(h.support(most), sum(&|h| h.support(geo.most(N))), 1e-12, "support");
        near(h.class().reach(), (rows as f64).sqrt() * geo.reach(), 1e-12, "reach");
        shares_a_level(&h, &single, 0.5 * most);
        for (row, one) in single.iter().enumerate() {
            (0..N).for_each(|j| near(h.weight(j, row, c), one.weight(j, 0, c), 1e-12, "w"));
        }
    }
}

/// A level of the whole is shared among the rows, in the best way there is.
fn shares_a_level(h: &AnyHypothesis, rows: &[AnyHypothesis], level: f64) {
    let (bound, mut best) = (h.support(level), f64::NEG_INFINITY);
    for i in 0..=40 {
        for j in 0..=40 - i {
            let shares = [i, j, 40 - i - j].map(|k| f64::from(k) / 40.0 * level);
            best = best.max(rows.iter().zip(shares).map(|(row, level)| row.support(level)).sum());
        }
    }
    // A share below the least f of a row stands for its starting point, so the best of these may be
    // a little too much.
    let room = 0.01 * (1.0 + bound.abs());
    assert!((best - bound).abs() <= room, "{:?}: {best} is not {bound}", h.class());
}

/// The whole set against its corners, which is where a linear function is largest.
#[test]
fn the_support_of_the_whole_set_is_at_a_corner() {
    for geo in SETS {
        for v in potentials(78, N, 30) {
            let corners: Vec<Vec<f64>> = match geo {
                Geo::Simplex(r) => (0..N).map(|j| scaled(&basis(N, j), r)).collect(),
                Geo::L1Ball(r) => (0..2 * N)
                    .map(|j| scaled(&basis(N, j % N), if j < N { r } else { -r }))
                    .collect(),
                Geo::Floor(r, floor) => {
                    let corner = |j: usize, i: usize| {
                        r * (floor / N as f64 + if i == j { 1.0 - floor } else { 0.0 })
                    };
                    (0..N).map(|j| (0..N).map(|i| corner(j, i)).collect()).collect()
                }
                _ => vec![scaled(&v, 1.5 / p_norm(&v, 2.0))],
            };
            let best = corners.iter().map(|u| dot(u, &v)).fold(f64::NEG_INFINITY, f64::max);
            corners.iter().for_each(|u| assert!(geo.value(u).is_finite(), "{geo:?} {u:?}"));
            let h = at(geo, &v, 1.0);
            near(h.support(geo.most(N)), best, 1e-12, &format!("{geo:?}"));
            // A level below the least f stands for the starting point, which is as simple as any.
            let start = geo.weights(&[0.0; N]);
            at_most_up_to(dot(&start, &v), h.support(0.0), 0.0, &format!("{geo:?} at the least f"));
        }
    }
}

/// Inside the set nothing is projected; without features, with one, and at the edges of the numbers
/// it stays a set.
#[test]
fn edges_of_the_sets() {
    for v in potentials(79, N, 12) {
        let euclid = weights(&at(Geo::Euclid, &v, 1.0), N, 1.0);
        for geo in [Geo::Ball(1e3), Geo::L1Ball(1e3)] {
            let w = weights(&at(geo, &v, 1.0), N, 1.0);
            w.iter().zip(&euclid).for_each(|(a, b)| near(*a, *b, 1e-15, "inside"));
        }
    }
    for odd in
        ["entropy-floor:floor=1", "entropy-floor:floor=-0.1", "ball:radius=0", "simplex:radius=0"]
    {
        assert!(AnyGeometry::parse(odd).unwrap().check().is_err(), "{odd}");
    }
    for geo in SETS {
        let mut h = empty(geo);
        assert_eq!(h.weight(0, 0, 1.0), 0.0);
        assert!(h.dual(1.0).conjugate == 0.0 && h.support(geo.most(1)) == 0.0);
        add(&mut h, Instance::Dense(&[3.0]), 1.0, 1.0);
        assert!(geo.value(&weights(&h, 1, 1.0)).is_finite(), "{geo:?} with one feature");
        for size in [1e-200, 1e-30, 1e30, 1e140] {
            let v = scaled(&[1.0, -2.0, 1.0, 0.0, 0.5], size);
            let h = at(geo, &v, 1.0);
            let w = weights(&h, 5, 1.0);
            assert!(geo.value(&w).is_finite(), "{geo:?} at {size}: {w:?}");
            assert!(h.dual(1.0).conjugate.is_finite() && h.own_complexity(1.0).is_finite());
        }
        // Equal potentials keep equal weights.
        let w = weights(&at(geo, &[4.0, 4.0, 4.0], 1.0), 3, 1.0);
        assert!(w[0] == w[1] && w[1] == w[2], "{geo:?}: {w:?}");
    }
}
