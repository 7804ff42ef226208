//! What the answers of a run lost, in the terms of what is proved about the rows.
//!
//! A learner whose own loss is the one of the proof, in a geometry that stays, is judged by its
//! scores as they are; all others after one scale learned online ([`Scale`]).

use super::scale::{self, Scale};
use crate::example;
use noregret_core::ascent::{Ascent, Trigger};
use noregret_core::loss::{AnyLoss, Hinge, Logistic, Loss, Squared};
use noregret_core::number::Sum;
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::stage::Columns;
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
    pub(crate) fn of(problem: &AnyProblem, units: Units, rows: &[Row], outcome: &Outcome) -> Self {
        let label = example::label(&rows[0]);
        let Units { is_hinge, is_logistic, .. } = units;
        let score = |z| Margins::Score { z, is_hinge, is_logistic };
        match (problem.sign_of(label), problem) {
            (Some(Ok(side)), _) => score(outcome.quality.lead().unwrap_or(side * outcome.score)),
            (_, AnyProblem::Regression(_)) => match label {
                noregret_core::Label::Number(y) => Margins::Residual(outcome.score - y),
                _ => Margins::Other,
            },
            (_, AnyProblem::Multiclass(_) | AnyProblem::OneVsRest(_)) => {
                let z = outcome.quality.lead().unwrap_or(outcome.margin);
                // A class alone leads by any amount.
                score(if z == f64::INFINITY { f64::MAX.sqrt() } else { z })
            }
            _ => Margins::Other,
        }
    }
}

/// In which units whoever answers has its scores, and which columns it standardises; asked before
/// it learns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Units {
    pub(super) is_hinge: bool,
    pub(super) is_logistic: bool,
    /// Its standardised columns, and whether it does not depend on their units.
    pub(super) columns: Option<Columns>,
    pub(super) is_scale_free: bool,
}

impl Units {
    /// Those of a learner of this composition.
    #[inline]
    pub(crate) fn of(spec: &Spec) -> Self {
        let named = |name: &str| spec.loss.name() == name && is_plain(spec);
        Units {
            is_hinge: named("hinge"),
            is_logistic: named("logistic"),
            columns: spec.standard,
            is_scale_free: spec.geometry.is_scale_free(),
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
    /// Whether the sum is beyond all numbers.
    overflowed: bool,
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

    /// Counts answers whose scores have one scale, which is found afterwards.
    pub(crate) fn count_all(&mut self, all: &[(Margins, f64)]) {
        let factors = [scale::best(&Hinge::default(), all), scale::best(&Logistic::default(), all)];
        for (margins, weight) in all {
            for (name, lost) in self.names.iter().zip(&mut self.lost) {
                match (*margins, name.as_str()) {
                    (Margins::Score { z, is_hinge, .. }, "hinge") => {
                        let factor = if is_hinge { 1.0 } else { factors[0] };
                        lost.add(&Hinge::default(), factor * z, *weight, true);
                        lost.scaled |= !is_hinge;
                    }
                    (Margins::Score { z, is_logistic, .. }, _) => {
                        let factor = if is_logistic { 1.0 } else { factors[1] };
                        lost.add(&Logistic::default(), factor * z, *weight, true);
                        lost.scaled |= !is_logistic;
                    }
                    (Margins::Residual(z), _) => {
                        lost.add(&Squared { half: false }, z, *weight, true);
                    }
                    (Margins::Other, _) => {}
                }
            }
        }
    }

    /// What several runs have lost that began as `base` did; the scales are those of the first.
    pub(crate) fn merged(base: Option<&Judge>, parts: &[&Judge]) -> Option<Judge> {
        let first = parts.first()?;
        let none = Judge { lost: vec![Lost::default(); first.lost.len()], ..(*first).clone() };
        let base = base.unwrap_or(&none);
        let mut merged = base.clone();
        for part in parts {
            if part.names != base.names {
                return None;
            }
            for (own, (now, began)) in merged.lost.iter_mut().zip(part.lost.iter().zip(&base.lost))
            {
                own.sum.grow(&now.sum, &began.sum);
                own.scaled |= now.scaled;
                own.overflowed |= now.overflowed;
            }
        }
        for (own, first) in merged.lost.iter_mut().zip(&first.lost) {
            own.scale = first.scale;
        }
        Some(merged)
    }

    /// What was lost so far by the first loss.
    pub(crate) fn sum(&self) -> f64 {
        self.lost.first().map_or(f64::NAN, |lost| lost.sum.value())
    }

    /// What was lost by this loss.
    pub(crate) fn lost(&self, loss: &str) -> Option<RunLoss> {
        let at = self.names.iter().position(|name| name == loss)?;
        let Lost { sum, scaled, .. } = self.lost.get(at).filter(|lost| !lost.overflowed)?;
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
        // A sum that is not finite could not be saved, and one without the term would be wrong.
        match (self.sum.magnitude() + term).is_finite() {
            true => self.sum.add(term),
            false => self.overflowed = true,
        }
    }
}
