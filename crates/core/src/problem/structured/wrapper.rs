//! A problem made of a structure.

use super::{Against, Scores, Structure, asks, asks_about_answer, constrain, separate};
use crate::error::Result;
use crate::problem::{LabelForm, Longest, Problem};
use crate::round::{Block, Label, Prediction, Term, View};

/// The problem of predicting outputs of a structure.
///
/// The parts of an example are what the structure says they are; with the unit vectors of the first
/// n coordinates for parts, the scores of row 0 are n weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Structured<S> {
    /// The structure, which may hold the input in front of it.
    pub structure: S,
}

impl<S> Structured<S> {
    /// The problem of this structure.
    pub fn new(structure: S) -> Self {
        Structured { structure }
    }
}

impl<S: Structure> Problem for Structured<S> {
    fn rows(&self) -> usize {
        self.structure.rows()
    }

    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()> {
        constrain(&self.structure, view, label, block)
    }

    fn separates(&self) -> bool {
        self.structure.against() != Some(Against::Predicted)
    }

    fn separate(
        &self,
        seen: (&View, &[f64]),
        label: Label<'_>,
        level: f64,
        block: &mut Block,
    ) -> f64 {
        separate(&self.structure, seen, label, level, block)
    }

    fn writes_all(&self) -> bool {
        false
    }

    fn asks(&self, example: (usize, Label<'_>), constraint: (&[Term], f64), margin: f64) -> bool {
        asks(&self.structure, example, constraint, margin)
    }

    fn asks_about_answer(&self, on_mistakes: bool) -> bool {
        asks_about_answer(&self.structure, on_mistakes)
    }

    fn decide(&self, view: &View) -> Prediction {
        let scores = Scores::seen(view, self.rows());
        self.structure.prediction(&self.structure.decode(&scores))
    }

    fn score(&self, view: &View) -> f64 {
        let scores = Scores::seen(view, self.rows());
        let mut terms = Vec::new();
        self.structure.features(&self.structure.decode(&scores), &mut terms);
        scores.along(&terms)
    }

    fn longest(&self) -> Longest {
        Longest::OUTPUTS
    }

    fn has_shifts(&self) -> bool {
        true
    }

    fn label_form(&self) -> LabelForm {
        LabelForm::NumberEach
    }

    fn takes_bias(&self) -> bool {
        false
    }
}
