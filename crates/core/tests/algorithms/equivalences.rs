//! Algorithms that must equal one another, and input at the edge of what makes sense.
//!
//! The 2-norm algorithm is the Perceptron; the exact Euclidean hinge step is PA-I with C = 1/c; a
//! conservative rule ignores the rounds without a mistake; scale-free rules ignore c; Winnow by
//! products equals softmax; balanced is doubled. Instances of zero, one, huge and tiny features.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Eq. 7.11; Crammer et al. 2003.

use crate::support::primal_dual::{
    Example, GEOMETRIES, Geo, binary_stream, example, learn, regression_stream, spec, weights,
};
use crate::support::{Rng, dot, doubled, near, p_norm, scaled};
use noregret_core::{AnyLearner, Error, Instance, Label};

const N: usize = 6;

fn build(loss: &str, ascent: &str, geometry: &str, schedule: &str) -> AnyLearner {
    spec(loss, ascent, geometry, schedule).build().unwrap()
}

fn stream(seed: u64, len: usize) -> Vec<Example> {
    let mut rng = Rng::new(seed);
    let u = rng.vector(N);
    binary_stream(&mut rng, &u, len, 0.0, 0.15)
}

/// Mistakes of a run, round by round.
fn trace(learner: &mut AnyLearner, stream: &[Example]) -> Vec<bool> {
    stream.iter().map(|e| learn(learner, e).mistake).collect()
}

#[test]
fn the_two_norm_algorithm_is_the_perceptron_round_by_round() {
    let mut perceptron = build("hinge", "fixed:on=mistake", "euclid", "fixed:C=3");
    let mut two = build("hinge", "fixed:on=mistake", "p-norm:p=2", "fixed:C=3");
    for e in stream(1, 300) {
        let (a, b) = (learn(&mut perceptron, &e), learn(&mut two, &e));
        near(a.margin, b.margin, 1e-12, "margin");
        assert_eq!((a.mistake, a.step), (b.mistake, b.step));
    }
    assert!(perceptron.ledger().mistakes > 30);
}

#[test]
fn the_exact_euclidean_hinge_step_is_pa_one() {
    for aggressiveness in [0.02, 0.5, 10.0] {
        let mut exact = build("hinge", "exact", "euclid", &format!("fixed:C={aggressiveness}"));
        let mut w = [0.0; N];
        for e in stream(2, 300) {
            let loss = (1.0 - e.y * dot(&w, &e.x)).max(0.0);
            near(learn(&mut exact, &e).loss, loss, 1e-11, "loss");
            let tau = (loss / dot(&e.x, &e.x)).min(aggressiveness);
            w.iter_mut().zip(&e.x).for_each(|(w, x)| *w += tau * e.y * x);
            (0..N).for_each(|j| near(exact.weight(j, 0), w[j], 1e-11, "weight"));
        }
    }
}

#[test]
fn a_conservative_rule_is_the_same_on_its_mistakes_alone() {
    for geo in GEOMETRIES {
        for (ascent, schedule) in [
            ("fixed:on=mistake", "fixed:C=0.5"),
            ("exact:on=mistake", "fixed:C=0.5"),
            ("fixed:on=mistake", "mistakes"),
        ] {
            let all = stream(3, 200);
            let fresh = || {
                let mut learner = build("hinge:margin=0.4", ascent, &geo.text(), schedule);
                learner.reserve(N);
                learner
            };
            let mut whole = fresh();
            let wrong = trace(&mut whole, &all);
            let only: Vec<Example> =
                all.iter().zip(&wrong).filter(|(_, w)| **w).map(|(e, _)| e.clone()).collect();
            let mut part = fresh();
            assert!(trace(&mut part, &only).iter().all(|mistake| *mistake), "{geo:?} {ascent}");
            let (a, b) = (whole.certificate(), part.certificate());
            assert_eq!((a.dual_gain, a.potential_norm), (b.dual_gain, b.potential_norm), "{geo:?}");
            assert!(only.len() > 20);
        }
    }
}

#[test]
fn perceptron_and_p_norm_do_not_depend_on_the_tradeoff() {
    for geometry in ["euclid", "p-norm:p=3", "p-norm:p=12"] {
        let run = |schedule: &str| {
            trace(&mut build("hinge", "fixed:on=mistake", geometry, schedule), &stream(4, 300))
        };
        let plain = run("fixed");
        assert_eq!(plain, run("fixed:C=0.001"));
        assert_eq!(plain, run("fixed:C=777"));
        assert_eq!(plain, run("mistakes"));
    }
}

#[test]
fn winnow_by_products_is_softmax() {
    let rate = 0.8f64;
    let mut winnow = build("hinge", "fixed:on=mistake", "entropy", &format!("fixed:C={rate}"));
    winnow.reserve(N);
    let mut w = [1.0; N];
    for e in stream(5, 400) {
        let wrong = e.y * dot(&w, &e.x) <= 0.0;
        assert_eq!(learn(&mut winnow, &e).mistake, wrong);
        if wrong {
            w.iter_mut().zip(&e.x).for_each(|(w, x)| *w *= (rate * e.y * x).exp());
        }
        let total: f64 = w.iter().sum();
        (0..N).for_each(|j| near(winnow.weight(j, 0), w[j] / total, 1e-12, "weight"));
    }
    assert!(winnow.ledger().mistakes > 20);
}

#[test]
fn balanced_is_the_positive_rule_on_doubled_features() {
    let mut rng = Rng::new(6);
    let u = rng.vector(N);
    for (loss, ascent) in [
        ("hinge", "fixed:on=mistake"),
        ("hinge:margin=0.2", "exact"),
        ("squared", "fixed"),
        ("squared", "exact"),
    ] {
        let mut signed = build(loss, ascent, "balanced:radius=2", "fixed:C=0.7");
        let mut positive = build(loss, ascent, "entropy:radius=2", "fixed:C=0.7");
        let examples = if loss == "squared" {
            regression_stream(&mut rng, &u, 200, 0.1)
        } else {
            stream(7, 200)
        };
        for e in examples {
            let a = learn(&mut signed, &e);
            let b = learn(&mut positive, &example(doubled(&e.x), e.y));
            near(a.margin, b.margin, 1e-9, loss);
            near(a.step, b.step, 1e-7, loss);
        }
        let (a, b) = (signed.certificate(), positive.certificate());
        near(a.dual_value.unwrap(), b.dual_value.unwrap(), 1e-7, "dual value");
    }
}

#[test]
fn zero_instances_cost_and_certify_their_constant_and_move_nothing() {
    for geo in GEOMETRIES {
        for schedule in ["fixed", "hinge-sqrt", "running", "mistakes"] {
            for ascent in ["fixed", "exact", "bounded"] {
                let mut learner = build("hinge:margin=0.5", ascent, &geo.text(), schedule);
                learner.reserve(N);
                for _ in 0..3 {
                    assert_eq!(learn(&mut learner, &example(vec![0.0; N], 1.0)).loss, 0.5);
                }
                let start = geo.weights(&[0.0; N]);
                (0..N).for_each(|j| near(learner.weight(j, 0), start[j], 1e-15, "start"));
                let dual = learner.certificate();
                near(dual.dual_gain, 1.5, 1e-12, "every u loses as much");
                assert!(dual.regret_at.iter().all(|at| at.regret < 1e-9), "{geo:?} {schedule}");
                assert!(
                    learn(&mut learner, &example(vec![1.0; N], -1.0)).step > 0.0,
                    "it wakes up"
                );
            }
        }
    }
}

/// Where U = ln n would be ln 1 = 0, the scale is that of two features: nothing is divided by zero.
#[test]
fn one_feature_is_tuned_like_two() {
    for schedule in ["mistakes", "hinge-sqrt", "horizon", "bounded-domain"] {
        let given = format!("{schedule}:complexity={}", std::f64::consts::LN_2);
        let run = |schedule: &str| {
            let mut learner = spec("hinge", "fixed", "entropy", schedule).build().unwrap();
            for y in [-1.0, 1.0, -1.0, -1.0] {
                learner.learn(Instance::Dense(&[0.7]), Label::Number(y)).unwrap();
            }
            (learner.tradeoff(), learner.ledger().clone())
        };
        assert_eq!(run(schedule), run(&given), "{schedule}");
        assert!(run(schedule).0.is_finite());
    }
}

#[test]
fn scale_free_rules_are_the_same_at_every_scale() {
    for geometry in ["euclid", "p-norm:p=6", "p-norm:p=100"] {
        for ascent in ["fixed:on=mistake", "fixed", "exact"] {
            let run = |size: f64| {
                // w scales like 1/size, and c with size^2.
                let schedule = format!("fixed:C={:e}", 0.5 / (size * size));
                let scaled: Vec<Example> =
                    stream(8, 120).iter().map(|e| example(scaled(&e.x, size), e.y)).collect();
                trace(&mut build("hinge", ascent, geometry, &schedule), &scaled)
            };
            let plain = run(1.0);
            // Powers of two, so that rounding is the same too.
            assert_eq!(plain, run(2f64.powi(490)), "{geometry} {ascent} huge");
            assert_eq!(plain, run(2f64.powi(-490)), "{geometry} {ascent} tiny");
        }
    }
}

#[test]
fn huge_instances_are_learned_from_or_refused_and_never_poison_the_weights() {
    for geo in GEOMETRIES {
        for loss in ["squared", "eps-insensitive"] {
            let mut learner = build(loss, "exact", &geo.text(), "fixed");
            for x in [[1e150, 0.0], [1e70, -1e60], [1e-150, 1.0], [1.0, 1.0]] {
                match learner.learn(Instance::Dense(&x), Label::Number(0.5)) {
                    Ok(outcome) => assert!(outcome.loss.is_finite()),
                    Err(e) => {
                        assert!(matches!(e, Error::NotFinite(_)) && x[0] > 1e100, "{geo:?} {e}");
                    }
                }
                assert!(p_norm(&weights(&learner, 2), 2.0).is_finite(), "{geo:?}");
            }
        }
    }
}

#[test]
fn a_target_of_zero_is_a_target() {
    for geo in [Geo::Euclid, Geo::PNorm(4.0), Geo::Balanced(1.0)] {
        let mut learner = build("squared", "exact", &geo.text(), "fixed");
        let e = example(vec![1.0, -2.0], 0.0);
        assert_eq!((learn(&mut learner, &e).loss, learn(&mut learner, &e).step), (0.0, 0.0));
        learn(&mut learner, &example(vec![1.0, -2.0], 0.3));
        let away = learn(&mut learner, &e).loss;
        assert!(away > 0.0 && learn(&mut learner, &e).loss < away, "{geo:?}");
    }
}
