//! What is foreseen is what learning judges.
//!
//! Sizes of features, moments of columns and the trade-off of the round count before the answer,
//! and asking leaves no trace.

use crate::support::Rng;
use noregret_core::algorithms::ALGORITHMS;
use noregret_core::readout::Readout;
use noregret_core::stage::Columns;
use noregret_core::{Instance, Label, Prediction, Spec};

fn specs() -> Vec<(Spec, bool)> {
    let named = |name: &str, problem: &str| Spec::named(name, problem).unwrap();
    let mut standard = named("pa1", "regression");
    standard.standard = Some(Columns { first: 0, end: 4 });
    vec![
        (named("adagrad-scaled", "binary"), true),
        (named("arow-scaled", "regression"), true),
        (named("adagrad-scaled", "multiclass"), true),
        (standard, true),
        (named("winnow-self-tuned", "binary"), true),
        (named("pa1", "binary"), false),
    ]
}

/// Values that grow, so that every row is larger than those before.
fn row(rng: &mut Rng, round: usize) -> Vec<f64> {
    rng.vector(4).iter().map(|x| x * (1.0 + round as f64)).collect()
}

#[test]
fn what_is_foreseen_is_what_is_judged() {
    for (spec, differs) in specs() {
        let (mut rng, what) = (Rng::new(5), spec.algorithm.clone());
        let mut asked = spec.build().unwrap();
        let mut unasked = spec.build().unwrap();
        let mut others = 0;
        for round in 0..40 {
            let x = row(&mut rng, round);
            let label = match spec.problem.name() {
                "regression" => Label::Number(x[0] - x[2]),
                "multiclass" => {
                    Label::Number(f64::from(u8::from(x[0] > 0.0) + u8::from(x[1] > 0.0)))
                }
                _ => Label::Number((x[0] - x[1]).signum()),
            };
            let x = Instance::Dense(&x);
            let predicted = asked.predict(x).unwrap().1;
            let (_, foreseen) = asked.foresee_parts(&[x], 1.0).unwrap();
            let judged = asked.learn(x, label).unwrap();
            // A class that is new has a row of its own from this round on.
            if round > 10 {
                assert_eq!(foreseen, judged.score, "{what}, round {round}");
                others += i32::from(predicted != foreseen);
            }
            assert_eq!(unasked.learn(x, label).unwrap(), judged, "{what}, round {round}");
        }
        assert_eq!(asked.snapshot(&spec), unasked.snapshot(&spec), "{what}");
        assert_eq!(others > 0, differs, "{what}: {others} answers of predict differ");
    }
}

/// Features that come late, sizes that grow, rows of nothing but what is new.
fn late_row(rng: &mut Rng, round: usize) -> Vec<f64> {
    let mut x = row(rng, round);
    if round.is_multiple_of(5) {
        x.fill(0.0);
    }
    x.resize(4 + round / 3, 0.0);
    x.extend(rng.vector(1));
    x
}

/// The answer of the last hypothesis is foreseen by every algorithm, whatever its readout.
#[test]
fn every_algorithm_is_foreseen() {
    let problems = ["binary", "multiclass", "one-vs-rest", "regression"];
    let named = |name| problems.map(|problem| Spec::named(name, problem));
    let specs = ALGORITHMS.iter().flat_map(|a| named(a.name)).filter_map(Result::ok);
    let averaged = specs.clone().map(|spec| Spec { readout: Readout::Average, ..spec });
    for spec in specs.chain(averaged).filter(|spec| spec.build().is_ok()) {
        let (mut rng, problem) = (Rng::new(9), spec.problem.name());
        let mut learner = spec.build().unwrap();
        for round in 0..25 {
            let x = late_row(&mut rng, round);
            let y = match problem {
                "regression" => x[0] - x[2],
                "binary" => {
                    if x[0] > x[1] {
                        1.0
                    } else {
                        -1.0
                    }
                }
                _ => f64::from(u8::from(x[0] > 0.0) + u8::from(x[1] > 0.0)),
            };
            let x = Instance::Dense(&x);
            let (answer, score) = learner.foresee_round(&[x], 1.0).unwrap();
            let judged = learner.learn(x, Label::Number(y)).unwrap();
            let what = format!("{} {problem}, round {round}", spec.algorithm);
            // A label that is new changes what the round asks.
            if round > 10 {
                assert_eq!(score, judged.score, "{what}");
            }
            if let (Prediction::Class(Some(name)), true) = (answer, round > 10) {
                let is_tie = problem == "binary" && score == 0.0;
                assert_eq!(name.is(Label::Number(y)) && !is_tie, !judged.mistake, "{what}");
            }
        }
    }
}
