//! Problems: what a label asks of the scores.
//!
//! A problem reads the scores of a round and writes a [`Block`] of constraints. It
//! knows nothing of geometry, loss or step.

mod binary;
mod candidates;
mod classes;
mod costs;
mod form;
mod label_ranking;
mod multiclass;
mod one_vs_rest;
mod ordinal;
mod queries;
mod regression;
mod tasks;
mod uniclass;

pub use binary::Binary;
pub use candidates::Candidates;
pub use classes::Classes;
pub use costs::Cost;
pub use form::Form;
pub use label_ranking::LabelRanking;
pub use multiclass::Multiclass;
pub use one_vs_rest::OneVsRest;
pub use ordinal::Ordinal;
pub use queries::{Ahead, Queries};
pub use regression::Regression;
pub use tasks::Tasks;
pub use uniclass::Uniclass;

use crate::error::{Error, Result};
use crate::registry::components;
use crate::round::{Block, Label, Prediction, View};

/// What the rest of the core may ask of a problem.
pub trait Problem {
    /// Rows the hypothesis needs (one weight vector each).
    fn rows(&self) -> usize {
        1
    }

    /// Why these parameters cannot be used, if they cannot.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Takes in a label that is about to be learned from, if it is new.
    fn admit(&mut self, _label: Label<'_>) -> Result<()> {
        Ok(())
    }

    /// Writes the constraints of this round, and whether its prediction was wrong.
    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()>;

    /// The decision for these scores.
    fn decide(&self, view: &View) -> Prediction;

    /// The number behind the decision: signed margin, value, or signed distance to the border.
    fn score(&self, view: &View) -> f64;

    /// Whether the loss must be two-sided (regression).
    fn two_sided(&self) -> bool {
        false
    }

    /// Whether [`View::gap`] is needed, and the first instance is the starting point.
    fn starts_at_first_instance(&self) -> bool {
        false
    }

    /// How many unit vectors follow the parts of an example with this label, for weights that belong to no feature
    /// (the thresholds of ordinal regression).
    fn companions(&self, _label: Label<'_>) -> usize {
        0
    }

    /// Told after an update that the weights were multiplied by `keep`.
    fn kept(&mut self, _keep: f64) {}
}

components! { $
    /// Any problem, chosen at run time, with what it has learned about its labels.
    AnyProblem, each_problem {
        Binary = "binary",
        Regression = "regression",
        Uniclass = "uniclass",
        Multiclass = "multiclass",
        OneVsRest = "one-vs-rest",
        LabelRanking = "label-ranking",
        Ordinal = "ordinal",
        Candidates = "candidates",
        Tasks = "tasks",
        Queries = "queries",
    }
}

/// The numbers of a label that has one for every part.
fn each_part<'a>(label: Label<'a>, view: &View) -> Result<&'a [f64]> {
    let parts = view.scores.len();
    match label {
        Label::Each(numbers) if numbers.len() == parts && numbers.iter().all(|x| x.is_finite()) => {
            Ok(numbers)
        }
        _ => Err(Error::Label(format!(
            "an example of {parts} parts needs as many numbers for a label, not {label}"
        ))),
    }
}

impl AnyProblem {
    /// Whether an example is several rows of a file that belong together, each a part of it.
    pub fn takes_parts(&self) -> bool {
        matches!(self, AnyProblem::Candidates(_) | AnyProblem::Tasks(_) | AnyProblem::Queries(_))
    }

    /// The classes by rows, where there are such.
    pub fn classes(&self) -> Option<&Classes> {
        match self {
            AnyProblem::Multiclass(p) => Some(p.classes()),
            AnyProblem::OneVsRest(p) => Some(&p.classes),
            AnyProblem::LabelRanking(p) => Some(&p.classes),
            _ => None,
        }
    }
}

impl Problem for AnyProblem {
    #[inline]
    fn rows(&self) -> usize {
        each_problem!(self, p => p.rows())
    }
    #[inline]
    fn check(&self) -> Result<()> {
        each_problem!(self, p => p.check())
    }
    #[inline]
    fn admit(&mut self, label: Label<'_>) -> Result<()> {
        each_problem!(self, p => p.admit(label))
    }
    #[inline(always)]
    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()> {
        each_problem!(self, p => p.constrain(view, label, block))
    }
    #[inline]
    fn decide(&self, view: &View) -> Prediction {
        each_problem!(self, p => p.decide(view))
    }
    #[inline(always)]
    fn score(&self, view: &View) -> f64 {
        each_problem!(self, p => p.score(view))
    }
    #[inline]
    fn two_sided(&self) -> bool {
        each_problem!(self, p => p.two_sided())
    }
    #[inline(always)]
    fn starts_at_first_instance(&self) -> bool {
        each_problem!(self, p => p.starts_at_first_instance())
    }
    #[inline(always)]
    fn companions(&self, label: Label<'_>) -> usize {
        each_problem!(self, p => p.companions(label))
    }
    #[inline]
    fn kept(&mut self, keep: f64) {
        each_problem!(self, p => p.kept(keep));
    }
}
