//! The lower bound on regret and the upper bound that meets it up to a constant.
//!
//! `S = [-1,1]`, `g_t(w) = sigma_t w`, sigma_t fair signs: whatever the algorithm, the expected
//! regret against the best u is `E|sum sigma_t|`, about `sqrt(2T/pi)`. With `|w - y|`, y = -sigma,
//! on the ball of radius 1 the loss is that one plus 1.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Thm. 3.

use crate::support::Rng;
use crate::support::primal_dual::{build, example, learn, spec};
const T: usize = 256;
const RUNS: usize = 1500;

/// Regret of a run on fair signs, and the largest it may be by the certificate.
fn play(ascent: &str, schedule: &str, seed: u64) -> (f64, f64) {
    let spec = spec("eps-insensitive:epsilon=0", ascent, "ball:radius=1", schedule);
    let (mut learner, mut rng, mut sum) = (build(&spec, 1), Rng::new(seed), 0.0);
    for _ in 0..T {
        let y = if rng.unit() < 0.5 { 1.0 } else { -1.0 };
        sum += y;
        learn(&mut learner, &example(vec![1.0], y));
        assert!(learner.weight(0, 0).abs() <= 1.0);
    }
    // The best u is at an end of the interval, and pays T - |sum|.
    let regret = learner.ledger().loss.value() - (T as f64 - f64::abs(sum));
    (regret, learner.certificate().regret_at.last().unwrap().regret)
}

/// Every algorithm has this expected regret: none can tell anything about the next sign.
#[test]
fn no_algorithm_beats_fair_signs() {
    let expected = (2.0 * T as f64 / std::f64::consts::PI).sqrt();
    let root = (T as f64).sqrt();
    for (ascent, schedule) in [
        ("fixed", format!("fixed:C={}", 1.0 / root)),
        ("exact", "fixed:C=0.01".into()),
        ("fixed", "hinge-sqrt:complexity=0.5".into()),
        ("exact", "strong:sigma=0.5".into()),
    ] {
        let (mut mean, mut square) = (0.0, 0.0);
        for run in 0..RUNS {
            let (regret, certified) = play(ascent, &schedule, 90 + run as u64);
            assert!(regret <= certified + 1e-9, "{ascent} {schedule}: {regret} > {certified}");
            mean += regret / RUNS as f64;
            square += regret * regret / RUNS as f64;
        }
        let error = ((square - mean * mean) / RUNS as f64).sqrt();
        assert!(
            (mean - expected).abs() < 4.0 * error + 0.02,
            "{ascent} {schedule}: {mean} {error}"
        );
        assert!(error < 0.05 * expected, "too few runs to tell");
    }
}

/// `f = w^2/2 <= 1/2`, `c = sqrt T`: `c/2 + T/(2c) = sqrt T` on every sequence, which is
/// `sqrt(pi/2)` times the lower bound.
#[test]
fn the_upper_bound_is_kept_on_every_sequence() {
    let root = (T as f64).sqrt();
    let mut worst: f64 = 0.0;
    for run in 0..RUNS {
        worst = worst.max(play("fixed", &format!("fixed:C={}", 1.0 / root), 9000 + run as u64).0);
    }
    assert!(worst <= root + 1e-9, "{worst} > {root}");
    assert!(worst > 0.9 * root, "{worst}: the bound is nearly reached");
}
