//! Ordinal regression with a kernel: the thresholds stay plain numbers beside its space.
//!
//! Reference: Amit et al., simultaneous projections, sec. 3.2.

use crate::support::expansion::{EXPLICIT, expansion};
use crate::support::{Rng, at_most, close, near};
use noregret_core::hypothesis::Budget;
use noregret_core::kernel::AnyKernel;
use noregret_core::loss::Loss;
use noregret_core::readout::Readout;
use noregret_core::{AnyLearner, Instance, Label, Outcome, Spec};

const ASCENTS: [&str; 6] = ["exact", "fixed", "simultaneous", "separable", "spread", "bounded"];

fn spec(ascent: &str, kernel: Option<&str>, readout: Readout) -> Spec {
    let mut spec = Spec::named("pa1", "ordinal").unwrap();
    spec.set_aggressiveness(0.4).unwrap();
    spec.ascent = noregret_core::ascent::AnyAscent::parse(ascent).unwrap();
    spec.kernel = kernel.map(|k| AnyKernel::parse(k).unwrap());
    spec.readout = readout;
    spec
}

/// Ranks 1 to 5 by a noisy circle, higher ones only late.
fn stream(rng: &mut Rng, rounds: usize) -> Vec<(Vec<f64>, f64)> {
    let mut one = |t: usize| {
        let x = vec![rng.between(-1.0, 1.0), rng.between(-1.0, 1.0), rng.between(-1.0, 1.0)];
        let square: f64 = x.iter().map(|x| x * x).sum();
        let most = if t < rounds / 4 { 3.0 } else { 5.0 };
        let rank = (1.0 + 3.0 * square + rng.between(-0.3, 0.3)).floor().clamp(1.0, most);
        (x, rank)
    };
    (0..rounds).map(&mut one).collect()
}

fn learn(learner: &mut AnyLearner, x: &[f64], rank: f64) -> Outcome {
    learner.learn(Instance::Dense(x), Label::Number(rank)).unwrap()
}

#[test]
fn the_linear_kernel_is_the_linear_learner() {
    let stream = stream(&mut Rng::new(51), 150);
    for (kernel, map) in EXPLICIT {
        for ascent in ASCENTS {
            for readout in [Readout::Last, Readout::Average, Readout::Linear] {
                let (a, b) = (spec(ascent, Some(kernel), readout), spec(ascent, None, readout));
                let (mut ours, mut theirs) = (a.build().unwrap(), b.build().unwrap());
                for (x, rank) in &stream {
                    let (one, two) =
                        (learn(&mut ours, x, *rank), learn(&mut theirs, &map(x), *rank));
                    near(one.loss, two.loss, 1e-7, ascent);
                    near(one.step, two.step, 1e-7, ascent);
                    let (mine, other) = (
                        ours.predict(Instance::Dense(x)).unwrap(),
                        theirs.predict(Instance::Dense(&map(x))).unwrap(),
                    );
                    near(mine.1, other.1, 1e-7, ascent);
                }
                assert!(ours.ledger().updates > 20, "{ascent}");
                near(ours.lower_bound(2.0), theirs.lower_bound(2.0), 1e-6, ascent);
                for i in 0..4 {
                    let (mine, other) =
                        (ours.answering_weight(i, 1), theirs.answering_weight(i, 1));
                    near(mine, other, 1e-7, "threshold");
                }
                let (tracked, exact) = expansion(&ours).squares();
                close(tracked, exact);
            }
        }
    }
}

/// A Gaussian tells the rings of a circle apart, which no hyperplane does; the bound holds for
/// comparators of the space: scaled answers of the learner itself and thresholds alone.
#[test]
fn a_gaussian_ranks_rings_and_its_bound_holds() {
    let stream = stream(&mut Rng::new(52), 600);
    let (s, line) = (
        spec("exact", Some("gaussian:sigma=0.7"), Readout::Last),
        spec("exact", None, Readout::Last),
    );
    let (mut learner, mut plain) = (s.build().unwrap(), line.build().unwrap());
    let mut mistakes = (0, 0);
    for (t, (x, rank)) in stream.iter().enumerate() {
        let (ours, theirs) = (learn(&mut learner, x, *rank), learn(&mut plain, x, *rank));
        if t >= 300 {
            mistakes.0 += u32::from(ours.mistake);
            mistakes.1 += u32::from(theirs.mistake);
        }
    }
    assert!(2 * mistakes.0 < mistakes.1 * 3 / 2, "{mistakes:?}");
    let thresholds: Vec<f64> = (0..4).map(|i| learner.weight(i, 1)).collect();
    for share in [0.3, 1.0] {
        let lost: f64 = stream
            .iter()
            .map(|(x, rank)| {
                let value = learner.predict(Instance::Dense(x)).unwrap().1;
                let margin = |i: usize| {
                    let side = if (i as f64) < rank - 1.0 { 1.0 } else { -1.0 };
                    side * share * (value - thresholds[i])
                };
                s.loss.value((0..4).map(margin).fold(f64::INFINITY, f64::min))
            })
            .sum();
        let norm = share * (expansion(&learner).squares().1).sqrt() / learner.tradeoff();
        let bound = learner.lower_bound(norm);
        assert!(bound > 0.0);
        at_most(bound, lost, "answers of the learner itself");
    }
}

#[test]
fn a_saved_ranking_goes_on_bit_for_bit() {
    let stream = stream(&mut Rng::new(53), 120);
    for (budget, readout) in [(None, Readout::Average), (Some("9"), Readout::Last)] {
        let mut s = spec("simultaneous", Some("gaussian:sigma=0.7"), readout);
        s.budget = budget.map(|b| Budget::parse(b).unwrap());
        let (mut whole, mut parted) = (s.build().unwrap(), s.build().unwrap());
        for (t, (x, rank)) in stream.iter().enumerate() {
            learn(&mut whole, x, *rank);
            learn(&mut parted, x, *rank);
            if t % 40 == 7 {
                parted = AnyLearner::restore(parted.snapshot(&s)).unwrap();
            }
        }
        assert_eq!(whole.snapshot(&s), parted.snapshot(&s));
        let mut damaged = whole.snapshot(&s);
        damaged.arrays.retain(|(name, _)| name != "unit_lags");
        assert!(AnyLearner::restore(damaged).is_err());
    }
}

#[test]
fn announced_instances_change_nothing() {
    let stream = stream(&mut Rng::new(54), 80);
    let s = spec("exact", Some("gaussian:sigma=0.7"), Readout::Last);
    let (mut ahead, mut alone) = (s.build().unwrap(), s.build().unwrap());
    let instances: Vec<Instance<'_>> = stream.iter().map(|(x, _)| Instance::Dense(x)).collect();
    ahead.expect(&instances, true);
    for (x, rank) in stream.iter().chain(&stream) {
        close(learn(&mut ahead, x, *rank).loss, learn(&mut alone, x, *rank).loss);
    }
}
