//! The serialisable choice of a learner: typed text, keywords or JSON -> `Spec` -> `check()` ->
//! `build()`.

mod assumption;
#[macro_use]
mod rules;
mod past;
mod promise;

use crate::ascent::{AnyAscent, Ascent, Trigger};
use crate::error::{Error, Result};
use crate::geometry::AnyGeometry;
use crate::hypothesis::{AnyHypothesis, Budget, Expansion};
use crate::kernel::AnyKernel;
use crate::learner::{AnyLearner, Learner};
use crate::loss::AnyLoss;
use crate::problem::{Against, AnyProblem, Problem};
use crate::readout::Readout;
use crate::replay::scope::AnyScope;
use crate::round::Label;
use crate::schedule::AnySchedule;
use crate::stage::{Bias, Columns};
use serde::{Deserialize, Serialize};

/// Everything that is chosen before the first example.
///
/// ```
/// use noregret_core::{Instance, Label, Spec};
///
/// let mut learner = Spec::named("pa1", "binary")?.build()?;
/// let outcome = learner.learn(Instance::Dense(&[3.0, 4.0]), Label::Number(1.0))?;
/// assert_eq!(outcome.loss, 1.0);
/// assert!((learner.weight(0, 0) - 0.12).abs() < 1e-12);
/// # Ok::<(), noregret_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// Published name it was made from, if any.
    pub algorithm: String,
    /// What the label asks.
    pub problem: AnyProblem,
    /// What a missed margin costs.
    pub loss: AnyLoss,
    /// How far the duals move.
    pub ascent: AnyAscent,
    /// What a small change is.
    pub geometry: AnyGeometry,
    /// How c is chosen.
    pub schedule: AnySchedule,
    /// Which hypothesis answers.
    #[serde(default)]
    pub readout: Readout,
    /// Inner product of the weights' space, if it is not that of the instances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<AnyKernel>,
    /// How many patterns a kernel may keep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<Budget>,
    /// A constant feature of every instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bias: Option<Bias>,
    /// Columns that are standardised before anything is learned from them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard: Option<Columns>,
    /// Whose dual variables a round may move.
    #[serde(default, skip_serializing_if = "AnyScope::is_current")]
    pub scope: AnyScope,
}

impl Spec {
    /// A fresh learner.
    pub fn build(&self) -> Result<AnyLearner> {
        self.check()?;
        let rows = self.problem.rows();
        let hypothesis = match &self.kernel {
            Some(kernel) => {
                let (budget, average) = (self.budget.clone(), self.readout.power());
                let expansion = Expansion::new(kernel.clone(), budget, rows, average);
                let has_units = self.problem.companions(Label::None) > 0;
                AnyHypothesis::Expansion(match has_units {
                    true => expansion.with_units(),
                    false => expansion,
                })
            }
            None => AnyHypothesis::new(&self.geometry, rows, self.readout.power()),
        };
        let learner = Learner::new(
            self.problem.clone(),
            self.loss.clone(),
            self.ascent.clone(),
            hypothesis,
            self.schedule.clone(),
            self.readout,
        );
        let learner = match self.bias {
            Some(bias) => learner.biased(bias),
            None => learner,
        };
        Ok(match self.standard {
            Some(columns) => learner.standardising(columns),
            None if !self.scope.is_current() => learner.looking_back(self.scope.clone()),
            None => learner,
        })
    }

    /// A fresh learner that keeps every round, so that it can be [revisited](Learner::revisit); an
    /// error if rounds of this choice cannot be.
    pub fn build_keeping(&self) -> Result<AnyLearner> {
        self.check_revisits()?;
        Ok(self.build()?.looking_back(AnyScope::default()))
    }

    /// Which outputs the loss compares the right one with, where they are structured: the loss that
    /// a certificate speaks of.
    pub fn against(&self) -> Option<Against> {
        let AnyProblem::Sequence(problem) = &self.problem else { return None };
        let on_mistakes = self.ascent.trigger() == Trigger::Mistake;
        let usual = if on_mistakes { Against::Predicted } else { Against::Maximal };
        Some(problem.against.unwrap_or(usual))
    }

    /// The loss by name, if it is not that of the published algorithm.
    pub fn own_loss(&self) -> Option<&'static str> {
        let usual = Spec::named(&self.algorithm, self.problem.name()).ok()?;
        (usual.loss.name() != self.loss.name()).then(|| self.loss.name())
    }

    /// Sets the aggressiveness C, where the learner has one.
    pub fn set_aggressiveness(&mut self, aggressiveness: f64) -> Result<()> {
        match &mut self.schedule {
            AnySchedule::FixedRate(s) => s.aggressiveness = aggressiveness,
            AnySchedule::Relaxed(s) => s.gamma = 0.5 / aggressiveness,
            other => {
                return Err(Error::Spec(format!(
                    "C has no place in the schedule {}, which tunes itself",
                    other.name()
                )));
            }
        }
        Ok(())
    }

    /// The aggressiveness C, where the learner has one.
    pub fn aggressiveness(&self) -> Option<f64> {
        match &self.schedule {
            AnySchedule::FixedRate(s) => Some(s.aggressiveness),
            AnySchedule::Relaxed(s) => Some(0.5 / s.gamma),
            _ => None,
        }
    }
}

impl AnySchedule {
    /// Whether it grows with the number of mistakes.
    pub fn counts_mistakes(&self) -> bool {
        matches!(self, AnySchedule::Mistakes(_))
    }
}
