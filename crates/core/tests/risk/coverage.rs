//! Risk bounds fail no more often than they may.
//!
//! Examples come from a finite distribution whose risks are known exactly: an instance is one of K
//! unit vectors, its label +1 with a probability of its own. PA-I never passes the margin 1 on such
//! instances, so weights stay within [-1, 1] and the hinge loss within [0, 2].
//!
//! Reference: Shalev-Shwartz 2007 (thesis), B.3, Thm. 13.

use crate::support::Rng;
use noregret_core::readout::Readout;
use noregret_core::risk::{self, Stop};
use noregret_core::{AnyLearner, Instance, Label, Spec};

const K: usize = 6;
const ROUNDS: u64 = 300;
const REPETITIONS: u64 = 2000;
const DELTA: f64 = 0.05;
/// Largest hinge loss.
const LARGEST: f64 = 2.0;

/// How likely each instance is, and how likely its label is +1.
const INSTANCES: [(f64, f64); K] =
    [(0.3, 0.9), (0.2, 0.2), (0.2, 0.55), (0.15, 0.02), (0.1, 0.7), (0.05, 0.5)];

fn draw(rng: &mut Rng) -> (usize, f64) {
    let (mut left, mut chosen) = (rng.unit(), 0);
    for (i, (share, _)) in INSTANCES.iter().enumerate() {
        chosen = i;
        left -= share;
        if left < 0.0 {
            break;
        }
    }
    (chosen, if rng.chance(INSTANCES[chosen].1) { 1.0 } else { -1.0 })
}

/// The expected loss of weights, given the loss of a margin.
fn risk_of(weights: &[f64], loss: impl Fn(f64) -> f64) -> f64 {
    let one =
        |((share, up), w): (&(f64, f64), &f64)| share * (up * loss(*w) + (1.0 - up) * loss(-*w));
    INSTANCES.iter().zip(weights).map(one).sum()
}

fn mistake(margin: f64) -> f64 {
    f64::from(u8::from(margin <= 0.0))
}

fn hinge(margin: f64) -> f64 {
    (1.0 - margin).max(0.0)
}

fn learner(aggressiveness: f64) -> AnyLearner {
    let mut spec = Spec::named("pa1", "binary").unwrap();
    spec.set_aggressiveness(aggressiveness).unwrap();
    spec.readout = Readout::Average;
    let mut learner = spec.build().unwrap();
    learner.reserve(K);
    learner
}

/// What a run was like; risks are exact.
struct Run {
    mean_mistakes: f64,
    mean_risk: f64,
    /// Mean hinge loss of all rounds but the first.
    mean_hinge: f64,
    average_risk: f64,
    stopped_risk: f64,
}

fn run(seed: u64, aggressiveness: f64) -> Run {
    let (mut rng, mut learner, mut stop) =
        (Rng::new(seed), learner(aggressiveness), Stop::new(seed));
    let (mut mistakes, mut risks, mut hinges, mut stopped) = (0.0, 0.0, 0.0, 0.0);
    for t in 0..ROUNDS {
        let weights: Vec<f64> = (0..K).map(|i| learner.weight(i, 0)).collect();
        risks += risk_of(&weights, mistake);
        if stop.keeps_next() {
            stopped = risk_of(&weights, hinge);
        }
        let (i, y) = draw(&mut rng);
        let mut x = [0.0; K];
        x[i] = 1.0;
        let round = learner.learn(Instance::Dense(&x), Label::Number(y)).unwrap();
        mistakes += f64::from(u8::from(round.mistake));
        hinges += if t > 0 { round.loss } else { 0.0 };
        assert!((round.loss - hinge(y * weights[i])).abs() < 1e-12 && round.loss <= LARGEST);
    }
    let average: Vec<f64> = (0..K).map(|i| learner.answering_weight(i, 0)).collect();
    Run {
        mean_mistakes: mistakes / ROUNDS as f64,
        mean_risk: risks / ROUNDS as f64,
        mean_hinge: hinges / (ROUNDS - 1) as f64,
        average_risk: risk_of(&average, hinge),
        stopped_risk: stopped,
    }
}

/// c = sqrt(T/(2U)) with U = K/2, for which the regret on the hinge loss is at most sqrt(2 U T).
fn tuned() -> (f64, f64) {
    let allowance = K as f64 / 2.0;
    let c = (ROUNDS as f64 / (2.0 * allowance)).sqrt();
    (1.0 / c, (2.0 * allowance * ROUNDS as f64).sqrt())
}

#[test]
fn no_bound_fails_more_often_than_delta() {
    let (aggressiveness, regret) = tuned();
    let least: f64 = INSTANCES.iter().map(|(share, up)| share * 2.0 * up.min(1.0 - up)).sum();
    let stop_bound = least + risk::last(regret / ROUNDS as f64, DELTA);
    let mut failures = [0.0; 3];
    for seed in 0..REPETITIONS {
        let run = run(seed, aggressiveness);
        let ensemble = risk::ensemble(ROUNDS, run.mean_mistakes, DELTA);
        let average = LARGEST * risk::running_average(ROUNDS, run.mean_hinge / LARGEST, DELTA);
        let failed =
            [run.mean_risk > ensemble, run.average_risk > average, run.stopped_risk > stop_bound];
        failures.iter_mut().zip(failed).for_each(|(n, failed)| *n += f64::from(u8::from(failed)));
    }
    let repetitions = REPETITIONS as f64;
    let allowed = DELTA + 3.0 * (DELTA * (1.0 - DELTA) / repetitions).sqrt();
    for failures in failures {
        assert!(failures / repetitions <= allowed, "{failures} of {repetitions}");
    }
}

/// Thm. 9: the mean of the progressive losses is an unbiased estimate of the mean risk.
#[test]
fn the_progressive_error_is_unbiased() {
    let differences: Vec<f64> = (0..REPETITIONS)
        .map(|seed| run(seed, 1.0))
        .map(|run| run.mean_mistakes - run.mean_risk)
        .collect();
    let n = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (n - 1.0);
    assert!(mean.abs() <= 4.0 * (variance / n).sqrt(), "{mean}");
    assert!(variance > 0.0);
}

/// A bound without its excess would fail about every other time: the test above can fail.
#[test]
fn the_progressive_error_alone_is_no_bound() {
    let below = (0..400).map(|seed| run(seed, 1.0)).filter(|r| r.mean_risk > r.mean_mistakes);
    assert!(below.count() > 100);
}
