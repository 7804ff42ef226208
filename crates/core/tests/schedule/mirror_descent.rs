//! Mirror descent with eager projections: logarithmic regret and its certificate.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), ch. 4: Fig. 4.1, Thm. 5, Lemmas 4 and 5.

use crate::support::descent::{Descent, EntropyMirror, EuclidMirror, Mirror};
use crate::support::primal_dual::Geo;
use crate::support::{Rng, at_most_up_to, dot, near, scaled};
use noregret_core::certificate::regret::strong;

const N: usize = 5;

/// f as the entropic mirror has it.
fn entropy(w: &[f64]) -> f64 {
    w.iter().filter(|w| **w > 0.0).map(|w| w * w.ln()).sum()
}

/// A coordinate of its gradient.
fn entropy_slope(w: f64) -> f64 {
    w.ln() + 1.0
}

/// f of a mirror, and a coordinate of its gradient.
type Formulas = (fn(&[f64]) -> f64, fn(f64) -> f64);

/// Runs Fig. 4.1 on `sigma f + |<w,x> - y|` and checks Lemma 5 in every round, the certificate and
/// Thm. 5 after it.
fn check_descent<M: Mirror + Copy>(mirror: M, geo: Geo, (f, grad): Formulas, rng: &mut Rng) {
    for sigma in [0.05, 1.0, 7.0] {
        let start = geo.comparator(rng, N);
        let mut run = Descent::new(mirror, sigma, start).unwrap();
        let panel: Vec<Vec<f64>> = (0..8).map(|_| geo.comparator(rng, N)).collect();
        let (mut own, mut theirs, mut largest) = (0.0, vec![0.0; panel.len()], 0.0f64);
        let mut squares = 0.0;
        for t in 1..=200 {
            let (x, y) = (rng.vector(N), rng.signed());
            let loss = |w: &[f64]| sigma * f(w) + (dot(w, &x) - y).abs();
            let w = run.weights().to_vec();
            own += loss(&w);
            let slope = (dot(&w, &x) - y).signum();
            let lambda: Vec<f64> =
                w.iter().zip(&x).map(|(w, x)| sigma * grad(*w) + slope * x).collect();
            let before: Vec<f64> = panel.iter().map(|u| mirror.divergence(u, &w)).collect();
            run.learn_regularised(&scaled(&x, slope)).unwrap();
            assert!(geo.value(run.weights()).is_finite(), "{geo:?} left the set");
            let (eta, size) = (1.0 / (sigma * f64::from(t)), mirror.dual_norm(&lambda));
            largest = largest.max(0.5 * size * size);
            squares += 0.5 * eta * geo.dual_norm(&lambda).powi(2);
            near(run.bound(), squares, 1e-9, "the bound is that of the whole subgradients");
            for (i, u) in panel.iter().enumerate() {
                theirs[i] += loss(u);
                let away: Vec<f64> = w.iter().zip(u).map(|(w, u)| w - u).collect();
                let drop = (before[i] - mirror.divergence(u, run.weights())) / eta;
                at_most_up_to(
                    dot(&away, &lambda),
                    drop + 0.5 * eta * size * size,
                    drop.abs(),
                    "Lemma 5",
                );
                at_most_up_to(own - theirs[i], run.regret_against(u), own.abs(), "certificate");
                let apart = sigma * f64::from(t) * mirror.divergence(u, run.weights());
                near(run.bound() - run.regret_against(u), apart, 1e-9, "distance");
            }
            at_most_up_to(run.bound(), strong(largest, sigma, f64::from(t)), 0.0, "Thm. 5");
        }
    }
}

#[test]
fn mirror_descent_keeps_lemma_5_its_certificate_and_thm_5() {
    let mut rng = Rng::new(91);
    let half: Formulas = (|w| 0.5 * dot(w, w), |w| w);
    let entropy: Formulas = (entropy, entropy_slope);
    check_descent(EuclidMirror::Whole, Geo::Euclid, half, &mut rng);
    check_descent(EuclidMirror::Ball(1.5), Geo::Ball(1.5), half, &mut rng);
    check_descent(EuclidMirror::Simplex(2.0), Geo::Simplex(2.0), half, &mut rng);
    check_descent(EuclidMirror::L1Ball(1.0), Geo::L1Ball(1.0), half, &mut rng);
    check_descent(EntropyMirror { floor: 0.1 }, Geo::Floor(1.0, 0.1), entropy, &mut rng);
    check_descent(EntropyMirror { floor: 1e-3 }, Geo::Floor(1.0, 1e-3), entropy, &mut rng);
}

#[test]
fn a_descent_refuses_what_is_not_of_its_kind() {
    assert!(Descent::new(EuclidMirror::Ball(1.0), 0.0, vec![0.0]).is_err());
    assert!(Descent::new(EuclidMirror::Ball(-1.0), 1.0, vec![0.0]).is_err());
    assert!(Descent::new(EuclidMirror::Simplex(1.0), 1.0, vec![0.5, 0.6]).is_err());
    assert!(Descent::new(EuclidMirror::Simplex(1.0), 1.0, vec![0.5, 0.4]).is_err());
    assert!(Descent::new(EntropyMirror { floor: 0.0 }, 1.0, vec![0.5, 0.4]).is_err());
    assert!(Descent::new(EntropyMirror { floor: 1.0 }, 1.0, vec![1.0]).is_err());
    assert!(Descent::new(EntropyMirror { floor: 0.5 }, 1.0, vec![0.9, 0.1]).is_err());
    let run = Descent::new(EuclidMirror::Ball(1.0), 1.0, vec![0.0]).unwrap();
    assert_eq!(run.regret_against(&[1.1]), f64::INFINITY, "nothing is known of a u outside");
    assert_eq!(run.regret_against(&[0.5, 0.5]), f64::INFINITY);
    let mut run = Descent::new(EuclidMirror::Whole, 1.0, vec![0.0, 0.0]).unwrap();
    assert!(run.learn(&[1.0]).is_err() && run.learn(&[f64::NAN, 0.0]).is_err());
    assert!(run.learn_regularised(&[1.0]).is_err());
    assert_eq!((run.rounds(), run.weights(), run.bound()), (0, &[0.0, 0.0][..], 0.0));
}
