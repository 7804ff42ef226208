//! Every composition that `Spec::check` lets through behaves like a learner; every other is refused in words.
//!
//! The cartesian product of the registry (problems, losses, ascents, geometries, schedules, readouts, each
//! with its defaults and a few variants) is walked; no composition is named here, so new components are
//! covered the day they are registered. (State, errors and sizes: `conformance_state`.)
#![allow(clippy::unwrap_used)]

mod common_product;
mod common_thesis;

use common_product::{N, example, feed, name, potential, product, valid, weights};
use common_thesis::Rng;
use noregret_core::ascent::AnyAscent;
use noregret_core::geometry::AnyGeometry;
use noregret_core::loss::{AnyLoss, Loss};
use noregret_core::schedule::AnySchedule;
use noregret_core::snapshot::Array;
use noregret_core::{AnyLearner, Error, Instance, Label, Spec};

/// Fewer valid compositions than this means that the walk lost some.
const AT_LEAST: usize = 2471;

#[test]
fn every_composition_is_a_learner_or_is_refused_in_words() {
    for s in product() {
        match s.check() {
            Ok(()) => assert!(s.build().is_ok()),
            Err(Error::Spec(message)) => {
                assert!(message.split(' ').count() >= 4, "{}: '{message}'", name(&s));
                assert!(s.build().is_err());
            }
            Err(other) => panic!("{}: {other:?}", name(&s)),
        }
    }
    assert!(valid().len() >= AT_LEAST, "only {} compositions are valid", valid().len());
}

#[test]
fn specs_survive_json_and_their_own_text() {
    for s in valid() {
        let json = serde_json::to_string(s).unwrap();
        assert_eq!(&serde_json::from_str::<Spec>(&json).unwrap(), s);
        assert_eq!(AnySchedule::parse(&s.schedule.to_string()).unwrap(), s.schedule);
        assert_eq!(AnyLoss::parse(&s.loss.to_string()).unwrap(), s.loss);
        assert_eq!(AnyAscent::parse(&s.ascent.to_string()).unwrap(), s.ascent);
        assert_eq!(AnyGeometry::parse(&s.geometry.to_string()).unwrap(), s.geometry);
    }
}

/// On realisable data it is better than chance: fewer than half mistakes late, or less loss than a learner
/// that never learns.
#[test]
fn it_learns() {
    for s in valid() {
        let mut learner = s.build().unwrap();
        let mut rng = Rng(61);
        feed(&mut learner, s, &mut rng, 150);
        let before = learner.ledger().clone();
        let late: f64 = feed(&mut learner, s, &mut rng, 50).iter().sum();
        if s.problem.name() == "binary" {
            let wrong = learner.ledger().mistakes - before.mistakes;
            assert!(wrong <= 20, "{}: {wrong} of 50 wrong", name(s));
        } else {
            let mut lazy = s.build().unwrap();
            let mut rng = Rng(61);
            let (mut idle, mut seen) = (0.0, 0);
            while seen < 200 {
                let (x, y) = example(s, &mut rng);
                let outcome =
                    lazy.learn_weighted(Instance::Dense(&x), Label::Number(y), 0.0).unwrap();
                seen += 1;
                if seen > 150 && outcome.counted {
                    idle += s.loss.value(outcome.margin);
                }
            }
            assert!(late <= idle + 1e-9, "{}: lost {late}, idle {idle}", name(s));
        }
    }
}

#[test]
fn predicting_is_pure_and_idle_rounds_move_nothing() {
    for s in valid() {
        let mut learner = s.build().unwrap();
        let mut rng = Rng(62);
        feed(&mut learner, s, &mut rng, 12);
        let before = learner.snapshot(s);
        let (x, y) = example(s, &mut rng);
        let first = learner.predict(Instance::Dense(&x)).unwrap();
        learner.evaluate(Instance::Dense(&x), Label::Number(y)).unwrap();
        learner.predict(Instance::Dense(&[])).unwrap();
        learner.predict(Instance::sparse(&[70_000], &[1.0]).unwrap()).unwrap();
        assert_eq!(learner.predict(Instance::Dense(&x)).unwrap(), first, "{}", name(s));
        assert_eq!(learner.snapshot(s), before, "{}", name(s));

        learner.learn(Instance::Dense(&[]), Label::Number(y)).unwrap();
        learner.learn(Instance::sparse(&[300], &[0.1]).unwrap(), Label::Number(y)).unwrap();
        assert!(learner.weight(300, 0).is_finite() && learner.weight(301, 0) == 0.0, "{}", name(s));

        let unmoved = |learner: &AnyLearner, was: &(Array, Vec<u64>, f64)| {
            assert_eq!(potential(learner, s), was.0, "{}", name(s));
            if learner.tradeoff() == was.2 {
                assert_eq!(weights(learner), was.1, "{}", name(s));
            }
        };
        let state = |l: &AnyLearner| (potential(l, s), weights(l), l.tradeoff());
        let was = state(&learner);
        learner.learn_weighted(Instance::Dense(&x), Label::Number(y), 0.0).unwrap();
        unmoved(&learner, &was);
        for _ in 0..40 {
            let (x, y) = example(s, &mut rng);
            let was = state(&learner);
            if learner.learn(Instance::Dense(&x), Label::Number(y)).unwrap().loss == 0.0 {
                unmoved(&learner, &was);
            }
        }
    }
}

#[test]
fn it_is_deterministic_and_sparse_is_dense() {
    for s in valid() {
        let mut runs: Vec<AnyLearner> = (0..3).map(|_| s.build().unwrap()).collect();
        runs.iter_mut().for_each(|l| l.reserve(N));
        let mut rng = Rng(63);
        for t in 0..25 {
            let (mut x, y) = example(s, &mut rng);
            x[t % N] = 0.0;
            let indices: Vec<u32> = (0..N as u32).rev().filter(|&j| x[j as usize] != 0.0).collect();
            let values: Vec<f64> = indices.iter().map(|&j| x[j as usize]).collect();
            for (i, learner) in runs.iter_mut().enumerate() {
                let sparse = Instance::sparse(&indices, &values).unwrap();
                let x = if i == 2 { sparse } else { Instance::Dense(&x) };
                learner.learn(x, Label::Number(y)).unwrap();
            }
        }
        assert_eq!(runs[0].snapshot(s), runs[1].snapshot(s), "{}", name(s));
        for j in 0..N {
            let (a, b) = (runs[0].answering_weight(j, 0), runs[2].answering_weight(j, 0));
            assert!((a - b).abs() <= 1e-9 * (1.0 + a.abs()), "{}: {a} {b}", name(s));
        }
    }
}
