//! State of merged learners: averages, moments, clocks, snapshots, order, nothing learned.

use super::shards::{Runs, play};
use crate::support::product::{name, valid};
use crate::support::realisable::{N, Source, feed};
use crate::support::{near, near_all};
use noregret_core::hypothesis::Hypothesis;
use noregret_core::merge::{Shard, merge};
use noregret_core::problem::Problem;
use noregret_core::readout::Readout;
use noregret_core::snapshot::Snapshot;
use noregret_core::stage::{Bias, Columns};
use noregret_core::{AnyLearner, Instance, Label, Spec};

/// One of every so many compositions that can be merged.
fn some() -> impl Iterator<Item = (&'static Spec, Runs, AnyLearner)> {
    valid().iter().step_by(7).filter_map(|s| {
        let runs = Runs::new(s, 81, 5, &[8, 0, 11]);
        let merged = runs.merged().ok()?;
        Some((s, runs, merged))
    })
}

fn weights(learner: &AnyLearner) -> Vec<f64> {
    let rows = learner.hypothesis().rows();
    (0..rows).flat_map(|r| (0..N).map(move |j| learner.answering_weight(j, r))).collect()
}

fn all(shards: &[AnyLearner]) -> Vec<Shard<'_>> {
    shards.iter().map(Shard::new).collect()
}

#[test]
fn one_shard_is_merged_into_itself() {
    for (s, runs, _) in some() {
        let shard = &runs.shards[0];
        let merged = merge(&runs.base, &all(&runs.shards[..1])).unwrap();
        near_all(&weights(&merged), &weights(shard), 1e-9, &name(s));
        for level in [0.1, 1.0, 10.0] {
            near(merged.lower_bound(level), shard.lower_bound(level), 1e-9, &name(s));
        }
        assert_eq!(merged.ledger().rounds, shard.ledger().rounds);
        near(merged.tradeoff(), shard.tradeoff(), 1e-12, &name(s));
    }
}

#[test]
fn a_shard_that_learned_nothing_changes_nothing() {
    for (s, runs, merged) in some() {
        let without = [runs.shards[0].clone(), runs.shards[2].clone()];
        let without = merge(&runs.base, &all(&without)).unwrap();
        near_all(&weights(&merged), &weights(&without), 1e-12, &name(s));
        near(merged.lower_bound(1.0), without.lower_bound(1.0), 1e-9, &name(s));
        // And only such ones leave the base.
        let idle = merge(&runs.base, &all(&runs.shards[1..2])).unwrap();
        near_all(&weights(&idle), &weights(&runs.base), 1e-12, &name(s));
        assert_eq!(idle.ledger().rounds, runs.base.ledger().rounds);
    }
}

#[test]
fn merging_parts_first_is_the_same_up_to_rounding() {
    for (s, runs, merged) in some().filter(|(s, ..)| s.kernel.is_none()) {
        let two = merge(&runs.base, &all(&runs.shards[..2])).unwrap();
        let both = merge(&runs.base, &all(&[two, runs.shards[2].clone()])).unwrap();
        near_all(&weights(&both), &weights(&merged), 1e-6, &name(s));
        assert_eq!(both.ledger().rounds, merged.ledger().rounds, "{}", name(s));
        near(both.lower_bound(1.0), merged.lower_bound(1.0), 1e-6, &name(s));
        for j in 0..N {
            near(both.evidence_at(j, 0), merged.evidence_at(j, 0), 1e-9, &name(s));
        }
    }
}

#[test]
fn a_merged_learner_is_the_same_bits_each_time_and_after_a_snapshot() {
    for (s, runs, merged) in some() {
        let snapshot = merged.snapshot(s);
        assert_eq!(runs.merged().unwrap().snapshot(s), snapshot, "{}", name(s));
        let Snapshot { spec, scalars, arrays } = snapshot.clone();
        let scalars = serde_json::from_str(&serde_json::to_string(&scalars).unwrap()).unwrap();
        let mut resumed = AnyLearner::restore(Snapshot { spec, scalars, arrays }).unwrap();
        assert_eq!(resumed.snapshot(s), snapshot, "{}", name(s));
        assert_eq!(resumed.certificate(), merged.certificate(), "{}", name(s));
        let mut merged = merged;
        assert_eq!(
            feed(&mut merged, s, &mut Source::new(82), 9),
            feed(&mut resumed, s, &mut Source::new(82), 9),
            "{}",
            name(s)
        );
        assert_eq!(resumed.snapshot(s), merged.snapshot(s), "{}", name(s));
    }
}

/// The average is that of the weights of all rounds, whoever played them.
#[test]
fn averages_are_those_of_all_rounds() {
    let mut tried = 0;
    for s in valid().iter().filter(|s| s.readout == Readout::Average).step_by(3) {
        let runs = Runs::new(s, 83, 5, &[8, 11]);
        let Ok(merged) = runs.merged() else { continue };
        let sum = |learner: &AnyLearner, j, r| {
            learner.answering_weight(j, r) * learner.ledger().rounds as f64
        };
        for (j, r) in (0..N).flat_map(|j| (0..runs.base.hypothesis().rows()).map(move |r| (j, r))) {
            let began = sum(&runs.base, j, r);
            let more: f64 = runs.shards.iter().map(|k| sum(k, j, r) - began).sum();
            near(sum(&merged, j, r), began + more, 1e-8, &name(s));
        }
        tried += 1;
    }
    assert!(tried > 50, "{tried}");
}

/// Schedules go on as those of a mean run: twice the rounds in all, in two equal shards, are none
/// for the trade-off.
#[test]
fn schedules_keep_the_clock_of_a_mean_run() {
    let mut spec = Spec::named("pegasos", "binary").unwrap();
    spec.readout = Readout::Last;
    let runs = Runs::new(&spec, 84, 10, &[20, 20]);
    let mut merged = runs.merged().unwrap();
    assert_eq!(merged.tradeoff(), runs.shards[0].tradeoff());
    let (mut one, mut seen) = (runs.shards[0].clone(), Vec::new());
    play(&mut merged, &spec, &mut Source::new(85), (1, &mut seen));
    play(&mut one, &spec, &mut Source::new(85), (1, &mut seen));
    assert_eq!(merged.tradeoff(), one.tradeoff());
    assert_eq!(merged.ledger().rounds, 51);
}

#[test]
fn columns_are_standardised_by_the_moments_of_all_rows() {
    let mut spec = Spec::named("pa1", "binary").unwrap();
    spec.standard = Some(Columns { first: 0, end: 2 });
    spec.bias = Some(Bias::new(2, 1.0));
    let rows: Vec<([f64; 2], f64)> = (0..40)
        .map(|t| {
            let x = f64::from(t);
            ([1000.0 + 3.0 * (1.7 * x).sin(), 0.01 * x * x], if t % 3 == 0 { 1.0 } else { -1.0 })
        })
        .collect();
    let learned = |start: &AnyLearner, rows: &[([f64; 2], f64)]| {
        let mut learner = start.clone();
        for (x, y) in rows {
            learner.learn(Instance::Dense(x), Label::Number(*y)).unwrap();
        }
        learner
    };
    let fresh = spec.build().unwrap();
    let whole = learned(&fresh, &rows);
    for first in [0, 10] {
        let base = learned(&fresh, &rows[..first]);
        let shards = [learned(&base, &rows[first..22]), learned(&base, &rows[22..]), base.clone()];
        let merged = merge(&base, &all(&shards)).unwrap();
        let moments = |learner: &AnyLearner| {
            let snapshot = learner.snapshot(&spec);
            let named =
                |name: &str| snapshot.arrays.iter().find(|(n, _)| n == name).unwrap().1.clone();
            format!("{:?}", (named("standard_means"), named("standard_squares")))
        };
        let numbers = |text: String| -> Vec<f64> {
            text.split(|c: char| !(c.is_ascii_digit() || ".-e".contains(c)))
                .filter_map(|word| word.parse().ok())
                .collect()
        };
        near_all(&numbers(moments(&merged)), &numbers(moments(&whole)), 1e-9, "moments");
    }
}

/// Classes that two shards met in different orders have the rows of the first of them.
#[test]
fn new_classes_are_united_in_the_order_of_the_shards() {
    let spec = Spec::named("pa1", "multiclass").unwrap();
    let mut base = spec.build().unwrap();
    let row = |k: usize| -> [f64; 4] { std::array::from_fn(|j| f64::from(u8::from(j == k))) };
    let learn = |learner: &mut AnyLearner, names: &[(&str, usize)]| {
        for &(name, k) in names {
            learner.learn(Instance::Dense(&row(k)), Label::Name(name)).unwrap();
        }
    };
    learn(&mut base, &[("a", 0), ("b", 1)]);
    let (mut one, mut two) = (base.clone(), base.clone());
    learn(&mut one, &[("d", 3), ("c", 2)]);
    learn(&mut two, &[("c", 2), ("d", 3), ("e", 0)]);
    let merged = merge(&base, &[Shard::new(&one), Shard::new(&two)]).unwrap();
    let names: Vec<String> =
        merged.problem().class_names().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["a", "b", "d", "c", "e"]);
    for (name, k) in [("c", 2), ("d", 3)] {
        let answer = merged.predict(Instance::Dense(&row(k))).unwrap().0;
        assert_eq!(answer.to_string(), name);
    }
    // The evidence of a class is the sum of what both shards know of it, each at its own row.
    near(merged.evidence_at(3, 2), one.evidence_at(3, 2) + two.evidence_at(3, 3), 1e-12, "class d");
}

/// Tags are rows, and coordinates too: what follows a tag goes with it.
#[test]
fn transitions_go_with_their_tags() {
    let mut spec = Spec::named("perceptron", "sequence").unwrap();
    spec.readout = Readout::Last;
    let base = spec.build().unwrap();
    let learned = |tags: [&'static str; 2]| {
        let mut learner = base.clone();
        let first = learner.problem().reserved() as u32;
        let parts: Vec<Vec<u32>> = (0..2).map(|t| vec![first + t]).collect();
        let parts: Vec<Instance<'_>> =
            parts.iter().map(|at| Instance::sparse(at, &[1.0]).unwrap()).collect();
        let labels = tags.map(Label::Name);
        for _ in 0..3 {
            learner.learn_parts(&parts, Label::Sequence(&labels), 1.0).unwrap();
        }
        (learner, first)
    };
    let ((one, first), (two, _)) = (learned(["D", "N"]), learned(["N", "D"]));
    let merged = merge(&base, &[Shard::new(&one), Shard::new(&two)]).unwrap();
    // Coordinates of the tag before: 2 + its row.
    for (j, r, swapped) in [(2, 1, (3, 0)), (3, 0, (2, 1)), (0, 0, (0, 1)), (0, 1, (0, 0))] {
        let sum = one.evidence_at(j, r) + two.evidence_at(swapped.0, swapped.1);
        near(merged.evidence_at(j, r), sum, 1e-12, "transition");
    }
    for t in 0..2 {
        let j = first as usize + t;
        near(
            merged.evidence_at(j, 0),
            one.evidence_at(j, 0) + two.evidence_at(j, 1),
            1e-12,
            "token",
        );
    }
}

/// Features of a shard at other places, and the thresholds of ranks, which are none, where they
/// were.
#[test]
fn features_go_to_their_places_and_thresholds_stay() {
    let spec = Spec::named("pa1", "ordinal").unwrap();
    let base = spec.build().unwrap();
    let learned = |x: [f64; 2], ranks: &[f64]| {
        let mut learner = base.clone();
        for y in ranks {
            learner.learn(Instance::Dense(&x), Label::Number(*y)).unwrap();
        }
        learner
    };
    let (one, two) = (learned([1.0, 0.0], &[1.0, 3.0]), learned([0.5, 2.0], &[3.0, 2.0, 1.0]));
    let places = [4, 1];
    let shards = [Shard::new(&one), Shard::new(&two).with_coordinates(&places[..])];
    let merged = merge(&base, &shards).unwrap();
    for (at, expected) in [
        ((4, 0), two.evidence_at(0, 0)),
        ((1, 0), one.evidence_at(1, 0) + two.evidence_at(1, 0)),
        ((0, 0), one.evidence_at(0, 0)),
        ((0, 1), one.evidence_at(0, 1) + two.evidence_at(0, 1)),
        ((1, 1), one.evidence_at(1, 1) + two.evidence_at(1, 1)),
        ((4, 1), 0.0),
    ] {
        near(merged.evidence_at(at.0, at.1), expected, 1e-12, &format!("{at:?}"));
    }
}
