//! Binary classification: direction `a = y x`, margin `z = y <w,x>`, mistake when `z <= 0`.
//!
//! Labels are -1/+1, 0/1, or any two names: a positive number goes to the positive side, 0 and
//! negative numbers to the negative one, of two names the first seen is negative. A third label is
//! refused. A score of exactly 0 is decided as positive (the thesis leaves sign(0) open) and
//! counted as a mistake.

use super::{FirstLabels, Problem};
use crate::error::{Error, Result};
use crate::registry::Component;
use crate::round::{Block, ClassName, Label, Prediction, Quality, Single, Term, View};
use serde::{Deserialize, Serialize};

/// The sign of the negative and of the positive class.
static SIDES: [f64; 2] = [-1.0, 1.0];

/// Two classes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Binary {
    /// The label of the negative class, once known or if declared.
    pub negative: Option<ClassName>,
    /// The label of the positive class, once known or if declared.
    pub positive: Option<ClassName>,
}

impl Component for Binary {
    const ABOUT: &'static str = "two classes: z = y <w,x>, predicts sign <w,x>";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 2.3; Crammer et al. 2003, Table 1";
}

impl Binary {
    /// +1 or -1 for a known label.
    pub fn sign(&self, label: Label<'_>) -> Result<f64> {
        self.side(label).ok_or_else(|| self.refuse(label))
    }

    /// +1 or -1 for a known label, `None` for any other.
    #[inline(always)]
    fn side(&self, label: Label<'_>) -> Option<f64> {
        let is = |class: &Option<ClassName>| class.as_ref().is_some_and(|c| c.is(label));
        // Both are asked: which one it is cannot be guessed, that it is one can.
        let (positive, negative) = (is(&self.positive), is(&self.negative));
        if positive | negative {
            // Looked up, not chosen: a choice would be a branch that nobody can guess.
            return Some(SIDES[usize::from(positive)]);
        }
        None
    }

    #[cold]
    fn refuse(&self, label: Label<'_>) -> Error {
        let name = |class: &Option<ClassName>| class.as_ref().map(ToString::to_string);
        let known: Vec<String> =
            [&self.negative, &self.positive].into_iter().filter_map(name).collect();
        Error::Label(match (label, known.as_slice()) {
            (Label::None, _) => "a binary problem needs a label".into(),
            (_, []) => format!("label {label} is unknown: no label has been learned yet"),
            _ => format!("label {label} is not among the known ones, {}", known.join(" and ")),
        })
    }
}

impl Problem for Binary {
    fn admit(&mut self, label: Label<'_>) -> Result<()> {
        if self.sign(label).is_ok() {
            return Ok(());
        }
        if let Label::Number(x) = label
            && !x.is_finite()
        {
            return Err(Error::NotFinite(format!("the label {x} is not finite")));
        }
        let name = ClassName::from_label(label).ok_or_else(|| self.refuse(label))?;
        let prefers_positive = match label {
            Label::Number(x) => x > 0.0,
            _ => self.negative.is_some(),
        };
        match (prefers_positive, &self.positive, &self.negative) {
            (true, None, _) | (_, None, Some(_)) => self.positive = Some(name),
            (_, _, None) => self.negative = Some(name),
            (_, Some(_), Some(_)) => return Err(self.refuse(label)),
        }
        Ok(())
    }

    #[inline(always)]
    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()> {
        let Some(Single { coef, z, violated, .. }) = self.single(view.scores[0], label) else {
            return Err(self.refuse(label));
        };
        block.begin(violated);
        block.push(&[Term { part: 0, row: 0, coef }], 0.0, 0.0, z);
        (block.mistake, block.violation) = (violated, violated);
        Ok(())
    }

    const IS_SINGLE: bool = true;

    #[inline(always)]
    fn single(&self, score: f64, label: Label<'_>) -> Option<Single> {
        let y = self.side(label)?;
        let z = y * score;
        Some(Single { coef: y, shift: 0.0, z, violated: z <= 0.0, quality: Quality::Plain })
    }

    fn decide(&self, view: &View) -> Prediction {
        let side = if view.scores[0] >= 0.0 { &self.positive } else { &self.negative };
        Prediction::Class(side.clone())
    }

    #[inline(always)]
    fn score(&self, view: &View) -> f64 {
        view.scores[0]
    }

    fn class_names(&self) -> Option<Vec<ClassName>> {
        Some(self.negative.iter().chain(&self.positive).cloned().collect())
    }

    fn class_count(&self) -> Option<usize> {
        Some(2)
    }

    fn decides_class(&self) -> bool {
        true
    }

    fn begin_with(&mut self, first: &FirstLabels) {
        if let (None, None, Some([negative, positive])) =
            (&self.negative, &self.positive, first.first_two())
        {
            (self.negative, self.positive) = (Some(negative), Some(positive));
        }
    }

    fn sign_of(&self, label: Label<'_>) -> Option<Result<f64>> {
        Some(self.sign(label))
    }

    fn single_constraint(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs(labels: &[Label<'_>]) -> Vec<Option<f64>> {
        let mut problem = Binary::default();
        labels.iter().map(|&l| problem.admit(l).and_then(|()| problem.sign(l)).ok()).collect()
    }

    #[test]
    fn any_two_labels() {
        use Label::{Name, Number};
        assert_eq!(signs(&[Number(-1.0), Number(1.0)]), [Some(-1.0), Some(1.0)]);
        assert_eq!(signs(&[Number(1.0), Number(0.0)]), [Some(1.0), Some(-1.0)]);
        assert_eq!(signs(&[Number(2.0), Number(1.0)]), [Some(1.0), Some(-1.0)]);
        assert_eq!(signs(&[Name("ham"), Name("spam")]), [Some(-1.0), Some(1.0)]);
        assert_eq!(signs(&[Number(0.0), Number(-1.0)]), [Some(-1.0), Some(1.0)]);
    }

    #[test]
    fn a_third_label_and_a_missing_one_are_refused() {
        use Label::{Name, None, Number};
        assert_eq!(signs(&[Number(-1.0), Number(1.0), Number(2.0)])[2], Option::None);
        assert_eq!(signs(&[Name("a"), Name("b"), Name("c")])[2], Option::None);
        assert_eq!(signs(&[None])[0], Option::None);
    }
}
