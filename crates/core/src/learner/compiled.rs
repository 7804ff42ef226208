//! The compositions whose batch loop is compiled for themselves: the list is all there is to it.
//!
//! A learner chosen at run time asks in every round which of its components it has, about a dozen
//! times. In a batch the common compositions are asked once, and the loop then knows their types.
//! Any other composition plays the same rounds through the enums, and so does one with a stage that
//! changes the instances.

use super::AnyLearner;
use super::Composition;
use super::many::{Each, Played};
use crate::ascent::AnyAscent;
use crate::hypothesis::AnyHypothesis;
use crate::loss::AnyLoss;
use crate::problem::AnyProblem;
use crate::round::Draw;
use crate::schedule::AnySchedule;

/// Declares the compositions; each is a line `problem, loss, ascent, hypothesis, schedule`.
macro_rules! compiled {
    ($($problem:ident, $loss:ident, $ascent:ident, $hypothesis:ident, $schedule:ident;)+) => {
        impl AnyLearner {
            /// Learns from the examples from `start` on, up to the first that the compiled loops do
            /// not take; returns its position, or `None` if the learner is not compiled.
            pub(super) fn learn_compiled<D: Draw + ?Sized>(
                &mut self,
                examples: &mut D,
                start: usize,
                each: Each<'_>,
            ) -> Option<Played> {
                if self.run.standard.is_some() {
                    return None;
                }
                let run = &mut self.run;
                match (
                    &mut self.problem,
                    &self.loss,
                    &self.ascent,
                    &mut self.hypothesis,
                    &mut self.schedule,
                ) {
                    $((
                        AnyProblem::$problem(problem),
                        AnyLoss::$loss(loss),
                        AnyAscent::$ascent(ascent),
                        AnyHypothesis::$hypothesis(hypothesis),
                        AnySchedule::$schedule(schedule),
                    ) => {
                        let it = Composition { problem, loss, ascent, hypothesis, schedule, run };
                        Some(it.learn_plain(examples, start, each))
                    })+
                    _ => None,
                }
            }
        }
    };
}

compiled! {
    Binary, Hinge, Exact, Euclid, FixedRate;
    Multiclass, Hinge, Exact, Euclid, FixedRate;
    Regression, EpsInsensitive, Exact, Euclid, FixedRate;
    Regression, Squared, Exact, Euclid, FixedRate;
    Binary, SquaredHinge, Exact, Confidence, FixedRate;
    Multiclass, SquaredHinge, Exact, Confidence, FixedRate;
    OneVsRest, SquaredHinge, Exact, Confidence, FixedRate;
    Regression, SquaredEpsInsensitive, Exact, Confidence, FixedRate;
    Binary, Logistic, Fixed, AdaGrad, FixedRate;
}
