//! What a loss tells a search for the best predictor in hindsight.
//!
//! The step near a guess, the room of a dual variable, its part of the gap.

use crate::support::primal_dual::{BINARY_LOSSES, REGRESSION_LOSSES};
use crate::support::{Rng, near};
use noregret_core::loss::{AnyLoss, Loss};

/// A loss, and z, q, cap and a feasible d, now and then at an end of its domain or at 0.
fn cases() -> impl Iterator<Item = (AnyLoss, [f64; 4])> {
    let mut rng = Rng::new(5);
    let losses = BINARY_LOSSES.into_iter().chain(REGRESSION_LOSSES);
    let losses: Vec<AnyLoss> = losses.map(|text| AnyLoss::parse(text).unwrap()).collect();
    (0..20_000).map(move |_| {
        let loss = losses[rng.below(losses.len())].clone();
        let (z, q, cap) = (3.0 * rng.signed(), 2.0 * rng.unit(), 0.1 + 2.0 * rng.unit());
        let (low, high) = loss.domain();
        let [low, high] = [low, high].map(|end| cap * end.clamp(-3.0, 3.0));
        let ends = [0.0, low, high];
        let d = if rng.unit() < 0.4 { ends[rng.below(3)] } else { low + (high - low) * rng.unit() };
        (loss, [z, q, cap, d])
    })
}

#[test]
fn a_guess_changes_nothing() {
    for (loss, [z, q, cap, guess]) in cases() {
        let (plain, near_guess) = (loss.step(z, q, cap), loss.step_near(z, q, cap, guess));
        near(near_guess, plain, 1e-9, &format!("{loss} at {z}, {q}, {cap}"));
    }
}

#[test]
fn a_dual_variable_with_room_stays_and_any_other_moves() {
    let mut at_rest = 0;
    for (loss, [z, q, cap, d]) in cases().filter(|(_, [_, q, ..])| *q > 1e-3) {
        let (room, best) = (loss.room(z, d, cap), loss.step(z - q * d, q, cap));
        let what = format!("{loss} at {z}, {q}, {cap}, {d}: {room}, {best}");
        if room >= 0.0 {
            at_rest += 1;
            near(best, d, 1e-12, &what);
            // A margin that moves by less than the room changes nothing.
            for moved in [z - 0.999 * room, z + 0.999 * room] {
                near(loss.step(moved - q * d, q, cap), d, 1e-12, &what);
            }
        } else if room < -1e-6 && room.is_finite() {
            assert!((best - d).abs() > 1e-12, "{what}");
        }
    }
    assert!(at_rest > 1000, "only {at_rest} at rest");
}

#[test]
fn the_part_of_the_gap_is_that_of_fenchel_and_young() {
    for (loss, [z, _, cap, d]) in cases() {
        let exact = cap * loss.value(z) - loss.gain(d, cap) + d * z;
        let told = loss.discrepancy(z, d, cap);
        assert!(exact > -1e-12 && told > -1e-12, "{loss}: {exact}, {told}");
        if matches!(loss, AnyLoss::Logistic(_)) {
            // An estimate that is right near the optimum.
            let best = cap * loss.slope(z);
            let (d, close) = (best + 1e-3 * cap * (0.5 * cap - best).signum(), 0.1);
            let exact = cap * loss.value(z) - loss.gain(d, cap) + d * z;
            assert!((loss.discrepancy(z, d, cap) / exact - 1.0).abs() < close, "{loss}");
        } else {
            near(told, exact, 1e-12, &loss.to_string());
        }
    }
}
