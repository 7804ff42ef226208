//! What a round gained: increases, promises and gaps.
//!
//! The increases add up to the dual value, each is at least what a subgradient step promises, and
//! the gap bounds what a better step could have added.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Lemma 1 and sec. 3.4.

use crate::support::label_ranking::{Kind, Stream};
use crate::support::tasks::Stream as Blocks;
use crate::support::{Geometry, Geometry as BlockGeo, Rng, at_most, near};
use noregret_core::ascent::AnyAscent;
use noregret_core::{AnyLearner, Instance, Label, Spec};

fn dual_value(learner: &AnyLearner) -> f64 {
    learner.certificate().dual_value.unwrap()
}

/// The spec of a published algorithm, with another ascent if one is named.
fn spec(name: &str, problem: &str, ascent: &str) -> Spec {
    let mut spec = Spec::named(name, problem).unwrap();
    if name.ends_with("multiplicative") {
        spec.loss.set_margin(0.2);
    }
    if !ascent.is_empty() {
        spec.ascent = AnyAscent::parse(ascent).unwrap();
    }
    spec
}

/// One round; returns increase and gap, and checks the increase against the dual value and the
/// promise.
fn check_round(
    learner: &mut AnyLearner,
    parts: &[Instance<'_>],
    label: Label<'_>,
    what: &str,
) -> (f64, Option<f64>) {
    let (before, bounds) = (dual_value(learner), learner.ledger().subgradients.value());
    let outcome = learner.learn_parts(parts, label, 1.0).unwrap();
    let progress = learner.progress().unwrap();
    let increase = progress.increase.unwrap();
    near(dual_value(learner) - before, increase, 1e-8, what);
    let subgradient = learner.ledger().subgradients.value() - bounds;
    // A step shared among constraints promises the mean of what they would give alone.
    if what.contains("simproj") {
        return (increase, progress.gap);
    }
    at_most(outcome.loss - subgradient, increase, what);
    (increase, progress.gap)
}

#[test]
fn label_ranking_gains_what_it_says() {
    let mut rng = Rng::new(11);
    let cases = [
        (Geometry::Euclid, "pa1", ""),
        (Geometry::Euclid, "sopopo", ""),
        (Geometry::Euclid, "sopopo", "joint:solver=interior"),
        (Geometry::Euclid, "sopopo", "joint:solver=pegasos,gap=0.01"),
        (Geometry::Euclid, "simproj", ""),
        (Geometry::Entropy, "maxpa-multiplicative", ""),
        (Geometry::Entropy, "sopopo-multiplicative", ""),
        (Geometry::Entropy, "sopopo-multiplicative", "joint:solver=interior"),
    ];
    for (geo, name, ascent) in cases {
        for kind in [Kind::Real, Kind::Words] {
            let stream = Stream::draw(&mut rng, geo, kind, 5, 60, 0.1);
            let mut learner = spec(name, "label-ranking", ascent).build().unwrap();
            (0..5).for_each(|r| learner.admit_label(Label::Number(f64::from(r))).unwrap());
            learner.reserve(stream.n);
            learner.follow_progress();
            let (mut total, mut most) = (0.0, 0.0f64);
            let what = format!("{name} {ascent} {kind:?}");
            let start = dual_value(&learner);
            for round in &stream.rounds {
                let numbers: Vec<_> =
                    round.relevant.iter().map(|&r| Label::Number(r as f64)).collect();
                let (indices, values) = round.sparse();
                let x = [Instance::sparse(&indices, &values).unwrap()];
                let (increase, gap) = check_round(&mut learner, &x, Label::Set(&numbers), &what);
                total += increase;
                let solved = name.contains("sopopo") || round.worst(&[0.0; 5]).is_none();
                assert_eq!(gap.is_some(), solved, "{what}");
                most = most.max(gap.unwrap_or(0.0));
            }
            near(total, dual_value(&learner) - start, 1e-7, &what);
            assert!(total > 0.1, "{what}: {total}");
            assert!(most < 0.02, "{what}: gap {most}");
            // Instances of any numbers have no formula on the simplex.
            let iterated = !ascent.is_empty() || (geo == Geometry::Entropy && kind == Kind::Real);
            assert_eq!(most > 0.0, name.contains("sopopo") && iterated, "{what}");
        }
    }
}

/// The exact step is above every other, and no more than its gap below the best.
#[test]
fn gaps_bound_what_is_missing() {
    let mut rng = Rng::new(12);
    let stream = Blocks::draw(&mut rng, BlockGeo::Euclid, false, "alike", 60);
    let coarse = spec("optsolv", "tasks", "joint:solver=pegasos,gap=0.3");
    let mut ours = spec("optsolv", "tasks", "").build().unwrap();
    ours.reserve(stream.n);
    ours.follow_progress();
    let mut missing = 0;
    for round in &stream.rounds {
        let parts: Vec<Instance<'_>> = round.rows.iter().map(|x| Instance::Dense(x)).collect();
        // From the same weights, a coarse solution of the same problem.
        let mut rough = AnyLearner::restore(ours.snapshot(&coarse)).unwrap();
        rough.follow_progress();
        let (best, gap) = check_round(&mut ours, &parts, Label::Each(&round.sides), "optsolv");
        assert!(gap.unwrap() <= 1e-6, "{gap:?}");
        let (increase, gap) = check_round(&mut rough, &parts, Label::Each(&round.sides), "rough");
        at_most(increase, best, "best");
        at_most(best, increase + gap.unwrap(), "gap");
        missing += i32::from(increase < best - 1e-6);
    }
    assert!(missing > 5, "{missing}");
}

/// Binary rounds have a formula; rules that rescale, and geometries that adapt, do not say.
#[test]
fn what_is_not_known_is_absent() {
    let learn = |name: &str| {
        let mut learner = Spec::named(name, "binary").unwrap().build().unwrap();
        assert_eq!(learner.progress(), None);
        learner.follow_progress();
        for (x, side) in [([1.0, -0.5], 1.0), ([1.0, 1.0], -1.0)] {
            learner.learn(Instance::Dense(&x), Label::Number(side)).unwrap();
        }
        learner.progress().unwrap()
    };
    let known = learn("pa1");
    assert_eq!(known.gap, Some(0.0));
    assert!(known.increase.unwrap() > 0.0);
    assert_eq!(learn("perceptron").gap, None);
    assert_eq!(learn("romma").increase, None);
    assert_eq!(learn("adagrad").increase, None);
}
