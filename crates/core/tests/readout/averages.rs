//! The two averages against explicit means: round t counts once, or t times.

use crate::support::{Rng, basis, near};
use noregret_core::algorithms::ALGORITHMS;
use noregret_core::geometry::AnyGeometry;
use noregret_core::kernel::AnyKernel;
use noregret_core::readout::Readout;
use noregret_core::schedule::AnySchedule;
use noregret_core::snapshot::Snapshot;
use noregret_core::{AnyLearner, Batch, Example, Instance, Label, Spec};

const N: usize = 4;

/// Every published name, for every problem of one part that can be averaged.
fn specs() -> Vec<Spec> {
    let problems = ["binary", "multiclass", "one-vs-rest", "regression"];
    let each = ALGORITHMS.iter().flat_map(|row| problems.iter().filter_map(|p| row.spec(p).ok()));
    let found: Vec<Spec> = each.collect();
    assert!(found.len() > 50, "{}", found.len());
    found
}

/// A composition in every geometry, with a trade-off that stays and one that does not.
fn in_every_geometry() -> Vec<Spec> {
    let mut all = Vec::new();
    for entry in AnyGeometry::entries() {
        for more in ["", ":joint=true", ":scale=true", ":scale=false"] {
            let Ok(geometry) = AnyGeometry::parse(&format!("{}{more}", entry.name)) else {
                continue;
            };
            for problem in ["binary", "multiclass"] {
                for schedule in ["fixed:C=0.8", "sqrt", "mistakes"] {
                    let mut s = Spec::named("pa1", problem).unwrap();
                    s.geometry = geometry.clone();
                    s.schedule = AnySchedule::parse(schedule).unwrap();
                    let averaged = Spec { readout: Readout::Average, ..s.clone() };
                    all.extend(averaged.check().is_ok().then_some(s));
                }
            }
        }
    }
    assert!(all.len() > 40, "{}", all.len());
    all
}

/// Noisy, so that weights keep moving; the third class comes late.
fn example(s: &Spec, rng: &mut Rng, t: usize) -> (Vec<f64>, f64) {
    let x = rng.vector(N);
    let score = x[0] - 0.5 * x[1] + 0.4 * rng.signed();
    let y = match s.problem.name() {
        "regression" => score,
        "binary" => score.signum(),
        _ if t > 25 && x[2] > 0.4 => 2.0,
        _ => f64::from(score > 0.0),
    };
    (x, y)
}

fn learn(learner: &mut AnyLearner, (x, y): &(Vec<f64>, f64)) {
    learner.learn(Instance::Dense(x), Label::Number(*y)).unwrap();
}

/// The mean of the scores of every round's hypothesis, kept by a twin that answers with its last
/// weights.
struct Explicit {
    twin: AnyLearner,
    probes: Vec<Vec<f64>>,
    sums: Vec<Vec<f64>>,
    total: f64,
    power: u32,
}

impl Explicit {
    fn new(s: &Spec, power: u32, rng: &mut Rng) -> Self {
        let twin = Spec { readout: Readout::Last, ..s.clone() }.build().unwrap();
        let probes: Vec<Vec<f64>> = (0..3).map(|_| rng.vector(N)).collect();
        Explicit { twin, sums: vec![Vec::new(); probes.len()], probes, total: 0.0, power }
    }

    fn learn(&mut self, e: &(Vec<f64>, f64), round: usize) {
        learn(&mut self.twin, e);
        let share = (round as f64).powi(self.power as i32);
        self.total += share;
        for (probe, sums) in self.probes.iter().zip(&mut self.sums) {
            let scores = self.twin.scores(Instance::Dense(probe)).unwrap();
            sums.resize(scores.len(), 0.0);
            sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += share * score);
        }
    }

    fn check(&self, averaged: &AnyLearner, what: &str) {
        for (probe, sums) in self.probes.iter().zip(&self.sums) {
            let scores = averaged.scores(Instance::Dense(probe)).unwrap();
            assert_eq!(scores.len(), sums.len(), "{what}");
            let asked = [Example::new(Instance::Dense(probe), Label::None)];
            let mut many = Vec::new();
            averaged.predict_many(Batch::Examples(&asked), |_, answer| {
                many.extend_from_slice(answer.unwrap().scores());
            });
            assert_eq!(many.len(), sums.len(), "{what}");
            for ((score, sum), other) in scores.iter().zip(sums).zip(&many) {
                near(*score, sum / self.total, 1e-9, what);
                near(*score, *other, 1e-9, what);
            }
        }
    }
}

fn compare(s: &Spec, rounds: usize, rng: &mut Rng) {
    for (readout, power) in [(Readout::Average, 0), (Readout::Linear, 1)] {
        let s = Spec { readout, ..s.clone() };
        let what = format!("{} {} {readout:?} {:?}", s.algorithm, s.problem, s.kernel);
        let mut averaged = s.build().unwrap();
        let mut explicit = Explicit::new(&s, power, rng);
        for t in 1..=rounds {
            let e = example(&s, rng, t);
            learn(&mut averaged, &e);
            explicit.learn(&e, t);
            if t == rounds / 2 {
                let state = averaged.snapshot(&s);
                averaged = AnyLearner::restore(state.clone()).unwrap();
                assert!(averaged.snapshot(&s) == state, "{what}");
            }
            if t.is_power_of_two() || t == rounds {
                explicit.check(&averaged, &format!("{what} round {t}"));
            }
        }
    }
}

#[test]
fn averages_are_the_means_of_all_hypotheses() {
    let mut rng = Rng::new(351);
    // Rows that are multiplied each by itself keep no average.
    let averages = |s: &Spec| Spec { readout: Readout::Average, ..s.clone() }.check().is_ok();
    for s in specs().into_iter().filter(averages) {
        compare(&s, 90, &mut rng);
        for kernel in ["linear", "gaussian", "polynomial"] {
            let spec = Spec { kernel: Some(AnyKernel::parse(kernel).unwrap()), ..s.clone() };
            // OptSolv works on inner products of instances, not of a kernel.
            let euclid = matches!(spec.geometry, AnyGeometry::Euclid(_));
            if spec.check().is_ok() || euclid && spec.algorithm != "optsolv" {
                compare(&spec, 40, &mut rng);
            }
        }
    }
}

#[test]
fn averages_are_means_in_every_geometry() {
    let mut rng = Rng::new(353);
    for s in in_every_geometry() {
        compare(&s, 120, &mut rng);
    }
}

/// ROMMA multiplies old weights every round, exponential weights lose to one that grows: long runs
/// keep their digits.
#[test]
fn long_runs_keep_their_digits() {
    for name in ["romma", "romma-aggressive", "pa1", "eg", "adagrad-scaled"] {
        compare(&Spec::named(name, "binary").unwrap(), 30_000, &mut Rng::new(352));
    }
}

/// Features come late, one by one, and a label that is refused leaves no trace.
#[test]
fn late_features_count_from_their_first_round_on() {
    for s in in_every_geometry() {
        let s = Spec { readout: Readout::Average, ..s };
        let what = s.geometry.to_string();
        let mut averaged = s.build().unwrap();
        let mut twin = Spec { readout: Readout::Last, ..s.clone() }.build().unwrap();
        let (mut rng, mut sums, rounds) = (Rng::new(354), [0.0; 30], 60);
        for t in 0..rounds {
            let (a, b) = (rng.below(1 + t / 2) as u32, (1 + t / 2) as u32 % 30);
            let indices = if a == b { vec![a] } else { vec![a.min(b), a.max(b)] };
            let values: Vec<f64> = indices.iter().map(|_| rng.between(-1.0, 2.0)).collect();
            let x = Instance::Sparse { indices: &indices, values: &values };
            let y = Label::Number(if rng.chance(0.5) { 1.0 } else { 0.0 } * 2.0 - 1.0);
            averaged.learn(x, y).unwrap();
            twin.learn(x, y).unwrap();
            let before = averaged.snapshot(&s);
            let far = Instance::Sparse { indices: &[40], values: &[3.0] };
            assert!(averaged.learn(far, Label::Each(&[1.0, 1.0])).is_err());
            assert!(averaged.snapshot(&s) == before, "{what}");
            for (j, sum) in sums.iter_mut().enumerate() {
                *sum += twin.weight(j, 0);
            }
            if t % 20 == 9 {
                averaged = AnyLearner::restore(before).unwrap();
            }
        }
        for (j, sum) in sums.iter().enumerate() {
            near(averaged.answering_weight(j, 0), sum / rounds as f64, 1e-9, &what);
        }
    }
}

/// Exponential weights by hand: of two features the first gains, the second keeps its share.
#[test]
fn exponential_weights_by_hand() {
    let mut s = Spec::named("eg", "binary").unwrap();
    s.readout = Readout::Average;
    let mut learner = s.build().unwrap();
    let mut last = Spec { readout: Readout::Last, ..s }.build().unwrap();
    let mut sum = 0.0;
    for _ in 0..3 {
        learn(&mut learner, &(vec![1.0, 0.0], 1.0));
        learn(&mut last, &(vec![1.0, 0.0], 1.0));
        sum += last.weight(0, 0);
    }
    assert!(last.weight(0, 0) > sum / 3.0 && sum / 3.0 > 0.0);
    near(learner.answering_weight(0, 0), sum / 3.0, 1e-12, "by hand");
}

/// The last round weighs twice its plain share, the first next to nothing.
#[test]
fn three_rounds_by_hand() {
    for (readout, expected) in [
        (Readout::Average, [1.0, 2.0 / 3.0, 1.0 / 3.0]),
        (Readout::Linear, [1.0, 5.0 / 6.0, 3.0 / 6.0]),
    ] {
        let mut s = Spec::named("perceptron", "binary").unwrap();
        s.readout = readout;
        let mut learner = s.build().unwrap();
        for j in 0..3 {
            learn(&mut learner, &(basis(3, j), 1.0));
        }
        for (j, e) in expected.into_iter().enumerate() {
            near(learner.answering_weight(j, 0), e, 1e-15, "by hand");
        }
    }
}

/// A model with a plain average is written as it always was.
#[test]
fn plain_averages_are_saved_as_before() {
    let mut s = Spec::named("pa1", "binary").unwrap();
    s.readout = serde_json::from_str("\"average\"").unwrap();
    assert_eq!(s.readout, Readout::Average);
    let mut learner = s.build().unwrap();
    learn(&mut learner, &(vec![1.0, 2.0], 1.0));
    let Snapshot { scalars, .. } = learner.snapshot(&s);
    let average = scalars["hypothesis"]["average"].as_object().unwrap();
    assert_eq!(average.keys().map(String::as_str).collect::<Vec<_>>(), ["reach", "rounds"]);
}
