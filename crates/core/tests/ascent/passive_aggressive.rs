//! One round of additive Passive-Aggressive, for classification, regression and uniclass.
//!
//! Passive without loss, the published closed forms, the projection they are, PA-II as relaxed PA,
//! and weighted examples.
//!
//! Reference: Crammer et al. 2003, Fig. 1, Eq. 5-7 and sec. 5; PA-I and PA-II: 2006.

use crate::support::passive_aggressive::{
    Example, Round, Run, Setting, Stream, TASKS, Task, tuned, weights,
};
use crate::support::{Rng, distance, near, near_all, norm, plus, scaled, square};
use noregret_core::Spec;

const SOFT: [(&str, f64); 6] =
    [("pa1", 0.02), ("pa1", 0.3), ("pa1", 50.0), ("pa2", 0.1), ("pa2", 3.0), ("pa-relaxed", 0.7)];

/// Every variant: its name, its C (`None` for PA itself).
fn variants() -> impl Iterator<Item = (&'static str, Option<f64>)> {
    SOFT.into_iter().map(|(name, c)| (name, Some(c))).chain([("pa", None)])
}

/// The step of the papers: `min(C, loss/|v|^2)`, `loss/(|v|^2 + 1/(2C))`, `loss/|v|^2`.
fn published_step(name: &str, c: Option<f64>, loss: f64, square: f64) -> f64 {
    match (name, c) {
        ("pa1", Some(c)) => (loss / square).min(c),
        (_, Some(c)) => loss / (square + 0.5 / c),
        (_, None) => loss / square,
    }
}

/// Plays noisy streams with every variant and hands over each round.
fn every_round(seed: u64, mut check: impl FnMut(&Setting, &str, Option<f64>, &Example, &Round)) {
    let mut rng = Rng::new(seed);
    for task in TASKS {
        for (name, c) in variants() {
            let stream = Stream::noisy(task, &mut rng, 5, 120, 0.15);
            let mut run = Run::new(&tuned(&stream.setting, name, c), stream.setting, &stream);
            for e in &stream.examples {
                let round = run.play(e);
                check(&stream.setting, name, c, e, &round);
            }
        }
    }
}

#[test]
fn passive_without_loss_bit_for_bit() {
    let (mut passive, mut active) = (0, 0);
    every_round(1, |_, name, _, _, round| {
        if round.outcome.loss == 0.0 {
            passive += 1;
            assert_eq!(round.before, round.after, "{name} moved without loss");
            assert_eq!(round.outcome.step, 0.0);
        } else {
            active += 1;
            assert_ne!(round.before, round.after, "{name} did not move");
        }
    });
    assert!(passive > 300 && active > 300, "{passive} passive, {active} active");
}

#[test]
fn the_step_is_the_published_one() {
    every_round(2, |_, name, c, _, round| {
        let step = published_step(name, c, round.miss, square(&round.toward));
        near(round.tau, step, 1e-9, name);
        near_all(&round.after, &plus(&round.before, step, &round.toward), 1e-9, name);
    });
}

#[test]
fn the_loss_left_over_is_the_predicted_one() {
    every_round(3, |setting, name, c, e, round| {
        let (v, left) = (square(&round.toward), setting.miss(&round.after, e));
        match (name, c) {
            ("pa1", Some(c)) => near(left, (round.miss - c * v).max(0.0), 1e-9, name),
            (_, Some(c)) => near(left, round.miss * (0.5 / c) / (v + 0.5 / c), 1e-9, name),
            _ if round.miss > 0.0 => {
                near(setting.discrepancy(&round.after, e), setting.epsilon, 1e-9, name);
            }
            _ => {}
        }
    });
}

/// No point without loss is nearer to the old weights than the new ones, however close it lies to
/// them.
#[test]
fn pa_is_the_projection_on_the_lossless_set() {
    let (mut rng, mut tried) = (Rng::new(44), 0);
    every_round(4, |setting, name, _, e, round| {
        if name != "pa" || round.miss == 0.0 {
            return;
        }
        let moved = distance(&round.before, &round.after);
        for _ in 0..60 {
            let size = rng.magnitude(1e-4, 3.0);
            let point = plus(&round.after, size, &rng.vector(e.x.len()));
            if setting.miss(&point, e) == 0.0 {
                tried += 1;
                let other = distance(&round.before, &point);
                assert!(moved <= other * (1.0 + 1e-9), "{moved} > {other}");
            }
        }
    });
    assert!(tried > 2000, "{tried}");
}

/// The soft variants minimise `|w - w_t|^2/2 + C loss` (PA-I) or `+ C loss^2` (PA-II).
#[test]
fn the_soft_variants_minimise_their_objective() {
    let mut rng = Rng::new(55);
    every_round(5, |setting, name, c, e, round| {
        let Some(c) = c else { return };
        let power = if name == "pa1" { 1 } else { 2 };
        let objective = |w: &[f64]| {
            0.5 * square(&plus(w, -1.0, &round.before)) + c * setting.miss(w, e).powi(power)
        };
        let best = objective(&round.after);
        for _ in 0..20 {
            let size = rng.magnitude(1e-4, 1.0);
            let other = objective(&plus(&round.after, size, &rng.vector(e.x.len())));
            assert!(best <= other + 1e-11 * (1.0 + other), "{name}: {best} > {other}");
        }
    });
}

#[test]
fn pa_two_is_relaxed_pa_with_gamma_one_over_two_c() {
    let mut rng = Rng::new(6);
    for task in TASKS {
        for c in [0.01, 0.37, 1.0, 20.0] {
            let stream = Stream::noisy(task, &mut rng, 4, 80, 0.2);
            let mut relaxed = stream.setting.spec("pa-relaxed");
            relaxed.schedule = noregret_core::schedule::Relaxed { gamma: 1.0 / (2.0 * c) }.into();
            let mut runs = [relaxed, tuned(&stream.setting, "pa2", Some(c))]
                .map(|spec: Spec| Run::new(&spec, stream.setting, &stream));
            for e in &stream.examples {
                let [one, two] = [0, 1].map(|i| runs[i].play(e));
                near_all(&one.after, &two.after, 1e-12, "PA-II and relaxed PA");
                near(one.outcome.loss, two.outcome.loss, 1e-12, "their losses");
            }
        }
    }
}

/// A weight multiplies the penalty, so weight m at C is weight 1 at mC; PA has no penalty to
/// multiply.
#[test]
fn a_weight_scales_the_cap() {
    let mut rng = Rng::new(7);
    for task in TASKS {
        for (name, c) in variants() {
            let stream = Stream::noisy(task, &mut rng, 4, 40, 0.2);
            let mut run = Run::new(&tuned(&stream.setting, name, c), stream.setting, &stream);
            for e in &stream.examples {
                let (plain, weighted) = (run.clone().play(e), run.play_weighted(e, 2.0));
                let v = square(&weighted.toward);
                let doubled = published_step(name, c.map(|c| 2.0 * c), weighted.miss, v);
                near(weighted.tau, doubled, 1e-9, name);
                near(weighted.outcome.loss, 2.0 * plain.outcome.loss, 1e-12, "weighted loss");
                if name == "pa1" && c.is_some_and(|c| weighted.miss >= 2.0 * c * v) {
                    near(weighted.tau, 2.0 * plain.tau, 1e-12, "clipped: twice the step");
                } else if name == "pa" || c.is_some_and(|c| name == "pa1" && plain.miss <= c * v) {
                    near(weighted.tau, plain.tau, 1e-12, "unclipped: the same step");
                }
            }
        }
    }
}

#[test]
fn a_weight_of_zero_is_a_look_without_a_touch() {
    let stream = Stream::noisy(Task::Binary, &mut Rng::new(8), 4, 30, 0.2);
    let mut run = Run::new(&stream.setting.spec("pa1"), stream.setting, &stream);
    for e in &stream.examples {
        let round = run.play_weighted(e, 0.0);
        assert_eq!((round.outcome.loss, norm(&round.after)), (0.0, 0.0));
    }
}

/// A stream written with and without its zeros gives the same weights.
#[test]
fn sparse_is_dense() {
    use noregret_core::{Instance, Label};
    let mut rng = Rng::new(9);
    for task in TASKS {
        for (name, c) in variants().chain([("pa-multiplicative", None)]) {
            let stream = Stream::noisy(task, &mut rng, 9, 60, 0.1);
            let spec = tuned(&stream.setting, name, c);
            let mut dense = spec.build().unwrap();
            let mut sparse = spec.build().unwrap();
            dense.reserve(9);
            sparse.reserve(9);
            for e in &stream.examples {
                let kept: Vec<u32> = (0..9).filter(|_| rng.chance(0.4)).collect();
                let values: Vec<f64> = kept.iter().map(|&j| e.x[j as usize]).collect();
                let mut full = scaled(&e.x, 0.0);
                kept.iter().zip(&values).for_each(|(&j, v)| full[j as usize] = *v);
                let x = Instance::sparse(&kept, &values).unwrap();
                let a = sparse.learn(x, Label::Number(e.y)).unwrap();
                let b = dense.learn(Instance::Dense(&full), Label::Number(e.y)).unwrap();
                near(a.loss, b.loss, 1e-12, name);
                near_all(&weights(&sparse), &weights(&dense), 1e-12, name);
            }
        }
    }
}
