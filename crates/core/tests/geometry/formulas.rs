//! Geometries against slow formulas: Fenchel-Young, gradients, smoothness, support functions.
//!
//! Running sums never drift from the potential they stand for. Level sets:
//! `max <v,u> = inf_s s f*(v/s) + s U`.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Eq. 3.15, Lemmas 15-17, A.3.

use crate::support::potentials::{add, at, empty, potentials, weights};
use crate::support::primal_dual::{GEOMETRIES, Geo, SETS};
use crate::support::{Rng, at_most_up_to, dot, doubled, near, p_norm, scaled};
use noregret_core::Instance;
use noregret_core::geometry::Curvature;
use noregret_core::hypothesis::{AnyHypothesis, Coordinates, Hypothesis};
use noregret_core::round::{Direction, Term, View};

const ALL: [Geo; 16] = {
    let [a, b, c, d, e, f, g, ..] = GEOMETRIES;
    let [h, i, j, k, l, m] = SETS;
    let far = [Geo::PNorm(2.0), Geo::PNorm(20.0), Geo::PNorm(200.0)];
    [a, b, c, d, e, f, g, far[0], far[1], far[2], h, i, j, k, l, m]
};

#[test]
fn fenchel_young_is_an_equality_at_the_weights() {
    for geo in ALL {
        for v in potentials(1, 6, 60) {
            let h = at(geo, &v, 1.0);
            let w = weights(&h, 6, 1.0);
            let both = geo.value(&w) + h.dual(1.0).conjugate;
            near(both, dot(&w, &v), 1e-9, &format!("{geo:?}"));
            // The core's f is exact, but for the balanced one, where it is the entropy of one
            // feasible split.
            let (f, core) = (geo.value(&w), h.complexity(&w, 1.0));
            at_most_up_to(f, core, 0.0, &format!("{geo:?} f"));
            if let Geo::Balanced(_) = geo {
                at_most_up_to(core, geo.most(6), 0.0, "f of a split");
            } else {
                near(f, core, 1e-9, &format!("{geo:?} f"));
            }
        }
    }
}

#[test]
fn weights_are_the_gradient_of_the_conjugate() {
    for geo in ALL {
        for (v, c) in potentials(2, 5, 30).into_iter().zip([0.5, 1.0, 7.0].into_iter().cycle()) {
            let h = at(geo, &v, c);
            for j in 0..5 {
                let step = 1e-5 * (0.1 + v[j].abs());
                let moved = |s: f64| {
                    let mut v = v.clone();
                    v[j] += s;
                    at(geo, &v, c).dual(c).conjugate
                };
                let slope = (moved(step) - moved(-step)) / (2.0 * step);
                let scale = p_norm(&geo.weights(&scaled(&v, 1.0 / c)), f64::INFINITY);
                let w = h.weight(j, 0, c);
                assert!((w - slope).abs() <= 2e-4 * scale + 1e-9, "{geo:?} {w} {slope}");
            }
        }
    }
}

#[test]
fn conjugates_are_smooth_in_the_dual_norm_and_for_both_curvature_rules() {
    let mut rng = Rng::new(3);
    for geo in ALL {
        for v in potentials(4, 5, 80) {
            let c = 0.3 + 3.0 * rng.unit();
            let h = at(geo, &v, c);
            let sparse = rng.unit() < 0.3;
            let a: Vec<f64> = (0..5)
                .map(|j| if sparse && j > 1 { 0.0 } else { rng.any_size(-1.0, 1.0) })
                .collect();
            let mut view = View::default();
            h.look(&[Instance::Dense(&a)], &mut view);
            near(view.size(), geo.dual_norm(&a), 1e-12, &format!("{geo:?} dual norm"));
            let w = weights(&h, 5, c);
            let terms = [Term { part: 0, row: 0, coef: 1.0 }];
            let parts = [Instance::Dense(&a)];
            let line =
                Direction { parts: &parts, view: &view, terms: &terms, own: 0.0, c, weight: 1.0 };
            for d in [-1.0, 0.1, 1.0] {
                let end: Vec<f64> = v.iter().zip(&a).map(|(v, a)| v + d * a).collect();
                let rise = at(geo, &end, c).dual(c).conjugate - h.dual(c).conjugate;
                let linear = d * dot(&w, &a);
                at_most_up_to(rise, linear + d * d * view.size().powi(2) / (2.0 * c), 10.0, "3.15");
                for rule in [Curvature::Width, Curvature::SupNorm] {
                    let q = h.curvature(&line, rule);
                    at_most_up_to(
                        rise,
                        linear + 0.5 * q * d * d,
                        10.0,
                        &format!("{geo:?} {rule:?}"),
                    );
                    at_most_up_to(
                        q,
                        view.size().powi(2) / c,
                        0.0,
                        "curvature within the dual norm",
                    );
                }
            }
        }
    }
}

#[test]
fn support_is_never_exceeded_and_nearly_reached() {
    let mut rng = Rng::new(5);
    for geo in ALL {
        for v in potentials(6, 4, 12) {
            let h = at(geo, &v, 1.0);
            let most = if geo.is_bounded() { geo.most(4) } else { 4.0 };
            let least = geo.value(&geo.weights(&[0.0; 4]));
            for level in [0.1, 0.5, 1.0].map(|share| (share * most).max(1.2 * least)) {
                let bound = h.support(level);
                let mut best = f64::NEG_INFINITY;
                for _ in 0..200 {
                    let u = geo.comparator(&mut rng, 4);
                    let own = geo.level(&u);
                    if !geo.is_bounded() {
                        best = best.max(dot(&v, &u) * level / own);
                    } else if own <= level {
                        best = best.max(dot(&v, &u));
                    }
                }
                at_most_up_to(best, bound, 0.0, &format!("{geo:?} at {level}"));
                // Maximisers lie on the curve of weights grad f*(v/s): follow it.
                for i in -400..400 {
                    let u = geo.weights(&scaled(&v, (f64::from(i) * 0.03).exp()));
                    let own = geo.level(&u);
                    let u = if geo.is_bounded() { u } else { scaled(&u, level / own) };
                    if geo.level(&u) <= level * (1.0 + 1e-9) {
                        best = best.max(dot(&v, &u));
                    }
                }
                at_most_up_to(best, bound, 0.0, &format!("{geo:?} at {level}"));
                let room = 0.04 * h.class().reach().max(1.0) * p_norm(&v, 2.0);
                assert!(best >= bound - room, "{geo:?} {level}: {best} << {bound}");
            }
        }
    }
}

/// Weights of the running state against weights from the potential.
#[track_caller]
fn assert_undrifted(h: &AnyHypothesis, geo: Geo, v: &[f64], c: f64, what: &str) {
    let slow = geo.weights(&scaled(v, 1.0 / c));
    let fast = weights(h, v.len(), c);
    let size = p_norm(&slow, f64::INFINITY).max(f64::MIN_POSITIVE);
    for (j, (a, b)) in fast.iter().zip(&slow).enumerate() {
        assert!((a - b).abs() <= 1e-9 * size, "{geo:?} {what}: w_{j} is {a:e}, not {b:e}");
    }
}

#[test]
fn running_sums_follow_thousands_of_updates_of_every_size() {
    // Sizes of single updates relative to c, as powers of ten; the last one swings by hundreds of
    // orders.
    for (low, high) in [(-3.0, 0.0), (-6.0, 1.0), (0.0, 1.5), (1.0, 4.0), (2.0, 6.0)] {
        for geo in ALL {
            let (mut rng, n, mut c) = (Rng::new(7), 8, 0.5);
            let (mut h, mut v) = (empty(geo), vec![0.0; n]);
            h.reserve(n);
            for t in 0..3000 {
                if t % 400 == 399 {
                    c *= 1.5;
                }
                let j = rng.below(n);
                // Pull back now and then, so that large potentials come and go.
                let d = if rng.unit() < 0.5 { -v[j] } else { c * rng.any_size(low, high) };
                v[j] += d;
                add(&mut h, Instance::sparse(&[j as u32], &[d]).unwrap(), 1.0, c);
                if t % 7 == 0 {
                    assert_undrifted(&h, geo, &v, c, &format!("10^{low}..10^{high}, round {t}"));
                }
            }
        }
    }
}

#[test]
fn the_dimension_may_grow_at_any_time() {
    for geo in ALL {
        for sign in [1.0, -1.0] {
            let (mut h, mut v) = (empty(geo), Vec::new());
            for n in 1..12usize {
                v.push(0.0);
                let x: Vec<f64> = (0..n).map(|j| sign * (3.0 + j as f64)).collect();
                for rate in [1.0, 60.0, 2000.0] {
                    v.iter_mut().zip(&x).for_each(|(v, x)| *v += rate * x);
                    add(&mut h, Instance::Dense(&x), rate, 1.0);
                    assert_undrifted(&h, geo, &v, 1.0, &format!("{n} features, sign {sign}"));
                }
                h.reserve(n + 1);
                v.push(0.0);
                assert_undrifted(&h, geo, &v, 1.0, &format!("{n} features, one more reserved"));
                v.pop();
            }
        }
    }
}

#[test]
fn balanced_is_entropy_on_doubled_features_and_two_norm_is_euclid() {
    for v in potentials(8, 5, 40) {
        let (balanced, entropy) =
            (at(Geo::Balanced(2.0), &v, 0.7), at(Geo::Entropy(2.0), &doubled(&v), 0.7));
        let (two, euclid) = (at(Geo::PNorm(2.0), &v, 0.7), at(Geo::Euclid, &v, 0.7));
        for j in 0..5 {
            let difference = entropy.weight(j, 0, 0.7) - entropy.weight(5 + j, 0, 0.7);
            near(balanced.weight(j, 0, 0.7), difference, 1e-12, "balanced weight");
            near(two.weight(j, 0, 0.7), euclid.weight(j, 0, 0.7), 1e-12, "2-norm weight");
        }
        near(balanced.dual(0.7).conjugate, entropy.dual(0.7).conjugate, 1e-12, "balanced f*");
        near(two.dual(0.7).conjugate, euclid.dual(0.7).conjugate, 1e-12, "2-norm f*");
    }
}
