//! Every composition keeps its state together.
//!
//! Weights are finite at every size of number, untouched by what is refused, and continued bit for
//! bit from a snapshot.

use crate::support::product::{has_classes, name, valid};
use crate::support::realisable::{Source, feed, learn, weights};
use noregret_core::kernel::AnyKernel;
use noregret_core::loss::Loss;
use noregret_core::problem::{LabelForm, Problem};
use noregret_core::snapshot::Snapshot;
use noregret_core::{AnyLearner, Error, Instance, Label, Spec};

fn may_run_away(s: &Spec) -> bool {
    s.loss.domain().1.is_infinite() || matches!(s.kernel, Some(AnyKernel::Polynomial(_)))
}

#[test]
fn numbers_of_every_size_leave_finite_weights() {
    for s in valid() {
        for size in [1e30, 1e-30] {
            let mut learner = s.build().unwrap();
            let mut source = Source::new(64);
            learn(&mut learner, &source.next(s).scaled(0.0), 1.0).unwrap();
            for _ in 0..12 {
                match learn(&mut learner, &source.next(s).scaled(size), 1.0) {
                    Ok(o) => assert!(o.loss.is_finite() && o.score.is_finite(), "{}", name(s)),
                    // Steps that grow with the loss may run away, and so may powers; they are
                    // stopped before they overflow.
                    Err(Error::NotFinite(_)) if size > 1.0 && may_run_away(s) => {}
                    Err(e) => panic!("{} at {size}: {e}", name(s)),
                }
                let weights = weights(&learner, |j, r| learner.answering_weight(j, r));
                assert!(weights.iter().all(|w| w.is_finite()), "{}", name(s));
            }
            let dual = learner.certificate();
            assert!(dual.regret_at.iter().all(|l| l.regret.is_finite()), "{}", name(s));
            assert!(dual.dual_value.is_none_or(f64::is_finite), "{}", name(s));
        }
    }
}

/// Makes a label known, of one part where each has its own.
fn admit(learner: &mut AnyLearner, s: &Spec, label: Label<'_>) {
    match s.problem.label_form() {
        LabelForm::NameEach => learner.admit_label(Label::Sequence(&[label])).unwrap(),
        _ => learner.admit_label(label).unwrap(),
    }
}

/// Whatever is refused, at whatever point of the round, leaves no trace: no feature, no class, no
/// step.
#[test]
fn an_error_leaves_the_learner_as_it_was() {
    let (new, one) = (Label::Name("third"), Label::Number(1.0));
    let long = [3.0, 9.0, 1.0, 2.0, 5.0, 7.0];
    let large = [1e149, 1e149, 0.0, 0.0, 1e149];
    let tries: [(&[f64], Label<'_>, f64); 7] = [
        (&[f64::NAN, 1.0], one, 1.0),
        (&[1e200, 1.0], one, 1.0),
        (&long, one, f64::NAN),
        (&long, Label::Number(f64::NAN), 1.0),
        (&long, new, 1.0),
        (&large, one, 1e200),
        (&large, new, 1e200),
    ];
    for s in valid() {
        let mut learner = s.build().unwrap();
        let mut source = Source::new(65);
        for started in [false, true] {
            if started {
                feed(&mut learner, s, &mut source, 6);
                // A rank is never negative.
                if s.problem.name() != "ordinal" {
                    admit(&mut learner, s, Label::Number(-1.0));
                }
                admit(&mut learner, s, one);
            }
            let before = learner.snapshot(s);
            let mut refused = [false; 7];
            for ((x, label, weight), refused) in tries.into_iter().zip(&mut refused) {
                let mut trial = learner.clone();
                let parts = [Instance::Dense(x), Instance::Dense(&long)];
                let parts = &parts[..source.next(s).parts.len().min(2)];
                let tags = [label; 2];
                let label = match s.problem.label_form() {
                    LabelForm::NameEach => Label::Sequence(&tags[..parts.len()]),
                    _ => label,
                };
                *refused = trial.learn_parts(parts, label, weight).is_err();
                if *refused {
                    assert_eq!(trial.snapshot(s), before, "{}: {label} {weight}", name(s));
                    // Nor does it show later.
                    let (mut a, mut b, mut again) = (learner.clone(), trial, source.clone());
                    feed(&mut a, s, &mut source.clone(), 3);
                    feed(&mut b, s, &mut again, 3);
                    assert_eq!(a.snapshot(s), b.snapshot(s), "{}: {label} {weight}", name(s));
                }
            }
            assert!(refused[..3].iter().all(|r| *r), "{}: {refused:?}", name(s));
            assert!(!(started && has_classes(s)) || refused[6], "{}: {refused:?}", name(s));
        }
    }
}

/// Before the last class is seen and after.
#[test]
fn a_resumed_run_continues_bit_for_bit() {
    for (s, cut) in valid().iter().flat_map(|s| [(s, 6), (s, 15)]) {
        let mut whole = s.build().unwrap();
        let mut source = Source::new(66);
        feed(&mut whole, s, &mut source, cut);
        let Snapshot { spec, scalars, arrays } = whole.snapshot(s);
        // Through text, as a model file does it.
        let scalars = serde_json::from_str(&serde_json::to_string(&scalars).unwrap()).unwrap();
        let mut resumed = AnyLearner::restore(Snapshot { spec, scalars, arrays }).unwrap();
        assert_eq!(resumed.snapshot(s), whole.snapshot(s), "{}", name(s));
        let mut again = source.clone();
        assert_eq!(
            feed(&mut whole, s, &mut source, 15),
            feed(&mut resumed, s, &mut again, 15),
            "{}",
            name(s)
        );
        assert_eq!(resumed.snapshot(s), whole.snapshot(s), "{}", name(s));
        assert_eq!(resumed.certificate(), whole.certificate(), "{}", name(s));
    }
}
