//! Dual steps that fail as printed and hold as corrected.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Eq. 7.10 and 7.16.

use crate::support::primal_dual::{Geo, Mirror, example, spec};
use crate::support::{Rng, dot, near, scaled, search};

/// (7.10) writes `|theta + alpha x|^2` with theta the sum of the lambdas, which is -v.
#[test]
fn the_aggressive_step_is_taken_at_minus_the_sum_of_the_lambdas() {
    let (c, gamma) = (1.0, 1.0);
    let mut m = Mirror::new(&spec("hinge", "exact", "euclid", "fixed"), Geo::Euclid, 2);
    m.learn(&example(vec![0.6, 0.0], 1.0));
    let v = m.v.clone();
    let z = [-0.5, -0.9];
    let step = m.learn(&example(scaled(&z, -1.0), -1.0)).d;
    let best = |sign: f64| {
        let at = |i: i32| f64::from(i) / 100_000.0;
        let value = |a: f64| {
            let moved: Vec<f64> = v.iter().zip(&z).map(|(v, z)| sign * v + a * z).collect();
            gamma * a - dot(&moved, &moved) / (2.0 * c)
        };
        (0..=100_000)
            .map(at)
            .fold((0.0, f64::NEG_INFINITY), |b, a| if value(a) > b.1 { (a, value(a)) } else { b })
            .0
    };
    assert!((step - best(1.0)).abs() < 1e-4, "{step} is not {}", best(1.0));
    assert!((step - best(-1.0)).abs() > 0.1, "the printed sign would do");
}

/// (7.16) on `{-1,0,1}`: the step for plus, minus and zero masses.
fn closed_form(c: f64, gamma: f64, [plus, minus, zero]: [f64; 3]) -> f64 {
    let root = (gamma * gamma * zero * zero + 4.0 * (1.0 - gamma * gamma) * plus * minus).sqrt();
    (c * ((gamma * zero + root) / (2.0 * (1.0 - gamma) * plus)).ln()).clamp(0.0, 1.0)
}

#[test]
fn the_ternary_form_is_wrong_as_printed_and_right_with_plus_and_minus_exchanged() {
    let (mut rng, mut printed_wrong, mut cases) = (Rng::new(14), 0, 0);
    while cases < 300 {
        let (c, gamma) = (0.2 + 2.0 * rng.unit(), 0.05 + 0.9 * rng.unit());
        let (v, z) = (scaled(&rng.vector(6), 2.0), (0..6).map(|_| (1.5 * rng.signed()).round()));
        let z: Vec<f64> = z.collect();
        let w = Geo::Entropy(1.0).weights(&scaled(&v, 1.0 / c));
        let mass = |s: f64| (0..6).filter(|&j| z[j] == s).map(|j| (v[j] / c).exp()).sum::<f64>();
        if dot(&w, &z) >= gamma || mass(1.0) == 0.0 || mass(-1.0) == 0.0 {
            continue;
        }
        cases += 1;
        let dual = |d: f64| {
            let moved: Vec<f64> = v.iter().zip(&z).map(|(v, z)| (v + d * z) / c).collect();
            gamma * d - c * Geo::Entropy(1.0).conjugate(&moved)
        };
        let best = search(1.0, dual);
        let [p, m, o] = [mass(1.0), mass(-1.0), mass(0.0)];
        near(dual(closed_form(c, gamma, [p, m, o])), best, 1e-11, "corrected");
        printed_wrong += i32::from(dual(closed_form(c, gamma, [m, p, o])) < best - 1e-6);
    }
    assert!(printed_wrong > 60, "printed form wrong in {printed_wrong} of {cases}");
}
