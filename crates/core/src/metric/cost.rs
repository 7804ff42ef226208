//! The cost of an answer, by which learners are compared: the ranking loss where classes or
//! documents are ranked, the squared residual where labels are numbers, else 1 for a mistake and 0
//! for a right answer.

use crate::problem::Problem;
use crate::round::Outcome;

/// What the answer of a round costs, whatever loss the learner was given.
///
/// Nearly every ranking of many labels has some mistake, so mistakes would tell rankings apart
/// badly.
pub fn cost(problem: &impl Problem, outcome: &Outcome) -> f64 {
    match outcome.quality.ranking() {
        Some(ranking) => ranking.ranking_loss,
        None if problem.two_sided() => outcome.margin * outcome.margin,
        None => f64::from(u8::from(outcome.mistake)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::AnyProblem;
    use crate::round::{Quality, Ranking};

    #[test]
    fn a_cost_for_every_kind_of_answer() {
        let of = |name: &str, outcome| cost(&AnyProblem::parse(name).unwrap(), &outcome);
        let round = Outcome { margin: -3.0, mistake: true, ..Outcome::default() };
        assert_eq!((of("regression", round), of("binary", round)), (9.0, 1.0));
        assert_eq!(of("binary", Outcome { mistake: false, ..round }), 0.0);
        let ranking = Ranking { ranking_loss: 0.25, ..Ranking::default() };
        let ranked = Outcome { quality: Quality::Ranking(ranking), ..round };
        assert_eq!(of("label-ranking", ranked), 0.25);
        // Pairs have no measures.
        assert_eq!(of("label-ranking", round), 1.0);
    }
}
