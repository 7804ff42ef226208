//! Risk bounds as functions: known values, order, and what they are made of.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), B.3, Lemmas 21 and 22, Thm. 11-13, Cor. 8.

use crate::support::Rng;
use noregret_core::risk::{self, Regret, Stop};

#[test]
fn theorem_13_has_its_known_value() {
    assert!((risk::ensemble(1000, 0.1, 0.05) - 0.1927).abs() < 5e-5);
    // 3 ln(103/0.05)/100.
    assert!((risk::ensemble(100, 0.0, 0.05) - 0.228_913_838).abs() < 1e-9);
    assert_eq!(risk::ensemble(0, 0.0, 0.05), 1.0);
    assert_eq!(risk::ensemble(10, 0.9, 0.05), 1.0, "a risk is at most 1");
}

#[test]
fn bounds_tighten_with_rounds_and_loosen_with_confidence() {
    for loss in [0.0, 0.01, 0.3] {
        for rounds in [100, 1000, 100_000] {
            let bound = risk::ensemble(rounds, loss, 0.05);
            assert!(bound >= loss && risk::ensemble(rounds, loss, 0.01) >= bound);
            assert!(risk::ensemble(10 * rounds, loss, 0.05) <= bound);
            assert!(risk::running_average(rounds, loss, 0.05) >= bound - 1e-3);
        }
        assert!(risk::ensemble(1_000_000_000, loss, 0.05) - loss < 1e-3);
        assert!(risk::running_average(1_000_000_000, loss, 0.05) - loss < 1e-3);
    }
    assert_eq!(risk::running_average(1, 0.0, 0.5), 1.0);
    // One of 1001 hypotheses was not tested, and may be wrong about everything.
    let average = (1000.0 * risk::ensemble(1000, 0.1, 0.05) + 1.0) / 1001.0;
    assert!((risk::running_average(1001, 0.1, 0.05) - average).abs() < 1e-12);
    let one = risk::validated(0.2, 1, 1000, 0.05);
    assert!((one - (0.2 + (20f64.ln() / 2000.0).sqrt())).abs() < 1e-12);
    assert!(risk::validated(0.2, 3, 1000, 0.05) > one);
    assert_eq!(risk::validated(0.2, 3, 0, 0.05), 1.0);
}

#[test]
fn odd_probabilities_are_refused() {
    for odd in [0.0, 1.0, -0.1, 2.0, f64::NAN] {
        assert!(risk::check_delta(odd).is_err());
    }
    assert_eq!(risk::check_delta(0.05), Ok(0.05));
}

/// Lemma 21 and Thm. 11 at r* = 0.1, T = 1000, delta = 0.05, mu = 1, nu = 2, worked out by hand.
#[test]
fn bounds_against_the_least_risk_have_their_known_values() {
    assert!((risk::best_loss(0.1, 1000.0, 0.05) - 0.126_474_623).abs() < 1e-9);
    let regret = Regret { root: 1.0, rest: 2.0 };
    assert!((risk::expected(0.1, 1000.0, regret) - 0.067_447_494).abs() < 1e-9);
}

/// Lemma 22 is Lemma 21 put into the regret bound, relaxed.
#[test]
fn lemma_22_covers_what_lemma_21_gives() {
    let mut rng = Rng::new(4);
    for _ in 0..2000 {
        let (least, rounds) = (rng.unit(), rng.magnitude(10.0, 1e6).ceil());
        let (delta, regret) = (
            rng.magnitude(1e-6, 0.5),
            Regret { root: rng.magnitude(1e-2, 10.0), rest: rng.magnitude(1e-2, 100.0) },
        );
        let best = rounds * risk::best_loss(least, rounds, delta);
        let exact = (best + regret.root * best.sqrt() + regret.rest) / rounds;
        let printed = risk::progressive(least, rounds, delta, regret);
        assert!(printed >= exact - 1e-12, "{least} {rounds} {delta} {regret:?}");
    }
}

/// Thm. 11 integrates Lemma 22 over delta: the tail sum that the constant e stands for.
#[test]
fn theorem_11_covers_the_integral_of_lemma_22() {
    let mut rng = Rng::new(6);
    for _ in 0..200 {
        let (least, rounds) = (rng.unit(), rng.magnitude(10.0, 1e6).ceil());
        let regret = Regret { root: rng.magnitude(1e-2, 10.0), rest: rng.magnitude(1e-2, 100.0) };
        let excess = |delta: f64| risk::progressive(least, rounds, delta, regret) - least;
        // E[M] - r* <= integral over delta in (0,1) of the bound at delta, by steps of e^-s.
        let steps = (0..60).map(|k| {
            let (high, low) = ((-f64::from(k)).exp(), (-f64::from(k + 1)).exp());
            (high - low) * excess(low)
        });
        let sum: f64 = steps.sum();
        assert!(risk::expected(least, rounds, regret) >= sum, "{least} {rounds} {regret:?}");
    }
    assert!((risk::last(0.01, 0.1) - 0.1).abs() < 1e-15);
    assert!((risk::amplified(0.01) - 0.01 * 1f64.exp()).abs() < 1e-15);
}

#[test]
fn a_bounded_domain_has_the_constants_of_corollary_4() {
    let regret = Regret::bounded_domain(0.5, 2.0, 4.0);
    assert!((regret.root - 3.3636).abs() < 1e-4);
    assert!((regret.rest - (2.0 * 3.3636 + 11.3137)).abs() < 1e-3);
}

/// All rounds are equally likely to be the one that is kept, whatever their number.
#[test]
fn a_random_stop_is_uniform() {
    let (rounds, runs) = (8, 16_000);
    let mut seen = vec![0; rounds];
    for seed in 0..runs {
        let mut stop = Stop::new(seed);
        let keeps: Vec<bool> = (0..rounds).map(|_| stop.keeps_next()).collect();
        assert!(keeps[0]);
        let last = keeps.iter().rposition(|k| *k).unwrap();
        assert_eq!(stop.kept(), last as u64 + 1);
        seen[last] += 1;
    }
    let share = runs as f64 / rounds as f64;
    let far = seen.iter().map(|&n| (f64::from(n) - share).powi(2) / share).sum::<f64>();
    assert!(far < 24.3, "chi squared, 7 degrees, 1 in 1000: {far} {seen:?}");
}

#[test]
fn examples_are_dealt_out_evenly() {
    assert_eq!([0.05, 0.5, 0.99].map(risk::blocks), [3, 1, 1]);
    let folds: Vec<Option<usize>> = (0..10).map(|number| risk::fold(number, 3)).collect();
    let dealt =
        [Some(0), Some(1), Some(2), Some(0), None, Some(1), Some(2), Some(0), Some(1), None];
    assert_eq!(folds, dealt);
}
