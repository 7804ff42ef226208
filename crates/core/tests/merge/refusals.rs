//! What cannot be merged is refused, with the shard and the reason.

use noregret_core::merge::{Shard, merge};
use noregret_core::{AnyLearner, Instance, Label, Spec};

fn learned(start: &AnyLearner, rounds: &[([f64; 2], f64)]) -> AnyLearner {
    let mut learner = start.clone();
    for (x, y) in rounds {
        learner.learn(Instance::Dense(x), Label::Number(*y)).unwrap();
    }
    learner
}

fn named(algorithm: &str, problem: &str) -> AnyLearner {
    Spec::named(algorithm, problem).unwrap().build().unwrap()
}

#[track_caller]
fn refused(base: &AnyLearner, shards: &[Shard<'_>], reason: &str) {
    let error = merge(base, shards).unwrap_err().to_string();
    assert!(error.contains(reason), "{error}");
}

const ROUNDS: [([f64; 2], f64); 3] = [([1.0, 0.5], 1.0), ([0.2, -1.0], -1.0), ([0.9, 0.1], -1.0)];

#[test]
fn runs_that_did_not_go_on_from_the_base() {
    let fresh = named("pa1", "binary");
    let base = learned(&fresh, &ROUNDS);
    let own = learned(&base, &ROUNDS[..1]);
    refused(&base, &[Shard::new(&own), Shard::new(&fresh)], "shard 2: it did not go on");
    let shorter = learned(&fresh, &ROUNDS[1..]);
    refused(&base, &[Shard::new(&shorter).named("b.nrm")], "b.nrm: it did not go on");
    // As many rounds, but not those of the base.
    let other = learned(&fresh, &[ROUNDS[0], ROUNDS[0], ROUNDS[0]]);
    refused(&base, &[Shard::new(&other)], "did not go on");
    refused(&base, &[], "no shard");
    // More rounds than a merged base, but not those that were merged.
    let merged = merge(&base, &[Shard::new(&own)]).unwrap();
    let longer = learned(&learned(&own, &ROUNDS), &ROUNDS);
    refused(&merged, &[Shard::new(&longer)], "did not go on");
}

#[test]
fn other_algorithms_problems_and_weights() {
    let base = named("pa1", "binary");
    let own = learned(&base, &ROUNDS);
    for other in
        [named("perceptron", "binary"), named("pa1", "regression"), named("p-norm", "binary")]
    {
        let other = learned(&other, &ROUNDS);
        assert!(merge(&base, &[Shard::new(&own), Shard::new(&other)]).is_err());
    }
    for weight in [-1.0, f64::NAN, f64::INFINITY] {
        refused(&base, &[Shard::new(&own).with_weight(weight)], "weight");
    }
    let heavy = || Shard::new(&own).with_weight(f64::MAX);
    refused(&base, &[heavy(), heavy()], "too large");
    // Nothing would be mixed, and the model would answer as the base.
    let light = || Shard::new(&own).with_weight(0.0);
    refused(&base, &[light(), light()], "all 0");
    assert_eq!(merge(&base, &[light(), Shard::new(&own)]).unwrap().weight(0, 0), own.weight(0, 0));
}

#[test]
fn two_classes_on_other_sides() {
    let base = named("pa1", "binary");
    let learned = |names: [&'static str; 2]| {
        let mut learner = base.clone();
        for name in names {
            learner.learn(Instance::Dense(&[1.0]), Label::Name(name)).unwrap();
        }
        learner
    };
    let (one, two) = (learned(["ham", "spam"]), learned(["spam", "ham"]));
    refused(
        &base,
        &[Shard::new(&one), Shard::new(&two)],
        "shard 2: its class spam is on the other",
    );
}

#[test]
fn centres_that_began_elsewhere() {
    let base = named("pa1", "uniclass");
    let begun = learned(&base, &ROUNDS);
    refused(&base, &[Shard::new(&begun)], "let the base learn one first");
    let base = learned(&base, &ROUNDS[..1]);
    let (one, two) = (learned(&base, &ROUNDS[1..]), learned(&base, &ROUNDS[2..]));
    let merged = merge(&base, &[Shard::new(&one), Shard::new(&two)]).unwrap();
    assert_eq!(merged.ledger().rounds, 3);
}
