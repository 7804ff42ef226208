//! The answer to one example, read from what was seen of it.

use super::Problem;
use crate::round::{Prediction, View};

/// Decision, score and the scores of all rows, from one look at the example.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a, P> {
    problem: &'a P,
    view: &'a View,
}

impl<'a, P: Problem> Answer<'a, P> {
    pub(crate) fn new(problem: &'a P, view: &'a View) -> Self {
        Answer { problem, view }
    }

    /// The decision.
    pub fn prediction(&self) -> Prediction {
        self.problem.decide(self.view)
    }

    /// The number behind the decision.
    pub fn score(&self) -> f64 {
        self.problem.score(self.view)
    }

    /// The score of every row (class); with several parts those of one part after the other.
    pub fn scores(&self) -> &'a [f64] {
        &self.view.scores
    }
}
