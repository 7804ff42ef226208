//! Certificates never contradict a planted solution.
//!
//! A zero-loss comparator is at least as complex as the run proves, no margin exceeds the ceiling,
//! no comparator loses less than the lower bound, a ball that covers is never excluded; and they
//! are as strong as the sums of Theorem 1 and Theorem 4 say.
//!
//! Reference: Crammer et al. 2003, sec. 4 and 6, read as certificates.

use crate::support::passive_aggressive::{Run, Setting, Stream, TASKS, Task, tuned};
use crate::support::{Rng, at_most, distance, dot, norm, plus, scaled, square};
use noregret_core::{AnyLearner, Instance, Label, Spec};

/// What excludes solutions nearer than this, 0 if nothing is excluded.
fn excluded(learner: &AnyLearner) -> f64 {
    learner.certificate().zero_loss_complexity.unwrap_or(0.0)
}

#[test]
fn a_planted_solution_is_never_excluded() {
    let mut rng = Rng::new(1);
    for task in TASKS {
        for n in [1, 3, 10] {
            let stream = Stream::draw(task, &mut rng, n, 120, 0.0);
            for (setting, _) in stream.settings() {
                let mut run = Run::new(&setting.spec("pa"), setting, &stream);
                let mut sum = 0.0;
                for e in &stream.examples {
                    let round = run.play(e);
                    sum += round.miss * round.miss / square(&round.toward);
                    let (least, far) =
                        (excluded(&run.learner), distance(&stream.planted, &run.start));
                    let what = format!("{setting:?} n={n}");
                    assert!(least <= far * (1.0 + 1e-12), "{what}: {least} > {far}");
                    at_most(sum.sqrt(), least, &format!("{what}: as strong as Theorem 1"));
                    at_most(0.5 * distance(&round.after, &run.start), far, "Lemma 2");
                }
            }
        }
    }
}

#[test]
fn the_margin_ceiling_is_above_the_planted_margin() {
    let mut rng = Rng::new(2);
    for (name, c) in [("pa", None), ("pa1", Some(0.2)), ("pa2", Some(1.0))] {
        let stream = Stream::draw(Task::Binary, &mut rng, 4, 200, 0.0);
        let setting = stream.setting.with(-1.0);
        let margin = -stream.setting.epsilon / norm(&stream.planted);
        let mut run = Run::new(&tuned(&setting, name, c), setting, &stream);
        let mut squares = 0.0;
        for e in &stream.examples {
            let round = run.play(e);
            squares += round.miss * round.miss / square(&round.toward);
            let Some(ceiling) = run.learner.certificate().margin_ceiling else { continue };
            assert!(ceiling >= margin * (1.0 - 1e-12), "{name}: {ceiling} < {margin}");
            if name == "pa" {
                at_most(ceiling, 1.0 / squares.sqrt(), "as low as Eq. 17");
            }
        }
        assert!(run.learner.certificate().margin_ceiling.is_some());
    }
}

/// Of t examples with a coordinate each, the best unit vector has margin 1/sqrt t, and the ceiling
/// is just that.
#[test]
fn the_margin_ceiling_is_tight() {
    for (name, c) in [("pa", None), ("pa1", Some(0.2)), ("pa2", Some(1.0))] {
        let setting = Setting { task: Task::Binary, epsilon: -1.0 };
        let mut learner = tuned(&setting, name, c).build().unwrap();
        for t in 1..=9u32 {
            let x = Instance::sparse(std::slice::from_ref(&t), &[1.0]).unwrap();
            learner.learn(x, Label::Number(if t % 3 == 0 { -1.0 } else { 1.0 })).unwrap();
            let (ceiling, best) =
                (learner.certificate().margin_ceiling.unwrap(), f64::from(t).sqrt().recip());
            assert!(ceiling >= best && ceiling < best * (1.0 + 1e-12), "{name}: {ceiling} {best}");
        }
    }
}

#[test]
fn no_comparator_loses_less_than_the_lower_bound() {
    let (mut rng, mut useful) = (Rng::new(3), 0);
    let variants = [("pa", None), ("pa1", Some(0.05)), ("pa1", Some(2.0)), ("pa2", Some(0.2))];
    for task in TASKS {
        for (name, c) in variants {
            let stream = Stream::noisy(task, &mut rng, 4, 150, 0.25);
            let mut run = Run::new(&tuned(&stream.setting, name, c), stream.setting, &stream);
            stream.examples.iter().for_each(|e| drop(run.play(e)));
            let power = if name == "pa2" { 2 } else { 1 };
            let loss_of = |u: &[f64]| -> f64 {
                stream.examples.iter().map(|e| stream.setting.miss(u, e).powi(power)).sum()
            };
            let mut rivals = stream.comparators(&mut rng);
            rivals.push(run.weights());
            for u in rivals {
                let bound = run.learner.lower_bound(distance(&u, &run.start));
                let loss = loss_of(&u);
                assert!(bound <= loss * (1.0 + 1e-12), "{name} {task:?}: {bound} > {loss}");
                useful += usize::from(bound > 0.0);
            }
        }
    }
    assert!(useful > 20, "{useful} bounds were positive");
}

/// The first instance and its antipode on a sphere: the centre is known, and one update later the
/// certificate says exactly how far it is. Far from the origin rounding may cost strength, never
/// truth.
fn antipodes(offset: f64, rng: &mut Rng, mut show: impl FnMut(&mut AnyLearner, &[f64])) -> f64 {
    let n = 5;
    let axis = rng.vector(n);
    let home = scaled(&rng.vector(n), offset);
    let (far, centre) = (plus(&home, 2.0, &axis), plus(&home, 1.0, &axis));
    // The radius as the instances have it, after rounding.
    let radius = distance(&home, &centre).max(distance(&far, &centre));
    let mut learner = Setting { task: Task::Uniclass, epsilon: radius }.spec("pa").build().unwrap();
    learner.reserve(n + 1);
    for t in 0..40 {
        let inside = plus(&centre, 0.4 * radius, &rng.vector(n));
        show(
            &mut learner,
            if t == 0 {
                &home
            } else if t % 2 == 1 {
                &far
            } else {
                &inside
            },
        );
        let least = excluded(&learner);
        assert!(least <= radius, "offset {offset}, round {t}: {least} > {radius}");
        let bound = learner.lower_bound(radius);
        assert!(bound <= 0.0, "offset {offset}, round {t}: loss {bound}, but it covers");
    }
    excluded(&learner) / radius
}

#[test]
fn a_ball_that_covers_is_never_excluded() {
    let mut rng = Rng::new(4);
    for offset in [0.0, 1.0, 1e3, 1e6] {
        for _ in 0..60 {
            let dense = antipodes(offset, &mut rng, |learner, x| {
                learner.learn(Instance::Dense(x), Label::None).unwrap();
            });
            assert!(dense > 1.0 - 1e-12 * (1.0 + offset), "offset {offset}: {dense}");
            let sparse = antipodes(offset, &mut rng, |learner, x| {
                let x = Instance::sparse(&[0, 1, 2, 3, 4], x).unwrap();
                learner.learn(x, Label::None).unwrap();
            });
            assert!(sparse > 1.0 - 1e-8 - 1e-12 * offset, "sparse, offset {offset}: {sparse}");
        }
    }
}

/// No ball of this radius covers points further apart than twice it; the certificate finds out.
#[test]
fn a_radius_that_is_too_small_is_refuted() {
    let (radius, mut rng) = (0.75, Rng::new(5));
    let mut learner =
        Spec::named("pa", &format!("uniclass:radius={radius}")).unwrap().build().unwrap();
    learner.learn(Instance::Dense(&[0.0, 0.0, 0.0]), Label::None).unwrap();
    for _ in 0..200 {
        let direction = rng.vector(3);
        let x = scaled(&direction, 1.0 / norm(&direction));
        learner.learn(Instance::Dense(&x), Label::None).unwrap();
    }
    assert!(excluded(&learner) > radius, "{}", excluded(&learner));
}

#[test]
fn the_simplex_is_excluded_only_when_it_must_be() {
    let feed = |learner: &mut AnyLearner, x: &[f64], y: f64| {
        learner.learn(Instance::Dense(x), Label::Number(y)).unwrap();
    };
    let mut rng = Rng::new(6);
    let (planted, setting) = (rng.simplex(6), Setting { task: Task::Regression, epsilon: 0.01 });
    let mut honest = setting.spec("pa-multiplicative").build().unwrap();
    let mut absurd = honest.clone();
    for _ in 0..400 {
        let x = rng.vector(6);
        feed(&mut honest, &x, dot(&planted, &x) + rng.between(-0.01, 0.01));
        feed(&mut absurd, &x, 0.5 * dot(&planted, &x) + 0.7);
        assert_eq!(honest.certificate().zero_loss_complexity.filter(|z| z.is_infinite()), None);
        assert!(honest.lower_bound(6f64.ln()) <= 1e-12);
    }
    assert_eq!(absurd.certificate().zero_loss_complexity, Some(f64::INFINITY));
    assert!(absurd.lower_bound(6f64.ln()) > 0.0);
}

/// Sparse instances a million away from the origin: the first instance itself loses at least what
/// is certified, though distances found from inner products would be off by far more than rounding.
#[test]
fn far_from_the_origin_the_start_is_never_contradicted() {
    let mut spec = Spec::named("pa1", "uniclass:radius=0.05").unwrap();
    spec.set_aggressiveness(5.0).unwrap();
    let mut learner = spec.build().unwrap();
    let far = 1e6;
    let learn = |learner: &mut AnyLearner, values: &[f64], indices: &[u32]| {
        learner.learn(Instance::sparse(indices, values).unwrap(), Label::None).unwrap();
    };
    learn(&mut learner, &[far, far, far, far, 0.001], &[0, 1, 2, 3, 4]);
    let mut loss_of_start = 0.0;
    for t in 1..=20_000 {
        let step = 5.0 * (1.1 + t as f64);
        learn(&mut learner, &[far + step, far, far, far], &[0, 1, 2, 3]);
        loss_of_start += step.hypot(0.001) - 0.05;
        let bound = learner.lower_bound(0.0);
        assert!(bound <= loss_of_start * (1.0 + 1e-14), "round {t}: {bound} > {loss_of_start}");
    }
    let bound = learner.lower_bound(0.0);
    assert!(bound > 0.999 * loss_of_start, "{bound} says too little of {loss_of_start}");
}
