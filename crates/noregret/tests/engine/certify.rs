//! `Certification`: no fixed linear predictor of the norm that is spoken about loses less than the
//! floor (Shalev-Shwartz 2007, eq. 2.18: every feasible dual is below every primal), whoever
//! predicted. Comparators are drawn at random, or found in hindsight.

use noregret::choice::Bias;
use noregret::core::replay::hindsight::Goal;
use noregret::train::{Certification, Certified};
use noregret::{Certify, Choice, Silent, Training};
use std::fmt::Write;
use std::path::Path;

const ROWS: usize = 600;
const COLUMNS: usize = 4;

/// splitmix64, mapped to [-1, 1).
fn random(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// Rows, the last number of each a 1 for the constant, and a noisy linear target.
fn made_up(seed: u64) -> Vec<([f64; COLUMNS], f64)> {
    let mut state = seed;
    let mut row = || {
        let mut x = [1.0; COLUMNS];
        x[..COLUMNS - 1].iter_mut().for_each(|x| *x = random(&mut state));
        let noise = 0.7 * random(&mut state);
        (x, 1.5 * x[0] - x[1] + 0.3 + noise)
    };
    (0..ROWS).map(|_| row()).collect()
}

/// The audit of predictions that are half noise.
fn audit(
    folder: &Path,
    rows: &[([f64; COLUMNS], f64)],
    label: fn(f64) -> f64,
    mode: Certify,
) -> Certified {
    let (mut data, mut scores) = (String::new(), String::new());
    for (x, target) in rows {
        writeln!(data, "{} 1:{} 2:{} 3:{}", label(*target), x[0], x[1], x[2]).unwrap();
        writeln!(scores, "{}", target + x[2]).unwrap();
    }
    let [file, predictions] = ["data.svm", "scores.txt"].map(|name| folder.join(name));
    std::fs::write(&file, data).unwrap();
    std::fs::write(&predictions, scores).unwrap();
    let choice = Choice::default().bias(Bias::Value(1.0));
    let training = Training { certify: mode, ..Training::new([file]).choice(choice) };
    Certification::new(training, predictions).run(&mut Silent).unwrap()
}

/// What a predictor loses a row, by definition.
fn lost(loss: &str, u: &[f64], rows: &[([f64; COLUMNS], f64)], label: fn(f64) -> f64) -> f64 {
    let one = |(x, target): &([f64; COLUMNS], f64)| {
        let score: f64 = x.iter().zip(u).map(|(x, u)| x * u).sum();
        let y = label(*target);
        match loss {
            "hinge" => (1.0 - y * score).max(0.0),
            "logistic" => (-y * score).exp().ln_1p(),
            _ => (score - y).powi(2),
        }
    };
    rows.iter().map(one).sum::<f64>() / rows.len() as f64
}

fn sign(target: f64) -> f64 {
    if target > 0.0 { 1.0 } else { -1.0 }
}

#[test]
fn no_predictor_goes_below_the_floor() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 1..6 {
        let rows = made_up(seed);
        for (label, mode) in [
            (sign as fn(f64) -> f64, Certify::Live),
            (sign, Certify::Tight),
            (|target| target, Certify::Live),
            (|target| target, Certify::Tight),
        ] {
            let certified = audit(folder.path(), &rows, label, mode);
            assert_eq!(certified.meter.examples, ROWS as u64);
            assert!(!certified.headroom.is_empty());
            for headroom in &certified.headroom {
                let (floor, norm) = (headroom.floor, headroom.norm);
                assert!(floor > 0.0 && floor <= headroom.found.unwrap(), "{headroom:?}");
                let mut state = seed;
                // Those that point about the right way, the best norms among them.
                for _ in 0..3000 {
                    let guess = [1.5, -1.0, 0.0, 0.3].map(|w| w + 0.6 * random(&mut state));
                    let length = guess.iter().map(|w| w * w).sum::<f64>().sqrt();
                    let scale = norm * (0.5 + 0.5 * random(&mut state)) / length;
                    let u = guess.map(|w| w * scale);
                    let loss = lost(headroom.loss, &u, &rows, label);
                    assert!(loss >= floor, "{loss} of {u:?} is below {headroom:?}");
                }
            }
        }
    }
}

#[test]
fn nor_does_the_best_one_in_hindsight() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, goal) = (made_up(9), Goal { gap: 1e-6, ..Goal::default() });
    for mode in [Certify::Live, Certify::Tight] {
        let certified = audit(folder.path(), &rows, sign, mode);
        let hinge = &certified.headroom[0];
        assert_eq!(hinge.loss, "hinge");
        let mut compared = 0;
        for aggressiveness in [1e-3, 3e-3, 1e-2, 3e-2, 0.1, 1.0, 10.0] {
            let choice = Choice::named("pa1").aggressiveness(aggressiveness);
            let training = Training::new([folder.path().join("data.svm")])
                .choice(choice.bias(Bias::Value(1.0)));
            let best = training.hindsight(&goal, &mut Silent).unwrap().regret;
            if best.complexity <= hinge.norm {
                assert!(best.best_loss / ROWS as f64 >= hinge.floor, "{best:?} {hinge:?}");
                compared += 1;
            }
        }
        assert!(compared >= 2, "{hinge:?}");
        // And the floor is not far below: a predictor of that norm is near it.
        assert!(hinge.found.unwrap() <= 1.06 * hinge.floor, "{hinge:?}");
    }
}

#[test]
fn several_classes_have_a_floor_below_what_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let rows = made_up(3);
    let class = |target: f64| (target + 1.5).clamp(0.0, 2.0).floor();
    let [file, predictions] = ["c.svm", "c.txt"].map(|name| folder.path().join(name));
    let (mut data, mut labels) = (String::new(), String::new());
    for (t, (x, target)) in rows.iter().enumerate() {
        let (right, wrong) = (class(*target), (class(*target) + 1.0) % 3.0);
        writeln!(data, "{right} 1:{} 2:{} 3:{}", x[0], x[1], x[2]).unwrap();
        writeln!(labels, "{}", if t % 5 == 0 { wrong } else { right }).unwrap();
    }
    std::fs::write(&file, data).unwrap();
    std::fs::write(&predictions, labels).unwrap();
    let choice = Choice::default().problem("multiclass");
    let training = Training::new([file]).choice(choice);
    let certified = Certification::new(training, predictions).run(&mut Silent).unwrap();
    assert_eq!(certified.meter.value("mistakes"), Some(ROWS as f64 / 5.0));
    let headroom = &certified.headroom[0];
    assert!(headroom.scaled && headroom.floor > 0.0, "{headroom:?}");
    assert!(headroom.floor <= headroom.found.unwrap(), "{headroom:?}");
}
