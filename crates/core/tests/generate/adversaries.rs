//! Adversaries force the mistakes they promise.
//!
//! The coin and the basis vectors make every learner err in every round, bisection log2 n times;
//! random signs cost everybody sqrt(2T/pi).
//!
//! Reference: Shalev-Shwartz 2007 (thesis), sec. 2.3, Thm. 3 and 4, B.2.

use crate::support::generated::{dot, duel, rows};
use noregret_core::algorithms::ALGORITHMS;
use noregret_core::certificate::mistakes;
use noregret_core::{Instance, Label, Spec};

/// The algorithms for two classes.
fn binary() -> Vec<&'static str> {
    let fits = |name: &&str| Spec::named(name, "binary").and_then(|spec| spec.build()).is_ok();
    let names: Vec<&str> = ALGORITHMS.iter().map(|row| row.name).filter(fits).collect();
    assert!(names.len() > 10, "{names:?}");
    names
}

#[test]
fn every_learner_errs_in_every_round() {
    for name in binary() {
        for generator in ["coin", "basis"] {
            let (rows, mistakes) = duel(generator, name, 40);
            assert_eq!((rows.len(), mistakes), (40, 40), "{generator} against {name}");
        }
        let (rows, _) = duel("coin", name, 41);
        let positive = rows.iter().filter(|row| row.label > 0.0).count();
        assert!(positive.min(41 - positive) <= 20, "the better constant has half at most");
        for j in 1..=12 {
            let size = 1u64 << j;
            let (rows, mistakes) = duel(&format!("thresholds:size={size}"), name, 1000);
            assert_eq!((rows.len(), mistakes), (j, j as u64), "{name} {size}");
        }
    }
}

/// The rows written against a learner make a fresh learner of the same kind err as often.
#[test]
fn the_rows_are_the_adversary() {
    for name in binary() {
        let (rows, mistakes) = duel("thresholds:size=256", name, 100);
        let mut learner = Spec::named(name, "binary").unwrap().build().unwrap();
        let mut again = 0;
        for row in &rows {
            let round = learner.learn(row.instance(), Label::Number(row.label)).unwrap();
            again += u64::from(round.mistake);
        }
        assert_eq!(again, mistakes, "{name}");
    }
}

/// Thm. 4: u loses nothing, `|u|^2 = T`, X = 1, and the Perceptron makes exactly `X^2 |u|^2`
/// mistakes: Cor. 5 is tight.
#[test]
fn the_perceptron_bound_is_reached() {
    for len in [1, 7, 100] {
        let (rows, mistakes) = duel("basis", "perceptron", len);
        let u: Vec<f64> = rows.iter().map(|row| row.label).collect();
        assert!(rows.iter().all(|row| row.label * dot(row, &u) >= 1.0));
        let square = Instance::Dense(&u).square();
        assert_eq!((square, mistakes), (len as f64, len as u64));
        let u = mistakes::Comparator { norm: square.sqrt(), margin: 1.0, loss: 0.0 };
        let bound = mistakes::perceptron(&u, 1.0);
        assert!((bound - mistakes as f64).abs() < 1e-9, "{bound} {mistakes}");
    }
}

/// Example 6: some threshold fits all answers.
#[test]
fn a_threshold_fits_the_bisection() {
    for name in ["perceptron", "pa", "winnow", "arow"] {
        let (rows, _) = duel("thresholds:size=64", name, 100);
        let fits = |i: usize| {
            let side = |x: f64| if x <= i as f64 { 1.0 } else { -1.0 };
            rows.iter().all(|row| side(row.values[0] * 64.0) == row.label)
        };
        assert_eq!((1..=64).filter(|&i| fits(i)).count(), 1, "{name}");
    }
}

/// Thm. 3 by simulation: with w kept in [-1, 1] the losses `1 - y w` of any learner exceed those of
/// the best constant by `E|sum y|` in expectation, which is near `sqrt(2T/pi)`.
#[test]
fn random_signs_cost_everybody_the_same() {
    let (len, runs) = (400, 300);
    for name in ["perceptron", "pa1", "adagrad"] {
        let mut regrets = Vec::new();
        for seed in 0..runs {
            let mut learner = Spec::named(name, "binary").unwrap().build().unwrap();
            let (mut lost, mut sum) = (0.0, 0.0_f64);
            for row in rows("signs", seed, len) {
                let (_, score) = learner.predict(row.instance()).unwrap();
                lost += 1.0 - row.label * score.clamp(-1.0, 1.0);
                sum += row.label;
                learner.learn(row.instance(), Label::Number(row.label)).unwrap();
            }
            regrets.push(lost - (len as f64 - sum.abs()));
        }
        let mean = regrets.iter().sum::<f64>() / runs as f64;
        let spread = regrets.iter().map(|r| (r - mean).powi(2)).sum::<f64>() / runs as f64;
        let deviation = (spread / runs as f64).sqrt();
        let expected = (2.0 * len as f64 / std::f64::consts::PI).sqrt();
        assert!((mean - expected).abs() < 4.0 * deviation, "{name} {mean} {expected} {deviation}");
    }
}
