//! What the answers of a run lost, in the terms of what is proved about the rows.
//!
//! A learner whose own loss is the one of the proof, in a geometry that stays, is judged by its
//! scores as they are; all others after one scale learned online ([`Scale`]).

use super::scale::Scale;
use crate::example;
use crate::model::Single;
use noregret_core::ascent::{Ascent, Trigger};
use noregret_core::loss::{AnyLoss, Hinge, Logistic, Loss, Squared};
use noregret_core::number::Sum;
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::{Outcome, Spec};
use noregret_io::Row;
use serde::{Deserialize, Serialize};

/// What an answer is judged by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Margins {
    /// The margin of the answer; whether it is in the units of the hinge, and of the logistic loss.
    Score { z: f64, is_hinge: bool, is_logistic: bool },
    /// How far a number was off.
    Residual(f64),
    /// A round that is judged by its own loss.
    Other,
}

impl Margins {
    /// Those of a round.
    pub(crate) fn of(
        problem: &AnyProblem,
        leader: Option<&Single>,
        rows: &[Row],
        outcome: &Outcome,
    ) -> Self {
        let label = example::label(&rows[0]);
        let plain = leader.map(|single| &single.spec).filter(|spec| is_plain(spec));
        let named = |name: &str| plain.is_some_and(|spec| spec.loss.name() == name);
        let score = |z| {
            let (is_hinge, is_logistic) = (named("hinge"), named("logistic"));
            Margins::Score { z, is_hinge, is_logistic }
        };
        match (problem.sign_of(label), problem) {
            (Some(Ok(side)), _) => score(side * outcome.score),
            (_, AnyProblem::Regression(_)) => match label {
                noregret_core::Label::Number(y) => Margins::Residual(outcome.score - y),
                _ => Margins::Other,
            },
            (_, AnyProblem::Multiclass(_) | AnyProblem::OneVsRest(_)) => {
                let voted = if outcome.mistake { -outcome.score.abs() } else { outcome.score };
                let z = outcome.quality.lead().unwrap_or(voted);
                score(if z.is_finite() { z } else { f64::MAX.sqrt() })
            }
            _ => Margins::Other,
        }
    }
}

/// Whether scores of a learner are in the units of its own loss, which is one of the proof.
pub(super) fn is_plain(spec: &Spec) -> bool {
    let usual = match &spec.loss {
        AnyLoss::Hinge(hinge) => *hinge == Hinge::default(),
        AnyLoss::Logistic(_) => true,
        AnyLoss::Squared(squared) => !squared.half,
        _ => false,
    };
    let one = !matches!(spec.problem, AnyProblem::OneVsRest(_));
    // A rule that waits for mistakes cares for no margin, and its scores have any size.
    let aims = spec.ascent.trigger() == Trigger::Loss;
    usual && one && aims && !spec.geometry.is_adaptive()
}

/// What was lost by one loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lost {
    sum: Sum,
    scale: Scale,
    /// Whether a scale was learned.
    scaled: bool,
}

/// What a run has lost, as the proof counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Judge {
    names: Vec<String>,
    lost: Vec<Lost>,
}

/// What a run has lost by one loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RunLoss {
    pub(crate) loss: f64,
    /// Whether scores were judged after one scale learned online.
    pub(crate) scaled: bool,
}

impl Judge {
    /// Of answers to rows of this problem.
    pub(crate) fn of(problem: &AnyProblem) -> Self {
        Judge::new(match problem {
            AnyProblem::Binary(_) => &["hinge", "logistic"],
            AnyProblem::Regression(_) => &["squared"],
            AnyProblem::Multiclass(_) | AnyProblem::OneVsRest(_) => &["hinge"],
            _ => &[],
        })
    }

    fn new(names: &[&str]) -> Self {
        let lost = vec![Lost::default(); names.len()];
        Judge { names: names.iter().map(|name| (*name).to_owned()).collect(), lost }
    }

    /// Counts an answer.
    #[inline]
    pub(crate) fn count(&mut self, margins: &Margins, weight: f64) {
        for (name, lost) in self.names.iter().zip(&mut self.lost) {
            match (*margins, name.as_str()) {
                (Margins::Score { z, is_hinge, .. }, "hinge") => {
                    lost.add(&Hinge::default(), z, weight, is_hinge);
                }
                (Margins::Score { z, is_logistic, .. }, _) => {
                    lost.add(&Logistic::default(), z, weight, is_logistic);
                }
                (Margins::Residual(z), _) => {
                    lost.add(&Squared { half: false }, z, weight, true);
                }
                (Margins::Other, _) => {}
            }
        }
    }

    /// What was lost so far by the first loss.
    pub(crate) fn sum(&self) -> f64 {
        self.lost.first().map_or(f64::NAN, |lost| lost.sum.value())
    }

    /// What was lost by this loss.
    pub(crate) fn lost(&self, loss: &str) -> Option<RunLoss> {
        let at = self.names.iter().position(|name| name == loss)?;
        let Lost { sum, scaled, .. } = self.lost.get(at)?;
        Some(RunLoss { loss: sum.value(), scaled: *scaled })
    }
}

impl Lost {
    #[inline]
    fn add(&mut self, loss: &impl Loss, z: f64, weight: f64, as_is: bool) {
        let value = match as_is {
            true => loss.value(z),
            false => self.scale.judge(loss, z, weight),
        };
        self.scaled |= !as_is;
        let term = weight * value;
        // A sum that is not finite could not be saved.
        if (self.sum.magnitude() + term).is_finite() {
            self.sum.add(term);
        }
    }
}
