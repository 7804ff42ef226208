//! Every loss against its definition.
//!
//! Slope and convexity by finite differences, the dual gain as the infimum `inf_z cap phi(z) + d z`
//! (Fenchel-Young), the exact step as the maximiser of `-d z + gain(d, cap) - q d^2/2`, found once
//! more by slow search in the dual and in the primal.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), A.3.1, Eq. A.5.

use crate::support::{Rng, near};
use noregret_core::loss::{AnyLoss, Loss};

/// Every loss of the registry, at several parameters; a new one must be listed here.
fn losses() -> Vec<AnyLoss> {
    let all: Vec<AnyLoss> = [
        "hinge",
        "hinge:margin=0",
        "hinge:margin=2.5",
        "squared-hinge",
        "squared-hinge:margin=0,half=true",
        "squared-hinge:margin=3",
        "eps-insensitive",
        "eps-insensitive:epsilon=0",
        "eps-insensitive:epsilon=1.5",
        "squared-eps-insensitive",
        "squared-eps-insensitive:epsilon=0,half=true",
        "squared-eps-insensitive:epsilon=2",
        "squared",
        "squared:half=false",
        "logistic",
    ]
    .map(|text| AnyLoss::parse(text).unwrap())
    .into();
    for entry in AnyLoss::entries() {
        assert!(all.iter().any(|l| l.name() == entry.name), "{} is not tested", entry.name);
    }
    all
}

fn for_random_losses(seed: u64, rounds: usize, mut check: impl FnMut(&AnyLoss, &mut Rng)) {
    let mut rng = Rng::new(seed);
    for loss in losses() {
        (0..rounds).for_each(|_| check(&loss, &mut rng));
    }
}

/// Margins where the derivative jumps.
fn kinks(loss: &AnyLoss) -> Vec<f64> {
    match loss {
        AnyLoss::Hinge(l) => vec![l.margin],
        AnyLoss::EpsInsensitive(l) => vec![-l.epsilon, l.epsilon],
        _ => Vec::new(),
    }
}

fn far_from_kinks(loss: &AnyLoss, z: f64) -> bool {
    kinks(loss).iter().all(|k| (z - k).abs() > 1e-3)
}

/// A feasible dual variable, ends included.
fn feasible(loss: &AnyLoss, rng: &mut Rng, cap: f64) -> f64 {
    let (low, high) = loss.domain();
    let t = [0.0, 1.0, rng.unit()][rng.below(3)];
    cap * (low.max(-5.0) + t * (high.min(5.0) - low.max(-5.0)))
}

/// Least point of a convex function on an interval, by ternary search.
fn minimiser(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..300 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if f(a) <= f(b) { high = b } else { low = a }
    }
    0.5 * (low + high)
}

#[test]
fn slope_is_minus_the_derivative_and_the_loss_is_convex() {
    for_random_losses(1, 400, |loss, rng| {
        let z = rng.between(-6.0, 6.0);
        if far_from_kinks(loss, z) {
            let h = 1e-5;
            let derivative = (loss.value(z + h) - loss.value(z - h)) / (2.0 * h);
            near(loss.slope(z), -derivative, 1e-8, &format!("slope of {loss} at {z}"));
        }
        let (y, t) = (rng.between(-6.0, 6.0), rng.unit());
        let chord = t * loss.value(z) + (1.0 - t) * loss.value(y);
        assert!(loss.value(t * z + (1.0 - t) * y) <= chord + 1e-12, "{loss} between {z} and {y}");
        assert!(
            loss.value(y) + 1e-12 >= loss.value(z) - loss.slope(z) * (y - z),
            "{loss}: tangent"
        );
        assert!(loss.value(z) >= 0.0);
        let (value, slope) = loss.value_and_slope(z);
        near(value, loss.value(z), 1e-14, &format!("{loss} at {z}"));
        near(slope, loss.slope(z), 1e-14, &format!("slope of {loss} at {z}"));
    });
}

#[test]
fn fenchel_young() {
    for_random_losses(2, 400, |loss, rng| {
        let (z, cap) = (rng.between(-6.0, 6.0), rng.magnitude(0.05, 20.0));
        let pair = |d: f64| cap * loss.value(z) + d * z - loss.gain(d, cap);
        let d = feasible(loss, rng, cap);
        assert!(pair(d) >= -1e-11 * (1.0 + cap), "{loss}: z={z} d={d} cap={cap}: {}", pair(d));
        near(
            pair(cap * loss.slope(z)),
            0.0,
            1e-11 * (1.0 + cap),
            &format!("{loss}: equality at {z}"),
        );
    });
}

#[test]
fn gain_is_the_infimum_of_its_definition() {
    for_random_losses(3, 60, |loss, rng| {
        let cap = rng.magnitude(0.1, 5.0);
        let d = feasible(loss, rng, cap);
        let line = |z: f64| cap * loss.value(z) + d * z;
        let infimum = line(minimiser(-60.0, 60.0, line));
        near(loss.gain(d, cap), infimum, 1e-9, &format!("gain of {loss} at d={d}, cap={cap}"));
    });
}

#[test]
fn the_hard_gain_is_the_support_of_the_lossless_margins() {
    for (text, low, high) in
        [("hinge:margin=2.5", 2.5, 1e3), ("eps-insensitive:epsilon=1.5", -1.5, 1.5)]
    {
        let loss = AnyLoss::parse(text).unwrap();
        for d in [0.0, 0.3, 1.0, 7.0] {
            let support = d * minimiser(low, high, |z| d * z);
            near(loss.gain(d, f64::INFINITY), support, 1e-9, text);
        }
    }
}

#[test]
fn the_step_maximises_the_dual_and_minimises_the_primal() {
    for_random_losses(4, 120, |loss, rng| {
        let (z, q) = (rng.between(-6.0, 6.0), rng.magnitude(1e-3, 50.0));
        let hard = loss.miss(f64::MAX).is_finite() && rng.chance(0.25);
        let cap = if hard { f64::INFINITY } else { rng.magnitude(0.05, 20.0) };
        let d = loss.step(z, q, cap);
        let (low, high) = loss.domain();
        let end = |e: f64| if e == 0.0 { 0.0 } else { (cap * e).clamp(-1e5, 1e5) };
        let ends = (end(low), end(high));
        assert!(d >= ends.0 && d <= ends.1, "{loss}: {d} is not feasible for {cap}");

        let dual = |d: f64| -d * z + loss.gain(d, cap) - 0.5 * q * d * d;
        let other = minimiser(ends.0, ends.1, |d| -dual(d));
        let what = format!("{loss}: z={z} q={q} cap={cap}, step {d}, search {other}");
        let grain = 1e-11 * (1.0 + dual(d).abs() + (d * z).abs());
        assert!(dual(d) >= dual(other) - grain, "{what}: {} < {}", dual(d), dual(other));
        near(d, other, 1e-5, &what);

        if !hard {
            let primal = |s: f64| cap * loss.value(z + s) + 0.5 * s * s / q;
            let s = minimiser(-2e3, 2e3, primal);
            assert!(primal(q * d) <= primal(s) + 1e-11 * (1.0 + primal(s)), "{what}: primal");
            near(primal(q * d), dual(d), 1e-9, &what);
        }
    });
}

#[test]
fn a_margin_that_cannot_move_takes_the_whole_subgradient() {
    for_random_losses(5, 200, |loss, rng| {
        let (z, cap) = (rng.between(-6.0, 6.0), rng.magnitude(0.05, 20.0));
        let d = loss.step(z, 0.0, cap);
        near(d, cap * loss.slope(z), 1e-12, &format!("{loss} at q = 0"));
        near(-d * z + loss.gain(d, cap), cap * loss.value(z), 1e-10, "the gap closes");
        assert_eq!(loss.step(z, 0.0, f64::INFINITY), 0.0, "{loss}: unbounded, so nothing");
    });
}

#[test]
fn the_step_is_stationary_and_zero_exactly_without_slope() {
    for_random_losses(6, 200, |loss, rng| {
        let (z, q, cap) =
            (rng.between(-6.0, 6.0), rng.magnitude(1e-3, 50.0), rng.magnitude(0.05, 20.0));
        let d = loss.step(z, q, cap);
        if far_from_kinks(loss, z + q * d) {
            near(d, cap * loss.slope(z + q * d), 1e-9, &format!("{loss}: z={z} q={q} cap={cap}"));
        }
        assert_eq!(d == 0.0, loss.slope(z) == 0.0, "{loss} at {z}");
    });
}

#[test]
fn miss_is_the_distance_to_the_lossless_margins_and_kink_their_border() {
    for_random_losses(7, 200, |loss, rng| {
        let z = rng.between(-6.0, 6.0);
        let miss = loss.miss(z);
        if loss.miss(f64::MAX).is_finite() {
            let toward = if loss.slope(z) >= 0.0 { 1.0 } else { -1.0 };
            near(loss.value(z + toward * miss), 0.0, 1e-14, &format!("{loss}: after the miss"));
            assert!(miss <= 1e-9 || loss.value(z + toward * 0.999 * miss) > 0.0, "{loss}: too far");
            assert_eq!(miss == 0.0, loss.value(z) == 0.0);
        } else {
            assert_eq!(miss, f64::INFINITY);
        }
        if let Some(kink) = loss.kink(z).filter(|_| loss.value(z) > 0.0) {
            near((kink - z).abs(), miss, 1e-12, &format!("{loss}: the kink is a miss away"));
            let half = 0.5 * (z + kink);
            near(loss.value(half), 0.5 * loss.value(z), 1e-12, &format!("{loss}: linear up to it"));
        }
    });
}

#[test]
fn a_kink_has_no_slope_and_a_logistic_tail_no_overflow() {
    for loss in losses() {
        for kink in kinks(&loss) {
            assert_eq!(loss.slope(kink), 0.0, "{loss}: a round without loss must not move");
        }
        for z in [-1e4, 1e4] {
            assert!(loss.value(z).is_finite() && loss.slope(z).is_finite(), "{loss} at {z}");
            assert!(loss.step(z, 2.0, 1.0).is_finite(), "{loss} at {z}");
        }
    }
}
