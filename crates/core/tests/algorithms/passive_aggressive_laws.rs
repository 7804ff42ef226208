//! Laws of Passive-Aggressive that hold whatever the data.
//!
//! Scaling of instances and targets, duplicates, zero instances, the edges of epsilon; and what is
//! refused (non-finite numbers, labels that do not fit, steps that overflow) leaves the learner as
//! it was.
//!
//! Reference: Crammer et al. 2003, sec. 3.

use crate::support::passive_aggressive::{
    Example, Run, Setting, Stream, TASKS, Task, tuned, weights,
};
use crate::support::{Rng, near, near_all, scaled};
use noregret_core::{AnyLearner, Error, Instance, Label, Spec};

/// Two runs over corresponding examples: weights of the second are `ratio` times those of the
/// first, losses `loss` times.
fn proportional(runs: &mut [Run; 2], pairs: &[(Example, Example)], ratio: f64, loss: f64) {
    for (a, b) in pairs {
        let [first, second] = runs;
        let (one, two) = (first.play(a), second.play(b));
        near_all(&scaled(&one.after, ratio), &two.after, 1e-9, "weights");
        near(loss * one.outcome.loss, two.outcome.loss, 1e-9, "losses");
    }
}

#[test]
fn classification_is_blind_to_the_unit_of_the_instances() {
    let mut rng = Rng::new(1);
    for s in [0.25, 3.7, 1e-3] {
        // C is measured in |w|^2 per loss, so it scales like 1/s^2.
        for (name, c) in [("pa", None), ("pa1", Some(0.3)), ("pa2", Some(0.3))] {
            let stream = Stream::noisy(Task::Binary, &mut rng, 4, 80, 0.1);
            let specs = [c, c.map(|c| c / (s * s))].map(|c| tuned(&stream.setting, name, c));
            let pairs: Vec<(Example, Example)> = stream
                .examples
                .iter()
                .map(|e| (e.clone(), Example { x: scaled(&e.x, s), y: e.y }))
                .collect();
            let mut runs = specs.map(|spec| Run::new(&spec, stream.setting, &stream));
            proportional(&mut runs, &pairs, 1.0 / s, 1.0);
        }
    }
}

#[test]
fn regression_is_linear_in_its_targets() {
    let mut rng = Rng::new(2);
    for s in [0.25, 3.7, 1e3] {
        let stream = Stream::noisy(Task::Regression, &mut rng, 4, 80, 0.1);
        let pairs: Vec<(Example, Example)> = stream
            .examples
            .iter()
            .map(|e| (e.clone(), Example { x: e.x.clone(), y: s * e.y }))
            .collect();
        let wide = stream.setting.with(s * stream.setting.epsilon);
        let mut runs = [stream.setting, wide].map(|set| Run::new(&set.spec("pa"), set, &stream));
        proportional(&mut runs, &pairs, s, s);
    }
}

#[test]
fn an_example_seen_twice_in_a_row_has_nothing_left_to_say() {
    let mut rng = Rng::new(3);
    for task in TASKS {
        let stream = Stream::noisy(task, &mut rng, 4, 60, 0.2);
        let mut run = Run::new(&stream.setting.spec("pa"), stream.setting, &stream);
        for e in &stream.examples {
            let (first, again) = (run.play(e), run.play(e));
            assert!(again.miss <= 1e-12 * (1.0 + first.miss), "{task:?}: {}", again.miss);
            near_all(&first.after, &again.after, 1e-12, "settled");
        }
    }
}

/// A zero instance cannot be fitted: the loss is booked and the weights stay.
#[test]
fn a_zero_instance_moves_nothing() {
    let variants =
        [("pa", None), ("pa1", Some(0.5)), ("pa2", Some(0.5)), ("pa-relaxed", Some(2.0))];
    for (task, loss) in [(Task::Binary, 1.0), (Task::Regression, 2.0)] {
        for (name, c) in variants {
            let epsilon = if task == Task::Binary { -1.0 } else { 0.5 };
            let mut learner = tuned(&Setting { task, epsilon }, name, c).build().unwrap();
            let zero = Instance::Dense(&[0.0, 0.0]);
            let y = if task == Task::Binary { 1.0 } else { -2.5 };
            for _ in 0..2 {
                let outcome = learner.learn(zero, Label::Number(y)).unwrap();
                let power: f64 = if ["pa2", "pa-relaxed"].contains(&name) { 2.0 } else { 1.0 };
                assert_eq!(outcome.loss, f64::powf(loss, power), "{name}");
                assert!(weights(&learner).iter().all(|&w| w == 0.0));
                learner.learn(Instance::Dense(&[0.0; 0]), Label::Number(y)).unwrap();
            }
            assert_eq!(learner.ledger().rounds, 4);
        }
    }
}

#[test]
fn the_edges_of_epsilon() {
    let x = Instance::Dense(&[2.0, -1.0]);
    let mut exact = Setting { task: Task::Regression, epsilon: 0.0 }.spec("pa").build().unwrap();
    exact.learn(x, Label::Number(7.0)).unwrap();
    near(exact.predict(x).unwrap().1, 7.0, 1e-12, "epsilon 0 interpolates");
    let mut blind = Setting { task: Task::Regression, epsilon: 7.0 }.spec("pa").build().unwrap();
    assert_eq!(blind.learn(x, Label::Number(-7.0)).unwrap().step, 0.0, "the border costs nothing");
    // The source asks for epsilon < 0: at margin 0 the zero vector has no loss and would stay for
    // ever.
    assert!(Setting { task: Task::Binary, epsilon: 0.0 }.spec("pa").build().is_err());
}

#[test]
fn parameters_that_make_no_sense_are_refused() {
    for problem in ["uniclass:radius=-1", "uniclass:radius=0,learn_radius=true"] {
        assert!(Spec::named("pa", problem).unwrap().build().is_err(), "{problem}");
    }
    for epsilon in [-0.1, f64::NAN, f64::INFINITY] {
        let setting = Setting { task: Task::Regression, epsilon };
        assert!(setting.spec("pa").build().is_err(), "epsilon {epsilon}");
    }
    for c in [0.0, -1.0, f64::NAN] {
        let mut spec = Spec::named("pa1", "binary").unwrap();
        spec.set_aggressiveness(c).unwrap();
        assert!(spec.build().is_err(), "C = {c}");
    }
}

/// Tries what must be refused and compares the whole state before and after.
fn refused(
    learner: &mut AnyLearner,
    spec: &Spec,
    x: &[f64],
    label: Label<'_>,
    weight: f64,
) -> Error {
    let before = learner.snapshot(spec);
    let error = learner.learn_weighted(Instance::Dense(x), label, weight).unwrap_err();
    assert_eq!(learner.snapshot(spec), before, "{error}: {x:?} {label:?}");
    error
}

const ALL: [&str; 7] =
    ["pa", "pa1", "pa2", "pa-multiplicative", "winnow-self-tuned", "self-tuned", "subgradient"];

/// Every algorithm, fresh and after a few rounds, for the problems it fits.
fn learners(problem: &str, mut check: impl FnMut(&Spec, &mut AnyLearner)) {
    for spec in ALL.iter().filter_map(|name| Spec::named(name, problem).ok()) {
        let mut learner = spec.build().unwrap();
        check(&spec, &mut learner);
        for (x, y) in [([1.0, 0.5], 1.0), ([-0.3, 0.6], -1.0), ([0.2, -0.9], 1.0)] {
            learner.learn(Instance::Dense(&x), Label::Number(y)).unwrap();
        }
        check(&spec, &mut learner);
    }
}

#[test]
fn what_is_not_finite_changes_nothing() {
    for problem in ["binary", "regression", "uniclass"] {
        learners(problem, |spec, learner| {
            for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e200] {
                refused(learner, spec, &[0.5, bad, 3.0], Label::Number(1.0), 1.0);
            }
            for weight in [f64::NAN, f64::INFINITY, -1.0] {
                refused(learner, spec, &[0.5, 1.0, 3.0], Label::Number(1.0), weight);
            }
        });
    }
}

#[test]
fn a_label_that_does_not_fit_changes_nothing() {
    for problem in ["binary", "regression"] {
        learners(problem, |spec, learner| {
            let x = [7.0, 8.0, 9.0];
            for label in [Label::None, Label::Number(f64::NAN), Label::Number(f64::INFINITY)] {
                refused(learner, spec, &x, label, 1.0);
            }
            if problem == "regression" {
                refused(learner, spec, &x, Label::Name("three"), 1.0);
            } else if learner.ledger().rounds > 0 {
                refused(learner, spec, &x, Label::Number(5.0), 1.0);
            }
        });
    }
}

#[test]
fn a_step_that_overflows_changes_nothing() {
    for problem in ["binary", "regression"] {
        let spec = Spec::named("pa", problem).unwrap();
        let mut learner = spec.build().unwrap();
        for (x, y) in [([1.0, 0.5], 1.0), ([-0.3, 0.6], -1.0)] {
            learner.learn(Instance::Dense(&x), Label::Number(y)).unwrap();
        }
        let error = refused(&mut learner, &spec, &[1e-160, 0.0], Label::Number(-1.0), 1.0);
        assert!(matches!(error, Error::NotFinite(_)), "{error}");
    }
}
