//! The state of the adaptive geometries: undone, finite and saved exactly.
//!
//! A round that fails leaves none of it changed, and no size of number makes it NaN.

use crate::support::Rng;
use noregret_core::algorithms::ALGORITHMS;
use noregret_core::hypothesis::Hypothesis;
use noregret_core::snapshot::Snapshot;
use noregret_core::{AnyLearner, Error, Instance, Label, Spec};

fn adaptive() -> Vec<Spec> {
    let problems = ["binary", "multiclass", "one-vs-rest", "regression"];
    let each = ALGORITHMS.iter().flat_map(|row| problems.iter().filter_map(|p| row.spec(p).ok()));
    each.filter(|s| s.geometry.is_adaptive()).collect()
}

/// A label the problem knows how to take.
fn label(s: &Spec, rng: &mut Rng) -> Label<'static> {
    match s.problem.name() {
        "binary" => Label::Number([1.0, -1.0][rng.below(2)]),
        "regression" => Label::Number(rng.signed()),
        _ => Label::Number(rng.below(3) as f64),
    }
}

fn feed(learner: &mut AnyLearner, s: &Spec, rng: &mut Rng, rounds: usize) {
    for _ in 0..rounds {
        let y = label(s, rng);
        learner.learn(Instance::Dense(&rng.vector(4)), y).unwrap();
    }
}

/// The round raises the scales of known features, meets a new one and, with classes, widens the
/// rows, and then fails.
#[test]
fn a_round_that_fails_takes_its_scales_back() {
    let mut rng = Rng::new(341);
    let larger = Instance::sparse(&[1, 3, 9], &[7.0, -5.0, 2.0]).unwrap();
    let huge = Instance::sparse(&[9, 1, 0], &[2.0, 1e149, -1e149]).unwrap();
    let mut refusals = 0;
    for s in adaptive() {
        for rounds in [0, 1, 40] {
            let mut learner = s.build().unwrap();
            feed(&mut learner, &s, &mut rng, rounds);
            let before = learner.snapshot(&s);
            for (x, y, weight) in [
                (larger, Label::Number(f64::NAN), 1.0),
                (larger, Label::None, 1.0),
                (huge, label(&s, &mut rng), 1e300),
                (huge, Label::Name("fourth"), 1e300),
                (huge, Label::Number(4.0), 1e300),
            ] {
                let mut trial = learner.clone();
                if trial.learn_weighted(x, y, weight).is_ok() {
                    // Nothing moves where no other class is known yet.
                    assert!(rounds < 40, "{} {}: {y}", s.algorithm, s.problem);
                    continue;
                }
                refusals += 1;
                assert!(
                    trial.snapshot(&s) == before,
                    "{} {}: {y} {weight}",
                    s.algorithm,
                    s.problem
                );
                let (mut a, mut b) = (learner.clone(), trial);
                feed(&mut a, &s, &mut rng.clone(), 5);
                feed(&mut b, &s, &mut rng.clone(), 5);
                assert!(a.snapshot(&s) == b.snapshot(&s), "{} {} later", s.algorithm, s.problem);
            }
        }
    }
    assert!(refusals > 100, "{refusals}");
}

/// A round of weight 0 leaves the scales and the features alone, one that counts for a little does
/// not.
#[test]
fn a_round_that_counts_for_nothing_is_not_seen() {
    let mut rng = Rng::new(342);
    let x = Instance::sparse(&[1, 9], &[7.0, 2.0]).unwrap();
    for s in adaptive() {
        let mut learner = s.build().unwrap();
        feed(&mut learner, &s, &mut rng, 20);
        let before = learner.snapshot(&s);
        learner.learn_weighted(x, label(&s, &mut rng), 0.0).unwrap();
        assert!(learner.snapshot(&s).arrays == before.arrays, "{} {}", s.algorithm, s.problem);
        learner.learn_weighted(x, label(&s, &mut rng), 1e-9).unwrap();
        let seen = learner.snapshot(&s).arrays != before.arrays;
        assert!(seen || !s.geometry.is_scale_free(), "{} {}", s.algorithm, s.problem);
    }
}

#[test]
fn numbers_of_any_size_stay_numbers_and_are_saved_exactly() {
    let sizes = [1e-200, 1e140, 1.0, -1e-5, 0.0, 1e-320, -1e80, 3e-100];
    let mut rng = Rng::new(343);
    for s in adaptive() {
        for mixed in [1, 3, sizes.len()] {
            let mut learner = s.build().unwrap();
            for t in 0..120 {
                let pick = |rng: &mut Rng| sizes[(t / 40 + rng.below(mixed)) % sizes.len()];
                let x: Vec<f64> = (0..6).map(|_| pick(&mut rng) * rng.signed()).collect();
                let what = format!("{} {} round {t}: {x:?}", s.algorithm, s.problem);
                match learner.learn(Instance::Dense(&x), label(&s, &mut rng)) {
                    Ok(o) => assert!(o.score.is_finite() && o.loss.is_finite(), "{what}"),
                    Err(Error::NotFinite(_)) => {}
                    Err(e) => panic!("{what}: {e}"),
                }
                let rows = learner.hypothesis().rows();
                let weights = (0..6).flat_map(|j| (0..rows).map(move |r| (j, r)));
                assert!(
                    weights.into_iter().all(|(j, r)| learner.weight(j, r).is_finite()),
                    "{what}"
                );
                assert!(learner.lower_bound(1.0).is_finite(), "{what}");
            }
            let value = learner.certificate().dual_value;
            assert!(value.is_none_or(|d| !d.is_nan()), "{} {}", s.algorithm, s.problem);
            let Snapshot { spec, scalars, arrays } = learner.snapshot(&s);
            let scalars = serde_json::from_str(&serde_json::to_string(&scalars).unwrap()).unwrap();
            let mut resumed = AnyLearner::restore(Snapshot { spec, scalars, arrays }).unwrap();
            assert!(resumed.snapshot(&s) == learner.snapshot(&s), "{} {}", s.algorithm, s.problem);
            let x = [1.0, 1e-200, 1e139, -2.0, 0.5, 1e-7];
            let y = label(&s, &mut rng);
            let [a, b] = [&mut learner, &mut resumed]
                .map(|l| l.learn(Instance::Dense(&x), y).map_err(|e| e.to_string()));
            assert_eq!(a, b);
            assert!(resumed.snapshot(&s) == learner.snapshot(&s), "{} {}", s.algorithm, s.problem);
        }
    }
}

/// Learners that follow scales answer alike whatever the units, or refuse the round: spreads that
/// overflow, or stop growing, would change the answers without a word.
#[test]
fn every_unit_gives_the_same_answers_or_a_refusal() {
    let examples: Vec<Vec<f64>> = {
        let mut rng = Rng::new(344);
        (0..60).map(|_| rng.vector(4)).collect()
    };
    for s in adaptive().into_iter().filter(|s| s.geometry.is_scale_free()) {
        let run = |size: f64| -> Result<Vec<f64>, Error> {
            let (mut learner, mut rng) = (s.build().unwrap(), Rng::new(345));
            let learn = |x: &Vec<f64>| {
                let x: Vec<f64> = x.iter().map(|x| size * x).collect();
                Ok(learner.learn(Instance::Dense(&x), label(&s, &mut rng))?.margin)
            };
            examples.iter().map(learn).collect()
        };
        let plain = run(1.0).unwrap();
        let what = format!("{} {}", s.algorithm, s.problem);
        // Powers of two, so that rounding is the same too.
        for power in [-300, -150, 200, 400, 470, 475, 490, 495, 500, 505] {
            match run(2f64.powi(power)) {
                Ok(margins) => assert_eq!(margins, plain, "{what}: 2^{power}"),
                Err(Error::NotFinite(_)) => assert!(power > 475, "{what}: 2^{power}"),
                Err(error) => panic!("{what}: {error}"),
            }
        }
        assert!(run(2f64.powi(500)).is_err(), "{what}");
    }
}
