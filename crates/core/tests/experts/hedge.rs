//! Hedge against explicit weights and the best expert, on random and on hostile losses.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Lemma 1, Cor. 1, 2 and 4; Freund & Schapire 1997.

use crate::support::Rng;
use noregret_core::experts::{Hedge, Rate};

const ROUNDS: u64 = 400;

/// How losses come about, given the weights they will meet.
#[derive(Clone, Copy, Debug)]
enum World {
    /// Independent; expert 0 is a little better.
    Random,
    /// The heaviest expert loses 1, the others nothing.
    Hostile,
    /// Half the experts lose, then the other half.
    Alternating,
    /// Expert 1 never loses.
    Easy,
}

const WORLDS: [World; 4] = [World::Random, World::Hostile, World::Alternating, World::Easy];

fn losses(world: World, weights: &[f64], t: u64, rng: &mut Rng) -> Vec<f64> {
    let heaviest = weights.iter().copied().fold(0.0, f64::max);
    let one = |i: usize| match world {
        World::Random => rng.unit() * if i == 0 { 0.9 } else { 1.0 },
        World::Hostile => f64::from(u8::from(weights[i] == heaviest)),
        World::Alternating => f64::from(u8::from((i as u64 + t).is_multiple_of(2))),
        World::Easy => f64::from(u8::from(i != 1 && rng.chance(0.5))),
    };
    (0..weights.len()).map(one).collect()
}

fn rates(experts: usize) -> [Rate; 5] {
    let horizon = Rate::horizon(experts, ROUNDS);
    [horizon, Rate::Fixed(0.7), Rate::Rounds(1.0), Rate::Losses(1.0), Rate::Adaptive]
}

#[test]
fn regret_is_exact_and_every_bound_holds_in_every_round() {
    for n in [1, 2, 5, 30] {
        for world in WORLDS {
            for rate in rates(n) {
                let mut rng = Rng::new(n as u64);
                let mut hedge = Hedge::new(n, rate).unwrap();
                let (mut own, mut totals) = (0.0, vec![0.0; n]);
                for t in 0..ROUNDS {
                    let weights = hedge.weights();
                    let losses = losses(world, &weights, t, &mut rng);
                    own += weights.iter().zip(&losses).map(|(w, l)| w * l).sum::<f64>();
                    totals.iter_mut().zip(&losses).for_each(|(sum, l)| *sum += l);
                    hedge.learn(&losses).unwrap();
                    let best = totals.iter().copied().fold(f64::INFINITY, f64::min);
                    let known = hedge.certificate();
                    let about = format!("{n} {world:?} {rate:?} {t}: {known:?}");
                    assert!((known.regret - (own - best)).abs() < 1e-9, "{about}");
                    let first = totals.iter().position(|total| *total == best);
                    assert_eq!(Some(known.best), first, "{about}");
                    assert!(known.regret <= known.proved + 1e-9, "{about}");
                    assert!(known.proved <= known.promised + 1e-9, "{about}");
                    let u = rng.simplex(n);
                    let other: f64 = u.iter().zip(&totals).map(|(u, l)| u * l).sum();
                    assert!((hedge.regret(&u) - (own - other)).abs() < 1e-9, "{about}");
                    assert!(hedge.regret(&u) <= known.regret + 1e-9, "{about}");
                }
            }
        }
    }
}

#[test]
fn the_horizon_keeps_the_printed_bound() {
    for n in [2, 8, 100] {
        for world in WORLDS {
            let mut rng = Rng::new(5);
            let mut hedge = Hedge::new(n, Rate::horizon(n, ROUNDS)).unwrap();
            for t in 0..ROUNDS {
                let losses = losses(world, &hedge.weights(), t, &mut rng);
                hedge.learn(&losses).unwrap();
            }
            let printed = (2.0 * ROUNDS as f64 * (n as f64).ln()).sqrt();
            assert!(hedge.certificate().regret <= printed, "{n} {world:?}");
        }
    }
}

#[test]
fn weights_are_the_softmax_of_the_losses() {
    let mut rng = Rng::new(3);
    for c in [0.05, 1.0, 40.0] {
        let mut hedge = Hedge::new(6, Rate::Fixed(c)).unwrap();
        let mut totals = [0.0; 6];
        for _ in 0..100 {
            let losses: Vec<f64> = (0..6).map(|_| rng.between(-2.0, 3.0)).collect();
            totals.iter_mut().zip(&losses).for_each(|(sum, l)| *sum += l);
            hedge.learn(&losses).unwrap();
            let least = totals.iter().copied().fold(f64::INFINITY, f64::min);
            let raw: Vec<f64> = totals.iter().map(|l| ((least - l) / c).exp()).collect();
            let sum: f64 = raw.iter().sum();
            for (w, raw) in hedge.weights().iter().zip(&raw) {
                assert!((w - raw / sum).abs() < 1e-12);
            }
        }
    }
}

/// c of the rates that change it, written out from the losses alone.
#[test]
fn rates_choose_the_printed_c() {
    for n in [2, 6] {
        let complexity = (n as f64).ln();
        for (number, rate) in
            [Rate::Rounds(2.0), Rate::Losses(2.0), Rate::Adaptive].into_iter().enumerate()
        {
            let mut rng = Rng::new(31);
            let mut hedge = Hedge::new(n, rate).unwrap();
            let (mut totals, mut own, mut missed) = (vec![0.0; n], 0.0, 0.0);
            for t in 1..=60 {
                let c = match number {
                    0 => 2.0 * (f64::from(t) / (8.0 * complexity)).sqrt(),
                    1 => 8f64.powf(0.25) * (2.0 / (2.0 * complexity) * (2.0 + own)).sqrt(),
                    _ => missed / complexity,
                };
                let weights = hedge.weights();
                let least = totals.iter().copied().fold(f64::INFINITY, f64::min);
                let raw = |l: &f64| if c > 0.0 { ((least - l) / c).exp() } else { 1.0 };
                let sum: f64 = totals.iter().map(raw).sum();
                for (w, total) in weights.iter().zip(&totals) {
                    assert!((w - raw(total) / sum).abs() < 1e-9, "{rate:?} round {t}");
                }
                let losses: Vec<f64> = (0..n).map(|_| 2.0 * rng.unit()).collect();
                let loss: f64 = weights.iter().zip(&losses).map(|(w, l)| w * l).sum();
                let mixed: f64 = weights.iter().zip(&losses).map(|(w, l)| w * (-l / c).exp()).sum();
                // While c is 0 the dual gains what the least total grows.
                let first = losses.iter().copied().fold(f64::INFINITY, f64::min);
                missed += loss - if c > 0.0 { -c * mixed.ln() } else { first };
                own += loss;
                totals.iter_mut().zip(&losses).for_each(|(sum, l)| *sum += l);
                hedge.learn(&losses).unwrap();
            }
        }
    }
}

/// The promises of the table in the module, each from the numbers it speaks of.
#[test]
fn promises_are_as_printed() {
    let n = 5;
    let (complexity, rounds) = ((n as f64).ln(), 50.0);
    let run = |rate: Rate, scale: f64| {
        let (mut rng, mut hedge) = (Rng::new(12), Hedge::new(n, rate).unwrap());
        let (mut squares, mut largest) = (0.0, 0.0_f64);
        for _ in 0..50 {
            let losses: Vec<f64> = (0..n).map(|_| scale * rng.unit()).collect();
            let most = losses.iter().copied().fold(0.0, f64::max);
            let range = most - losses.iter().copied().fold(f64::INFINITY, f64::min);
            (squares, largest) = (squares + range * range, largest.max(range));
            hedge.learn(&losses).unwrap();
        }
        (hedge.certificate(), squares, largest)
    };
    let (known, squares, _) = run(Rate::Fixed(1.5), 3.0);
    let fixed = 1.5 * complexity + squares / (8.0 * 1.5);
    assert!((known.promised - fixed).abs() < 1e-9, "{known:?}");
    let (known, ..) = run(Rate::Rounds(3.0), 3.0);
    let sqrt = 3.0 / 8f64.sqrt() * 3.0 * (rounds * complexity).sqrt();
    assert!((known.promised - sqrt).abs() < 1e-9, "{known:?} {sqrt}");
    let (known, ..) = run(Rate::Losses(3.0), 3.0);
    let allowance = 3.0 * complexity / 2.0;
    let root = 2.0 * 8f64.powf(0.25) * (allowance * (known.best_loss + 3.0)).sqrt();
    let losses = root + 4.0 * 8f64.sqrt() * allowance;
    assert!((known.promised - losses).abs() < 1e-9, "{known:?} {losses}");
    let (known, _, largest) = run(Rate::Adaptive, 3.0);
    let adaptive = largest * ((rounds * complexity).sqrt() + 4.0 / 3.0 * complexity + 2.0);
    assert!((known.promised - adaptive).abs() < 1e-9, "{known:?} {adaptive}");
}

/// Neither units nor a loss that all share change what the adaptive rate does.
#[test]
fn the_adaptive_rate_knows_no_units() {
    let (mut plain, mut moved) =
        (Hedge::new(4, Rate::Adaptive).unwrap(), Hedge::new(4, Rate::Adaptive).unwrap());
    let mut rng = Rng::new(11);
    for _ in 0..300 {
        let losses: Vec<f64> = (0..4).map(|i| rng.unit() + 0.05 * f64::from(i)).collect();
        let shift = rng.between(-5.0, 5.0);
        let other: Vec<f64> = losses.iter().map(|l| 1e4 * (l + shift)).collect();
        plain.learn(&losses).unwrap();
        moved.learn(&other).unwrap();
        for (a, b) in plain.weights().iter().zip(moved.weights()) {
            assert!((a - b).abs() < 1e-6);
        }
    }
    let (plain, moved) = (plain.certificate(), moved.certificate());
    assert!((moved.regret / plain.regret / 1e4 - 1.0).abs() < 1e-6);
    assert!(moved.regret <= moved.proved && moved.proved <= moved.promised);
}

/// Self-tuned rates against the best fixed c in hindsight: not far behind, and far ahead of their
/// promise on easy losses.
#[test]
fn self_tuned_rates_are_near_the_best_c() {
    let play = |rate: Rate, world: World| {
        let (mut rng, mut hedge) = (Rng::new(2), Hedge::new(10, rate).unwrap());
        for t in 0..ROUNDS {
            let losses = losses(world, &hedge.weights(), t, &mut rng);
            hedge.learn(&losses).unwrap();
        }
        hedge.certificate()
    };
    for world in [World::Random, World::Easy] {
        let grid = (-8..8).map(|k| play(Rate::Fixed(2f64.powi(k)), world).loss);
        let best = grid.fold(f64::INFINITY, f64::min);
        for rate in [Rate::Rounds(1.0), Rate::Losses(1.0), Rate::Adaptive] {
            let known = play(rate, world);
            assert!(
                known.loss - best <= 0.5 * known.promised,
                "{world:?} {rate:?} {known:?} {best}"
            );
        }
    }
    let easy = play(Rate::Adaptive, World::Easy);
    assert!(easy.regret < 6.0 && easy.promised > 30.0, "{easy:?}");
    let easy = play(Rate::Losses(1.0), World::Easy);
    assert!(easy.regret < easy.promised && easy.promised < 25.0, "{easy:?}");
}

#[test]
fn odd_losses_are_refused_and_leave_no_trace() {
    assert!(Hedge::new(0, Rate::Adaptive).is_err());
    assert!(Hedge::new(2, Rate::Fixed(-1.0)).is_err());
    assert!(Hedge::new(2, Rate::Rounds(0.0)).is_err());
    for (rate, odd) in [
        (Rate::Adaptive, [f64::NAN, 0.0]),
        (Rate::Adaptive, [f64::INFINITY, 0.0]),
        (Rate::Rounds(1.0), [0.0, 1.5]),
        (Rate::Rounds(1.0), [-1.0, 0.5]),
        (Rate::Losses(1.0), [-0.1, 0.5]),
        (Rate::Losses(1.0), [0.0, 1.1]),
    ] {
        let mut hedge = Hedge::new(2, rate).unwrap();
        hedge.learn(&[0.0, 1.0]).unwrap();
        let before = hedge.clone();
        assert!(hedge.learn(&odd).is_err());
        assert!(hedge.learn(&[0.5]).is_err());
        assert_eq!(hedge, before);
    }
    let mut hedge = Hedge::new(2, Rate::Rounds(1.0)).unwrap();
    hedge.learn(&[7.0, 7.5]).unwrap();
}

#[test]
fn the_state_survives_being_written() {
    let (mut rng, mut hedge) = (Rng::new(8), Hedge::new(3, Rate::Adaptive).unwrap());
    for _ in 0..50 {
        hedge.learn(&rng.vector(3)).unwrap();
    }
    let text = serde_json::to_string(&hedge).unwrap();
    assert_eq!(serde_json::from_str::<Hedge>(&text).unwrap(), hedge);
}
