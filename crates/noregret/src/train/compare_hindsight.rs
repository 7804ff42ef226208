//! The best fixed predictor for each run, and its regret against it.
//!
//! Each run has the comparator of its own loss, geometry and last trade-off; by the Euclidean norm
//! where its geometry adapts to the data. Runs that agree on those (and on the problem, the
//! constant and the number of features) share it, and it is looked for once. A run without one
//! says why.

use super::compare::Compared;
use super::examples;
use super::hindsight::warn_unreached;
use crate::model::Single;
use crate::observer::Observer;
use noregret_core::hypothesis::Hypothesis;
use noregret_core::replay::hindsight::{Goal, Optimum, Regret};
use noregret_core::{Result, Spec};
use noregret_io::Row;

/// What decides which predictor is the best.
#[derive(Debug, PartialEq)]
struct Question {
    spec: Spec,
    features: usize,
}

/// A predictor that was looked for.
struct Answer {
    question: Question,
    optimum: std::result::Result<Optimum, String>,
}

/// A run beside the best fixed predictor.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The predictor; its dual variables are gone.
    pub optimum: Optimum,
    /// The run against it.
    pub regret: Regret,
    /// The number of the predictor among those found, from 0.
    pub predictor: usize,
}

/// A run beside its best fixed predictor, or why there is none.
pub type Hindsight = std::result::Result<Beside, String>;

/// Puts every run beside its best predictor for these examples.
pub(super) fn search(
    goal: &Goal,
    examples: &[Vec<Row>],
    results: &mut [Compared],
    observer: &mut dyn Observer,
) {
    let mut answers: Vec<Answer> = Vec::new();
    for result in results {
        let single = &result.entrant.single;
        let found = Question::of(single).map_err(|reason| reason.to_string());
        let beside = found.and_then(|question| {
            let at = answer(&mut answers, question, single, examples, goal, observer);
            beside(single, at, &answers[at])
        });
        result.hindsight = Some(beside);
    }
}

impl Question {
    fn of(single: &Single) -> Result<Self> {
        let spec = single.learner.best_spec(&single.spec)?;
        let features = single.learner.hypothesis().dimension();
        Ok(Question { spec, features })
    }
}

/// The number of the answer to a question, looked for if nobody has asked before.
fn answer(
    answers: &mut Vec<Answer>,
    question: Question,
    single: &Single,
    examples: &[Vec<Row>],
    goal: &Goal,
    observer: &mut dyn Observer,
) -> usize {
    if let Some(known) = answers.iter().position(|answer| answer.question == question) {
        return known;
    }
    let found = examples::optimum(single, examples, goal);
    if let Ok(optimum) = &found {
        warn_unreached(&format!("{}: ", single.spec.algorithm), optimum, observer);
    }
    let without_duals = |optimum| Optimum { duals: Vec::new(), ..optimum };
    let optimum = found.map(without_duals).map_err(|error| error.to_string());
    answers.push(Answer { question, optimum });
    answers.len() - 1
}

fn beside(single: &Single, predictor: usize, answer: &Answer) -> Hindsight {
    let optimum = answer.optimum.clone()?;
    let regret = single.learner.regret_to(&optimum, &single.spec);
    Ok(Beside { optimum, regret, predictor })
}
