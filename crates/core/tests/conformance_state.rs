//! Every composition keeps its state together: finite at every size of number, untouched by what it refuses,
//! and continued bit for bit from a snapshot.
#![allow(clippy::unwrap_used)]

mod common_product;
mod common_thesis;

use common_product::{N, example, feed, name, valid};
use common_thesis::Rng;
use noregret_core::loss::Loss;
use noregret_core::snapshot::Snapshot;
use noregret_core::{AnyLearner, Certificate, Error, Instance, Label};

#[test]
fn numbers_of_every_size_leave_finite_weights() {
    for s in valid() {
        for size in [1e30, 1e-30] {
            let mut learner = s.build().unwrap();
            let mut rng = Rng(64);
            learner.learn(Instance::Dense(&[0.0; N]), Label::Number(1.0)).unwrap();
            for _ in 0..12 {
                let (x, y) = example(s, &mut rng);
                let x: Vec<f64> = x.iter().map(|x| x * size).collect();
                let outcome = learner.learn(Instance::Dense(&x), Label::Number(y));
                match outcome {
                    Ok(o) => assert!(o.loss.is_finite() && o.score.is_finite(), "{}", name(s)),
                    // Steps that grow with the loss may run away; they are stopped before they overflow.
                    Err(Error::NotFinite(_)) if size > 1.0 && s.loss.domain().1.is_infinite() => {}
                    Err(e) => panic!("{} at {size}: {e}", name(s)),
                }
                assert!((0..N).all(|j| learner.answering_weight(j, 0).is_finite()), "{}", name(s));
            }
            match learner.certificate() {
                Certificate::Dual(dual) => {
                    assert!(dual.regret_at.iter().all(|l| l.regret.is_finite()), "{}", name(s));
                    assert!(dual.dual_value.is_none_or(f64::is_finite), "{}", name(s));
                }
                Certificate::None { why, .. } => assert!(why.split(' ').count() > 4),
            }
        }
    }
}

/// Whatever is refused, at whatever point of the round, leaves no trace.
#[test]
fn an_error_leaves_the_learner_as_it_was() {
    for s in valid() {
        let mut learner = s.build().unwrap();
        let mut rng = Rng(65);
        for started in [false, true] {
            if started {
                feed(&mut learner, s, &mut rng, 6);
                learner.admit_label(Label::Number(-1.0)).unwrap();
                learner.admit_label(Label::Number(1.0)).unwrap();
            }
            let before = learner.snapshot(s);
            let long = [3.0, 9.0, 1.0, 2.0, 5.0, 7.0];
            let tries: [(&[f64], Label<'_>, f64); 6] = [
                (&[f64::NAN, 1.0], Label::Number(1.0), 1.0),
                (&[1e200, 1.0], Label::Number(1.0), 1.0),
                (&long, Label::Number(1.0), f64::NAN),
                (&long, Label::Number(f64::NAN), 1.0),
                (&long, Label::Name("third"), 1.0),
                (&[1e149, 1e149, 0.0, 0.0, 1e149], Label::Number(1.0), 1e200),
            ];
            for (x, label, weight) in tries {
                let mut trial = learner.clone();
                if trial.learn_weighted(Instance::Dense(x), label, weight).is_err() {
                    assert_eq!(trial.snapshot(s), before, "{}: {label} {weight}", name(s));
                }
            }
        }
    }
}

#[test]
fn a_resumed_run_continues_bit_for_bit() {
    for s in valid() {
        let mut whole = s.build().unwrap();
        let mut rng = Rng(66);
        feed(&mut whole, s, &mut rng, 15);
        let Snapshot { spec, scalars, arrays } = whole.snapshot(s);
        // Through text, as a model file does it.
        let scalars = serde_json::from_str(&serde_json::to_string(&scalars).unwrap()).unwrap();
        let mut resumed = AnyLearner::restore(Snapshot { spec, scalars, arrays }).unwrap();
        assert_eq!(resumed.snapshot(s), whole.snapshot(s), "{}", name(s));
        let mut again = rng.clone();
        assert_eq!(
            feed(&mut whole, s, &mut rng, 15),
            feed(&mut resumed, s, &mut again, 15),
            "{}",
            name(s)
        );
        assert_eq!(resumed.snapshot(s), whole.snapshot(s), "{}", name(s));
        assert_eq!(resumed.certificate(), whole.certificate(), "{}", name(s));
    }
}
