//! AdaBoost as the entropy learner with roles exchanged.
//!
//! Its weights over the examples are those of the entropy learner that takes the exact step on the
//! loss `[<w,v>]_+`; with a cap on the step, those of capped AdaBoost.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), ch. 6.

use crate::support::boosting::NoisyExamples;
use noregret_core::ascent::AnyAscent;
use noregret_core::boost::rule::{AdaBoost, LineSearch, Look};
use noregret_core::boost::{AnyRule, Rule};
use noregret_core::geometry::AnyGeometry;
use noregret_core::loss::AnyLoss;
use noregret_core::schedule::AnySchedule;
use noregret_core::{AnyLearner, Instance, Label, Spec};

/// The learner of distributions: the hinge at margin 0 with label -1 is `[<w,v>]_+`.
fn learner(aggressiveness: f64) -> AnyLearner {
    let mut spec = Spec::named("winnow", "binary").unwrap();
    spec.loss = AnyLoss::parse("hinge:margin=0").unwrap();
    spec.ascent = AnyAscent::parse("exact").unwrap();
    spec.geometry = AnyGeometry::parse("entropy").unwrap();
    spec.schedule = AnySchedule::parse("fixed").unwrap();
    spec.set_aggressiveness(aggressiveness).unwrap();
    spec.build().unwrap()
}

fn compare(rule: &str, aggressiveness: f64) {
    for seed in 0..4 {
        let data = NoisyExamples::draw(seed, 50, false);
        let (mut booster, mut weak) = data.booster(&AnyRule::parse(rule).unwrap());
        let mut learner = learner(aggressiveness);
        for t in 0..25 {
            if booster.round(&mut weak).unwrap().is_none() {
                break;
            }
            learner.learn(Instance::Dense(&weak.said[t]), Label::Number(-1.0)).unwrap();
            for (i, w) in booster.examples().weights().iter().enumerate() {
                let other = learner.weight(i, 0);
                assert!((w - other).abs() < 1e-9, "{rule} round {t} example {i}: {w} {other}");
            }
        }
    }
}

#[test]
fn adaboost_is_the_exact_step() {
    compare("adaboost", 50.0);
}

#[test]
fn the_cap_is_the_aggressiveness() {
    compare("capped:gamma=0.1", 0.2);
}

/// Error 0.2, edge 0.6; and answers up to 3.
#[test]
fn steps_are_as_printed() {
    let step = |rule: &str, values: &[f64]| {
        let weights = [0.2, 0.3, 0.5];
        let edge = weights.iter().zip(values).map(|(w, v)| w * v).sum();
        let reach = values.iter().fold(0.0, |m, v| v.abs().max(m));
        AnyRule::parse(rule).unwrap().step(&Look { weights: &weights, values, edge, reach })
    };
    let (signs, best) = ([-1.0, 1.0, 1.0], 0.5 * 4f64.ln());
    for (rule, expected) in [
        ("adaboost", best),
        ("line-search", best),
        ("gentle", 0.6),
        ("majority:gamma=0.05", 0.1),
        ("capped:gamma=0.05", 0.1),
        ("capped:gamma=0.5", best),
    ] {
        assert!((step(rule, &signs) - expected).abs() < 1e-9, "{rule}");
    }
    // Edge 1.6, reach 3.
    assert!((step("gentle", &[-1.0, 1.0, 3.0]) - 1.6 / 9.0).abs() < 1e-12);
    // 0.8 e^-2a = 0.2 e^2a: the step of answers of 2 is half that of answers of 1.
    assert!((step("line-search", &[-2.0, 2.0, 2.0]) - 0.5 * best).abs() < 1e-9);
}

/// Where answers are -1 and 1 the line search finds AdaBoost's step.
#[test]
fn line_search_on_signs_is_adaboost() {
    let weights = [0.1, 0.25, 0.05, 0.35, 0.25];
    for values in [[1.0, -1.0, 1.0, 1.0, 1.0], [1.0, 1.0, -1.0, 1.0, -1.0], [1.0; 5]] {
        let edge = weights.iter().zip(&values).map(|(w, v)| w * v).sum();
        let look = Look { weights: &weights, values: &values, edge, reach: 1.0 };
        let (a, b) = (AdaBoost {}.step(&look), LineSearch {}.step(&look));
        assert!((a - b).abs() < 1e-9, "{values:?} {a} {b}");
    }
}
