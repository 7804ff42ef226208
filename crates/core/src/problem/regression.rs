//! Regression: direction `a = x`, margin (residual) `z = <w,x> - y`, for a two-sided loss.
//!
//! The dual variable is signed: `d > 0` raises the prediction. (Thesis 5.3.1 with beta = -d.)

use super::Problem;
use crate::error::{Error, Result};
use crate::registry::Component;
use crate::round::{Block, Label, Prediction, Quality, Single, Term, View};
use serde::{Deserialize, Serialize};

/// A real target.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Regression {}

impl Component for Regression {
    const ABOUT: &'static str = "a real target: z = <w,x> - y, predicts <w,x>";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 5.3.1; Crammer et al. 2003, Table 1";
}

impl Problem for Regression {
    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()> {
        let Label::Number(y) = label else {
            return Err(Error::Label(format!("a regression problem needs a number, not {label}")));
        };
        if !y.is_finite() {
            return Err(Error::NotFinite(format!("the target {y} is not finite")));
        }
        let Single { coef, shift, z, violated, .. } = residual(view.scores[0], y);
        block.begin(violated);
        block.push(&[Term { part: 0, row: 0, coef }], 0.0, shift, z);
        Ok(())
    }

    const IS_SINGLE: bool = true;

    #[inline(always)]
    fn single(&self, score: f64, label: Label<'_>) -> Option<Single> {
        match label {
            Label::Number(y) if y.is_finite() => Some(residual(score, y)),
            _ => None,
        }
    }

    fn decide(&self, view: &View) -> Prediction {
        Prediction::Value(view.scores[0])
    }

    fn score(&self, view: &View) -> f64 {
        view.scores[0]
    }

    fn two_sided(&self) -> bool {
        true
    }
}

/// The constraint of a target.
#[inline(always)]
fn residual(score: f64, y: f64) -> Single {
    Single { coef: 1.0, shift: y, z: score - y, violated: false, quality: Quality::Plain }
}
