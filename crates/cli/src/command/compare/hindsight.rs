//! `compare --hindsight`: the best fixed predictor for each run, and its regret against it.
//!
//! Each run has the comparator of its own loss, geometry and last trade-off. Runs that agree on those (and on the problem, the
//! constant and the number of features) share it, and it is looked for once. A run without one says why.

use super::Compared;
use crate::args::CompareArgs;
use crate::command::hindsight::unreached;
use crate::run::contest::{Rival, with_constants};
use crate::run::kept;
use crate::run::session::Constant;
use noregret_core::hypothesis::Hypothesis;
use noregret_core::replay::hindsight::{Goal, Optimum, Regret};
use noregret_core::{Result, Spec};
use noregret_io::Row;

/// What decides which predictor is the best.
#[derive(Debug, PartialEq)]
struct Question {
    spec: Spec,
    constant: Option<Constant>,
    features: usize,
}

/// A predictor that was looked for.
struct Answer {
    question: Question,
    optimum: std::result::Result<Optimum, String>,
}

/// A run beside the best fixed predictor.
#[derive(Clone, Debug)]
pub(super) struct Beside {
    /// The predictor; its dual variables are gone.
    pub(super) optimum: Optimum,
    pub(super) regret: Regret,
    /// The number of the predictor among those found, from 0.
    pub(super) predictor: usize,
}

/// A run beside its best fixed predictor, or why there is none.
pub(super) type Hindsight = std::result::Result<Beside, String>;

/// Puts every run beside its best predictor for these examples.
pub(super) fn search(args: &CompareArgs, examples: &mut [Vec<Row>], results: &mut [Compared]) {
    let goal = Goal { gap: args.gap, max_sweeps: args.max_sweeps, ..Goal::default() };
    let mut answers: Vec<Answer> = Vec::new();
    for result in results {
        let rival = &result.entrant.rival;
        let beside = match Question::of(rival) {
            Ok(question) => beside(rival, answer(&mut answers, question, rival, examples, &goal)),
            Err(reason) => Err(reason.to_string()),
        };
        result.hindsight = Some(beside);
    }
}

impl Question {
    fn of(rival: &Rival) -> Result<Self> {
        let spec = rival.learner.best_spec(&rival.spec)?;
        let features = rival.learner.hypothesis().dimension();
        Ok(Question { spec, constant: rival.constant, features })
    }
}

/// The answer to a question, looked for if nobody has asked before, and its number.
fn answer<'a>(
    answers: &'a mut Vec<Answer>,
    question: Question,
    rival: &Rival,
    examples: &mut [Vec<Row>],
    goal: &Goal,
) -> (usize, &'a Answer) {
    let known = answers.iter().position(|answer| answer.question == question);
    let at = known.unwrap_or_else(|| {
        let found = with_constants(rival.constant, examples, |examples| {
            kept::optimum(&rival.learner, &rival.spec, examples, goal)
        });
        if let Ok(optimum) = &found {
            unreached(&format!("{}: ", rival.spec.algorithm), optimum);
        }
        let spare = |optimum| Optimum { duals: Vec::new(), ..optimum };
        let optimum = found.map(spare).map_err(|error| error.to_string());
        answers.push(Answer { question, optimum });
        answers.len() - 1
    });
    (at, &answers[at])
}

fn beside(rival: &Rival, (predictor, answer): (usize, &Answer)) -> Hindsight {
    let optimum = answer.optimum.clone()?;
    let regret = rival.learner.regret_to(&optimum, &rival.spec);
    Ok(Beside { optimum, regret, predictor })
}
