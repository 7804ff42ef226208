//! Certificates where numbers are large, features come late or count for nothing.
//!
//! Here rounding and bookkeeping show.

use crate::support::Rng;
use noregret_core::replay::hindsight::Goal;
use noregret_core::{AnyLearner, Instance, Label, Spec};

const SETS: [&str; 8] =
    ["entropy", "balanced", "simplex", "l1-ball", "entropy-floor", "ball", "p-norm:p=4", "euclid"];

fn spec(problem: &str, loss: &str, ascent: &str, geometry: &str, schedule: &str) -> Spec {
    let mut spec = Spec::named("pa1", problem).unwrap();
    spec.loss = noregret_core::loss::AnyLoss::parse(loss).unwrap();
    spec.ascent = noregret_core::ascent::AnyAscent::parse(ascent).unwrap();
    spec.geometry = noregret_core::geometry::AnyGeometry::parse(geometry).unwrap();
    spec.schedule = noregret_core::schedule::AnySchedule::parse(schedule).unwrap();
    spec
}

fn learn(learner: &mut AnyLearner, x: &[f64], y: f64, weight: f64) {
    learner.learn_weighted(Instance::Dense(x), Label::Number(y), weight).unwrap();
}

/// Targets of 2e8 with a complexity of order 1: as a difference of values it would have no digits
/// left.
#[test]
fn large_targets_keep_the_order() {
    for geometry in SETS {
        for (loss, schedule) in [
            ("eps-insensitive", "fixed:C=1"),
            ("eps-insensitive", "fixed:C=1000"),
            ("squared", "fixed:C=1e-4"),
        ] {
            let spec = spec("regression", loss, "exact", geometry, schedule);
            let mut rng = Rng::new(81);
            let stream: Vec<(Vec<f64>, f64)> =
                (0..300).map(|_| (rng.vector(6), 2e8 + 1e8 * rng.signed())).collect();
            let mut online = spec.build().unwrap();
            online.reserve(6);
            stream.iter().for_each(|(x, y)| learn(&mut online, x, *y, 1.0));
            let (_, mut searching) = online.searching(&spec).unwrap();
            stream.iter().for_each(|(x, y)| learn(&mut searching, x, *y, 1.0));
            let goal = Goal { max_sweeps: 300, ..Goal::default() };
            let regret = online.regret_to(&searching.search(&goal).unwrap(), &spec);
            assert!(!regret.is_violated(), "{geometry} {loss} {schedule}: {regret:?}");
        }
    }
}

/// All weight on a feature that only a row of weight 0 has is a comparator too.
#[test]
fn features_that_count_for_nothing_are_features() {
    for geometry in ["simplex", "entropy", "entropy-floor:floor=0"] {
        let mut learner = spec("binary", "hinge", "exact", geometry, "fixed:C=1").build().unwrap();
        learn(&mut learner, &[1.0, 1.0], -1.0, 0.0);
        learn(&mut learner, &[-1000.0], 1.0, 1.0);
        learn(&mut learner, &[-1000.0], 1.0, 1.0);
        let whole = learner.certificate().regret_at.last().unwrap().lower_bound;
        assert!(whole <= 2.0, "{geometry}: {whole}, and (0, 1) loses 2");
    }
}

/// The relative entropy to n uniform weights grows with n, also that of the rounds before.
#[test]
fn late_features_make_earlier_weights_dearer() {
    for geometry in ["entropy", "entropy-floor:floor=0.5"] {
        let sigma = 0.01;
        let mut learner =
            spec("binary", "hinge", "fixed", geometry, &format!("strong:sigma={sigma}"))
                .build()
                .unwrap();
        (0..500).for_each(|_| learn(&mut learner, &[1000.0], 1.0, 1.0));
        learn(&mut learner, &[1.0; 1000], 1.0, 1.0);
        let regularised = learner.certificate().regularised.unwrap();
        // The first weights were (1, 0, ..., 0), of relative entropy ln 1000; the uniform ones cost
        // nothing.
        let true_regret = 500.0 * sigma * 1000f64.ln();
        assert!(
            regularised.regret >= true_regret,
            "{geometry}: {} < {true_regret}",
            regularised.regret
        );
    }
}

/// Nothing learned proves nothing: D is c times the least f, rounded down.
#[test]
fn a_dual_value_is_never_above_the_least_value() {
    for (geometry, least) in [
        ("simplex", 0.5),
        ("l1-ball", 0.0),
        ("entropy-floor", 0.0),
        ("entropy-floor:floor=0.3", 0.0),
    ] {
        for n in [1, 3, 7, 333, 1000] {
            let spec =
                spec("regression", "eps-insensitive:epsilon=5", "exact", geometry, "fixed:C=0.3");
            let mut learner = spec.build().unwrap();
            learn(&mut learner, &vec![0.5; n], 0.0, 1.0);
            let value = learner.certificate().dual_value.unwrap();
            let bound = least / (0.3 * n as f64);
            assert!(value <= bound, "{geometry} {n}: {value:e} > {bound:e}");
        }
    }
}
