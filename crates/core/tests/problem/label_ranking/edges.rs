//! Labels that come late or make no sense, sets of tasks, steps that were stopped.
//!
//! Reference: Shalev-Shwartz & Singer, label ranking.

use crate::support::{Rng, at_most, near};
use noregret_core::ascent::AnyAscent;
use noregret_core::certificate::competitive::{Setting, Step};
use noregret_core::problem::{AnyProblem, Tasks};
use noregret_core::{AnyLearner, Error, Instance, Label, Spec};

fn label(x: f64) -> Label<'static> {
    Label::Number(x)
}

fn dual(learner: &AnyLearner) -> f64 {
    learner.certificate().dual_value.unwrap()
}

/// A set that asks for nothing is no imperfect round, though its labels are new.
#[test]
fn new_labels_that_ask_for_nothing_are_no_mistakes() {
    let mut learner = Spec::named("pa1", "label-ranking").unwrap().build().unwrap();
    let x = [1.0, 0.0];
    let both = [label(1.0), label(2.0)];
    let outcome = learner.learn(Instance::Dense(&x), Label::Set(&both)).unwrap();
    assert!(!outcome.mistake && !outcome.violation);
    assert_eq!(learner.ledger().mistakes, 0);
    // The third is tied with the others.
    let outcome = learner.learn(Instance::Dense(&x), label(3.0)).unwrap();
    assert!(outcome.mistake && outcome.violation);
}

#[test]
fn a_set_that_is_refused_leaves_no_label() {
    let mut learner = Spec::named("pa1", "label-ranking").unwrap().build().unwrap();
    let bad = [label(1.0), label(2.0), label(f64::NAN)];
    assert!(learner.admit_label(Label::Set(&bad)).is_err());
    assert_eq!(learner.problem().classes().unwrap().len(), 0);
    learner.learn(Instance::Dense(&[1.0]), label(2.0)).unwrap();
}

#[test]
fn nothing_is_better_than_itself_and_ordinal_examples_have_one_part() {
    let mut learner = Spec::named("pa1", "label-ranking").unwrap().build().unwrap();
    let pair = [(label(3.0), label(3.0))];
    let refused = learner.learn(Instance::Dense(&[1.0]), Label::Pairs(&pair)).unwrap_err();
    assert!(refused.to_string().contains("3 cannot be better than itself"), "{refused}");
    assert_eq!(learner.problem().classes().unwrap().len(), 0);

    let mut ordinal = Spec::named("pa1", "ordinal").unwrap().build().unwrap();
    let parts = [Instance::Dense(&[1.0]), Instance::Dense(&[2.0])];
    let refused = ordinal.learn_parts(&parts, label(1.0), 1.0);
    assert!(matches!(refused, Err(Error::Shape(_))));
    assert!(matches!(ordinal.predict_parts(&parts), Err(Error::Shape(_))));
}

/// A rank that was never learned is a mistake, as a class is.
#[test]
fn an_unseen_rank_is_a_mistake() {
    let mut learner = Spec::named("pa1", "ordinal").unwrap().build().unwrap();
    for (x, y) in [(1.0, 1.0), (4.0, 2.0), (9.0, 3.0)].repeat(20) {
        learner.learn(Instance::Dense(&[x]), label(y)).unwrap();
    }
    let outcome = learner.evaluate(Instance::Dense(&[9.0]), label(7.0)).unwrap();
    assert!(outcome.mistake);
    assert!(learner.evaluate(Instance::Dense(&[9.0]), label(0.5)).is_err());
}

/// Parts in sets: between one slack for all and one each.
#[test]
fn tasks_in_sets_lose_the_mean_of_the_largest() {
    let mut rng = Rng::new(5);
    let parts: Vec<Vec<f64>> = (0..4).map(|_| rng.vector(3)).collect();
    let instances: Vec<Instance<'_>> = parts.iter().map(|x| Instance::Dense(x)).collect();
    let sides = [1.0, -1.0, 1.0, 1.0];
    let run = |sets: Vec<usize>, form: &str| {
        let mut spec = Spec::named("pa1", &format!("tasks:form={form}")).unwrap();
        if let AnyProblem::Tasks(tasks) = &mut spec.problem {
            *tasks = Tasks { sets, ..tasks.clone() };
        }
        let mut learner = spec.build().unwrap();
        for _ in 0..3 {
            learner.learn_parts(&instances, Label::Each(&sides), 1.0).unwrap();
        }
        let outcome = learner.evaluate_parts(&instances, Label::Each(&sides)).unwrap();
        let weights: Vec<f64> = (0..3).map(|j| learner.weight(j, 0)).collect();
        (weights, outcome.loss, dual(&learner))
    };
    assert_eq!(run(vec![7, 7, 7, 7], "max"), run(vec![], "max"));
    assert_eq!(run(vec![0, 1, 2, 3], "max"), run(vec![], "average"));
    let (weights, loss, _) = run(vec![0, 0, 1, 1], "max");
    let miss = |j: usize| {
        let score: f64 = weights.iter().zip(&parts[j]).map(|(w, x)| w * x).sum();
        (1.0 - sides[j] * score).max(0.0)
    };
    near(loss, 0.5 * (miss(0).max(miss(1)) + miss(2).max(miss(3))), 1e-12, "loss");
}

/// An iteration that is stopped is never worse than the best single step, however large C is.
#[test]
fn a_stopped_iteration_keeps_the_promise_of_a_single_step() {
    let mut rng = Rng::new(6);
    for power in [0, 3, 6] {
        let mut spec = Spec::named("optsolv", "tasks").unwrap();
        spec.ascent = AnyAscent::parse("joint:solver=pegasos,gap=0.5").unwrap();
        spec.set_aggressiveness(10f64.powi(power)).unwrap();
        let mut learner = spec.build().unwrap();
        let parts: Vec<Vec<f64>> =
            (0..6).map(|_| rng.vector(4).iter().map(|x| 8.0 * x).collect()).collect();
        let instances: Vec<Instance<'_>> = parts.iter().map(|x| Instance::Dense(x)).collect();
        let sides = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0];
        learner.learn_parts(&instances, Label::Each(&sides), 1.0).unwrap();
        let least = instances.iter().map(|x| x.square()).fold(f64::INFINITY, f64::min);
        let single = 0.5 / least * 10f64.powi(-power);
        at_most(single.min(1.0 - 0.5 * least * 10f64.powi(power)).max(0.0), dual(&learner), "dual");
    }
}

/// Labels with a row each move two rows: the curvature is `(max x - min x)^2/2`, and with `R^2`
/// instead the bound fails.
#[test]
fn pairs_of_labels_are_twice_as_curved() {
    let mut spec = Spec::named("simperc-multiplicative", "label-ranking").unwrap();
    spec.set_aggressiveness(0.1).unwrap();
    spec.loss.set_margin(0.1);
    let mut learner = spec.build().unwrap();
    for class in [0.0, 1.0] {
        learner.admit_label(label(class)).unwrap();
    }
    let outcome = learner.learn(Instance::Dense(&[1.0, -1.0]), label(0.0)).unwrap();
    assert!(outcome.violation);
    let entropy = |p: f64| p * (2.0 * p).ln() + (1.0 - p) * (2.0 * (1.0 - p)).ln();
    let complexity = entropy(0.525) + entropy(0.475);
    let setting = |curvature| Setting { aggressiveness: 0.1, margin: 0.1, curvature };
    assert!(setting(1.0).imperfect_rounds(Step::Unit, complexity, 0.0) < 1.0);
    assert!(setting(2.0).imperfect_rounds(Step::Unit, complexity, 0.0) >= 1.0);
}
