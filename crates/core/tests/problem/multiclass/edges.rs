//! The edges of several classes: zero instances, one class, classes never seen.
//!
//! Examples seen twice, what is not finite; and Kesler's dual variables, which exceed their cap.
//!
//! Reference: Crammer & Singer 2003, sec. 4.2 for Kesler's construction.

use crate::support::matrix::{random_unit, size, unit};
use crate::support::multiclass::{
    BUILDS, Example, Member, Rule, Run, Stream, all, each_build, margin, spec,
};
use crate::support::{Rng, at_most, near};
use noregret_core::loss::Loss;
use noregret_core::problem::AnyProblem;
use noregret_core::{Error, Instance, Label, Prediction};

/// Every member after a few rounds, fresh for each check.
fn every_member(seed: u64, mut check: impl FnMut(&Member, &mut Run, &Stream)) {
    let mut rng = Rng::new(seed);
    let stream = Stream::noisy(&mut rng, 4, 3, 20, 0.2);
    for (member, build) in each_build(all(&mut rng)) {
        let mut run = Run::new(build, &member.spec, 4, 3);
        check(&member, &mut run, &stream);
        run.play_all(&stream);
        check(&member, &mut run, &stream);
    }
}

#[test]
fn a_zero_instance_is_a_violation_and_moves_nothing() {
    every_member(91, |member, run, _| {
        for x in [vec![0.0; 3], Vec::new()] {
            let (before, seen) = (run.matrix(), run.violations());
            let e = Example { x, y: 2 };
            let outcome = run.learner.learn(Instance::Dense(&e.x), e.label()).unwrap();
            assert!(outcome.violation && outcome.mistake && outcome.margin == 0.0);
            assert_eq!(run.violations(), seen + 1.0);
            assert_eq!(run.matrix(), before, "{}", member.name);
            let certificate = run.certificate();
            assert!(certificate.regret_at.iter().all(|l| l.regret.is_finite()), "{}", member.name);
            // No matrix has a margin on it.
            assert!(certificate.margin_ceiling.is_none_or(|c| c >= 0.0), "{}", member.name);
        }
    });
}

/// The second time a step without a cap has nothing left to do; unit steps go on only while there
/// is a violation.
#[test]
fn an_example_seen_twice_is_learned_once() {
    every_member(92, |member, run, stream| {
        for e in &stream.examples {
            let (first, again) = (run.play(e), run.play(e));
            let capped = first.outcome.step * member.unit() > member.rate * (1.0 - 1e-9);
            match member.rule {
                Rule::Mira if !capped => near(again.outcome.loss, 0.0, 1e-9, &member.name),
                _ => at_most(first.outcome.margin, again.outcome.margin, &member.name),
            }
        }
    });
}

/// One class: nothing to tell apart, and no wrong answer.
#[test]
fn a_single_class_asks_nothing() {
    for ascent in ["fixed", "spread", "mira", "kesler", "romma", "exact"] {
        let spec = spec("hinge", ascent, "euclid", "fixed");
        let mut learner = spec.build().unwrap();
        let x = Instance::Dense(&[1.0, -2.0]);
        assert_eq!(learner.predict(x).unwrap().0, Prediction::Class(None));
        for _ in 0..2 {
            let outcome = learner.learn(x, Label::Name("only")).unwrap();
            assert_eq!((outcome.mistake, outcome.violation), (false, false), "{ascent}");
            assert_eq!((outcome.loss, outcome.margin, outcome.step), (0.0, 0.0, 0.0), "{ascent}");
        }
        assert_eq!((learner.ledger().rounds, learner.ledger().mistakes), (2, 0));
        assert!(learner.weight(0, 0) == 0.0 && learner.certificate().to_string().contains("0.0"));
    }
}

/// At test time it is a mistake, by scores of zero; nothing is learned. Learning takes it in.
#[test]
fn a_class_never_seen_is_a_mistake() {
    every_member(93, |member, run, stream| {
        let before = run.learner.snapshot(&member.spec);
        let x = Instance::Dense(&stream.examples[0].x);
        let outcome = run.learner.evaluate(x, Label::Name("new")).unwrap();
        let best = run.scores(&stream.examples[0].x).into_iter().fold(f64::MIN, f64::max);
        assert!(outcome.mistake && outcome.violation == (best >= 0.0), "{}", member.name);
        let required = member.spec.loss.margin().unwrap();
        near(outcome.margin, -best, 1e-12, &member.name);
        let miss = (required + best).max(0.0);
        let squared = member.spec.loss.name() == "squared-hinge";
        near(outcome.loss, if squared { miss * miss } else { miss }, 1e-9, &member.name);
        assert_eq!(run.learner.snapshot(&member.spec), before, "{}", member.name);
        let learned = run.learner.clone().learn(x, Label::Name("new")).unwrap();
        assert!(learned.mistake, "{}", member.name);
        near(learned.margin, outcome.margin, 1e-12, &member.name);
    });
}

/// Refused, whether the class is known or new, without a trace.
#[test]
fn what_is_not_finite_changes_nothing() {
    every_member(94, |member, run, _| {
        let before = run.learner.snapshot(&member.spec);
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e200] {
            for label in [Label::Number(1.0), Label::Name("new")] {
                let x = [0.5, bad, 3.0, 4.0];
                let error = run.learner.learn(Instance::Dense(&x), label).unwrap_err();
                assert!(matches!(error, Error::NotFinite(_)), "{error}");
            }
        }
        let labels = [Label::Number(f64::NAN), Label::Number(f64::INFINITY), Label::None];
        for label in labels {
            run.learner.learn(Instance::Dense(&[1.0, 2.0]), label).unwrap_err();
        }
        assert_eq!(run.learner.snapshot(&member.spec), before, "{}", member.name);
    });
}

/// Several sub-updates of one slack: the duals are scaled down by the largest sum, and all that is
/// proved holds.
#[test]
fn kesler_exceeds_its_cap_and_its_certificate_holds() {
    let mut rng = Rng::new(95);
    let stream = Stream::noisy(&mut rng, 6, 4, 60, 0.2);
    let mut run = Run::new(BUILDS[0], &spec("hinge", "kesler", "euclid", "fixed"), 6, 4);
    run.play_all(&stream);
    let (ledger, certificate) = (run.learner.ledger(), run.certificate());
    assert!(ledger.peak >= 2.0 && certificate.dual_value.is_none(), "peak {}", ledger.peak);
    near(certificate.dual_gain, ledger.gain.value() / ledger.peak, 1e-12, "scaled down");
    let v = size(&run.matrix());
    near(certificate.potential_norm, v / ledger.peak, 1e-12, "scaled down");
    near(certificate.margin_ceiling.unwrap(), v / ledger.mass.value(), 1e-9, "ceiling");
    let mut tightest = 0.0f64;
    for _ in 0..200 {
        let u = random_unit(&mut rng, 6, 4);
        for level in [0.01, 0.1, 1.0, 10.0] {
            let loss = |e: &Example| (1.0 - level * margin(&u, e)).max(0.0);
            let least = run.learner.lower_bound(level);
            let loss: f64 = stream.examples.iter().map(loss).sum();
            at_most(least, loss, "lower bound");
            tightest = tightest.max(least / loss);
        }
    }
    assert!(tightest > 0.1, "{tightest}");
}

/// The label is the number of a part; one candidate alone asks nothing; the number of parts may
/// change.
#[test]
fn candidates_take_the_number_of_a_part() {
    let mut spec = spec("hinge", "exact", "euclid", "fixed");
    spec.problem = AnyProblem::parse("candidates").unwrap();
    let mut learner = spec.build().unwrap();
    let [a, b, c] = [&[1.0, 0.0], &[0.0, 1.0], &[1.0, 1.0]].map(|x| Instance::Dense(x));
    assert_eq!(learner.learn_parts(&[a], Label::Number(0.0), 1.0).unwrap().loss, 0.0);
    assert_eq!(learner.learn_parts(&[a, b], Label::Number(1.0), 1.0).unwrap().loss, 1.0);
    assert_eq!(learner.learn_parts(&[a, b, c], Label::Number(2.0), 1.0).unwrap().margin, -0.5);
    let before = learner.snapshot(&spec);
    for label in [2.0, -1.0, 0.5, f64::NAN].map(Label::Number) {
        learner.learn_parts(&[a, b], label, 1.0).unwrap_err();
        learner.evaluate_parts(&[a, b], label).unwrap_err();
    }
    learner.learn_parts(&[a, b], Label::Name("0"), 1.0).unwrap_err();
    learner.learn_parts(&[], Label::Number(0.0), 1.0).unwrap_err();
    let bad = Instance::Dense(&[f64::NAN]);
    learner.learn_parts(&[a, bad], Label::Number(0.0), 1.0).unwrap_err();
    learner.predict_parts(&[a, bad]).unwrap_err();
    assert_eq!(learner.snapshot(&spec), before);
}

/// Before a class is seen nothing is asked of it; a comparator that knows it from the start has no
/// less to pay. The comparators are nearly the best there are after every tenth round.
#[test]
fn certificates_hold_when_classes_come_late() {
    let mut rng = Rng::new(96);
    let mut stream = Stream::separable(&mut rng, 4, 3, 30, 0.05);
    stream.examples.sort_by_key(|e| e.y);
    let best = |seen: &[Example]| {
        let romma = spec("hinge", "romma:aggressive=true", "euclid", "fixed");
        let mut run = Run::new(BUILDS[0], &romma, 4, 3);
        for e in seen.iter().cycle().take(300 * seen.len()) {
            run.learner.learn(Instance::Dense(&e.x), e.label()).unwrap();
        }
        unit(&run.matrix())
    };
    let cuts: Vec<usize> = (1..=6).map(|t| 10 * t).collect();
    let us: Vec<_> = cuts.iter().map(|&t| best(&stream.examples[..t])).collect();
    for (member, build) in each_build(all(&mut rng)) {
        let mut run = Run::new(build, &member.spec, 0, 3);
        for (t, e) in stream.examples.iter().enumerate() {
            run.learner.learn(Instance::Dense(&e.x), e.label()).unwrap();
            let (seen, certificate) = (&stream.examples[..=t], run.certificate());
            for u in us.iter().filter(|_| cuts.contains(&(t + 1))) {
                let margins = seen.iter().map(|e| margin(u, e));
                let ceiling = certificate.margin_ceiling.unwrap_or(f64::INFINITY);
                at_most(margins.fold(f64::INFINITY, f64::min), ceiling, &member.name);
                for level in [0.3, 3.0, 30.0] {
                    let loss = |e: &Example| member.spec.loss.value(level * margin(u, e));
                    let least = run.learner.lower_bound(level);
                    at_most(least, seen.iter().map(loss).sum(), &member.name);
                }
            }
        }
        assert_eq!(run.matrix().len(), 4);
    }
}

/// What is learned can be kept: no tiny instance makes a number of the state overflow.
#[test]
fn tiny_instances_leave_a_state_that_can_be_restored() {
    for ascent in ["romma", "exact", "mira"] {
        for size in [1e-80, 1e-120, 1e-150] {
            let rate = if ascent == "romma" { "fixed" } else { "fixed:C=inf" };
            let spec = spec("hinge", ascent, "euclid", rate);
            let mut learner = spec.build().unwrap();
            for t in 0..20 {
                let x = [size * f64::from(t % 3), size * f64::from(t % 5 - 2)];
                // A round that would overflow is refused.
                let _ = learner.learn(Instance::Dense(&x), Label::Number(f64::from(t % 4)));
            }
            let state = learner.snapshot(&spec);
            let scalars = serde_json::from_str(&state.scalars.to_string()).unwrap();
            let state = noregret_core::snapshot::Snapshot { scalars, ..state };
            assert!(noregret_core::AnyLearner::restore(state).is_ok(), "{ascent} at {size}");
        }
    }
}

/// The class that was predicted may cost nothing: then nothing moves, whatever the others cost.
#[test]
fn a_prediction_without_loss_moves_nothing() {
    let costs = r#"{"kind":"multiclass","classes":["a","b","c"],
        "costs":[{"right":"a","wrong":"c","margin":5.0}]}"#;
    let mut spec = spec("hinge", "exact:aim=predicted", "euclid", "fixed");
    spec.problem = serde_json::from_str(costs).unwrap();
    let mut learner = spec.build().unwrap();
    let x = [Instance::Dense(&[1.0, 0.0]), Instance::Dense(&[0.0, 1.0])];
    for _ in 0..3 {
        learner.learn(x[0], Label::Name("a")).unwrap();
        learner.learn(x[1], Label::Name("c")).unwrap();
    }
    let scores = learner.scores(x[0]).unwrap();
    let (lead, demand) = (scores[0] - scores[1].max(scores[2]), scores[0] - scores[2] - 5.0);
    if scores[1] > scores[2] && lead >= 1.0 && demand < 1.0 {
        assert_eq!(learner.learn(x[0], Label::Name("a")).unwrap().step, 0.0);
    } else {
        panic!("the setting is not the one meant: {scores:?}");
    }
    spec.ascent = noregret_core::ascent::AnyAscent::parse("romma").unwrap();
    assert!(spec.check().unwrap_err().to_string().contains("no costs"));
}
