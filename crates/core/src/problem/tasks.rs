//! A block of binary tasks in one round: a part and a side `y_j` (a sign) each, one weight vector for all. Directions
//! `a_j = y_j x_j`, margins `z_j = y_j <w,x_j>`, tied by one slack (`max`) or averaged with a slack each (`average`).
//!
//! `prices` are the budget of Amit et al., sec. 10: the dual variables satisfy `sum_j price_j d_j <= cap`, so that the
//! round loses `max_j loss_j/price_j`: task j has the direction `a_j/price_j` and is shifted so that its miss
//! is its own divided by the price. They are by the number of the part; parts beyond the list cost 1.
//! Default: `max`, no prices. (Amit et al., simultaneous projections, sec. 2, 7 and 10.)

use super::Problem;
use super::form::Form;
use crate::block::{Block, Term};
use crate::error::{Error, Result};
use crate::hypothesis::View;
use crate::label::{Label, Prediction};
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// Several binary tasks at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Tasks {
    /// What a round loses.
    pub form: Form,
    /// What the dual variable of each part costs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prices: Vec<f64>,
}

impl Component for Tasks {
    const ABOUT: &'static str = "binary tasks that come together (qid) and share a slack: z = min_j y_j <w,x_j>, predicts each sign";
    const REFERENCE: &'static str = "Amit et al., sec. 2, 7 and 10";
}

impl Tasks {
    fn price(&self, part: usize) -> f64 {
        self.prices.get(part).copied().unwrap_or(1.0)
    }

    fn push(&self, block: &mut Block, part: usize, side: f64, score: f64) {
        let rate = 1.0 / self.price(part);
        let shift = block.margin * (rate - 1.0);
        let terms = [Term { part, row: 0, coef: side * rate }];
        block.push(&terms, 0.0, shift, rate * side * score - shift);
    }
}

impl Problem for Tasks {
    fn check(&self) -> Result<()> {
        if self.prices.iter().all(|&price| price > 0.0 && price.is_finite()) {
            return Ok(());
        }
        Err(Error::Spec("the price of a task is a number above 0".into()))
    }

    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()> {
        let sides = super::each_part(label, view)?;
        if let Some(zero) = sides.iter().position(|&side| side == 0.0) {
            return Err(Error::Label(format!("task {zero} has no side: its label is 0")));
        }
        let wrong = |j: usize| sides[j].signum() * view.scores[j] <= 0.0;
        block.violation = (0..sides.len()).any(wrong);
        block.mistake = block.violation;
        block.overlapping = self.form == Form::Average;
        if self.form == Form::Max {
            block.begin(block.violation);
        }
        for (j, side) in sides.iter().map(|side| side.signum()).enumerate() {
            if self.form == Form::Average {
                block.begin_share(wrong(j), 1.0 / sides.len() as f64);
            }
            self.push(block, j, side, view.scores[j]);
        }
        Ok(())
    }

    fn decide(&self, view: &View) -> Prediction {
        Prediction::Sides(view.scores.iter().map(|&score| score > 0.0).collect())
    }

    fn score(&self, view: &View) -> f64 {
        let surer = |a: f64, b: f64| if b.abs() < a.abs() { b } else { a };
        view.scores.iter().copied().reduce(surer).unwrap_or(0.0)
    }
}
