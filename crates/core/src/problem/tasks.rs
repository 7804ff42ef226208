//! A block of binary tasks in one round: a part and a side `y_j` (a sign) each, one weight vector
//! for all. Directions `a_j = y_j x_j`, margins `z_j = y_j <w,x_j>`, tied by one slack (`max`) or
//! averaged with a slack each (`average`).
//!
//! `sets` puts the parts into sets (a number for each part; those beyond the list are in set 0):
//! the loss is then the mean over the sets of the largest in each. `prices` are the budget of Amit
//! et al., sec. 10: the dual variables satisfy `sum_j price_j d_j <= cap`, so that the round loses
//! `max_j loss_j/price_j`: task j has the direction `a_j/price_j` and is shifted so that its miss
//! is its own divided by the price. They are by the number of the part, and 1 for
//! parts beyond the list. (Several budgets at once: the largest price of each part satisfies all.)
//! Default: `max`, no sets, no prices. (Amit et al., simultaneous projections, sec. 2, 7 and 10.)

use super::form::Form;
use super::{LabelForm, Problem};
use crate::error::{Error, Result};
use crate::registry::Component;
use crate::round::{Block, Label, Prediction, Quality, Term, View};
use serde::{Deserialize, Serialize};

/// Several binary tasks at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Tasks {
    /// What a round loses.
    pub form: Form,
    /// The set of each part, instead of `form`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<usize>,
    /// What the dual variable of each part costs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prices: Vec<f64>,
}

impl Component for Tasks {
    const ABOUT: &'static str = "binary tasks that come together (qid) and share a slack: z = \
        min_j y_j <w,x_j>, predicts each sign";
    const REFERENCE: &'static str = "Amit et al., sec. 2, 7 and 10";
}

impl Tasks {
    fn price(&self, part: usize) -> f64 {
        self.prices.get(part).copied().unwrap_or(1.0)
    }

    /// The parts that share a slack, set by set; each for itself without sets.
    fn partition(&self, parts: usize) -> Vec<Vec<usize>> {
        if self.sets.is_empty() {
            return (0..parts).map(|j| vec![j]).collect();
        }
        let mut sets: Vec<(usize, Vec<usize>)> = Vec::new();
        for j in 0..parts {
            let number = self.sets.get(j).copied().unwrap_or(0);
            match sets.iter_mut().find(|(known, _)| *known == number) {
                Some((_, set)) => set.push(j),
                None => sets.push((number, vec![j])),
            }
        }
        sets.into_iter().map(|(_, set)| set).collect()
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
        let mistakes = (0..sides.len()).filter(|&j| wrong(j)).count();
        block.quality = Quality::Tasks { wrong: mistakes as f64 / sides.len().max(1) as f64 };
        block.violation = mistakes > 0;
        block.mistake = block.violation;
        if self.sets.is_empty() && self.form == Form::Max {
            block.begin(block.violation);
            for (j, (side, &score)) in sides.iter().zip(&view.scores).enumerate() {
                self.push(block, j, side.signum(), score);
            }
            return Ok(());
        }
        let sets = self.partition(sides.len());
        block.overlapping = sets.len() > 1;
        let share = 1.0 / sets.len().max(1) as f64;
        for set in sets {
            block.begin_share(set.iter().any(|&j| wrong(j)), share);
            set.iter().for_each(|&j| self.push(block, j, sides[j].signum(), view.scores[j]));
        }
        Ok(())
    }

    fn has_shifts(&self) -> bool {
        !self.prices.is_empty()
    }

    fn has_several_slacks(&self) -> bool {
        self.form == Form::Average || !self.sets.is_empty()
    }

    fn decide(&self, view: &View) -> Prediction {
        Prediction::Sides(view.scores.iter().map(|&score| score > 0.0).collect())
    }

    fn score(&self, view: &View) -> f64 {
        let surer = |a: f64, b: f64| if b.abs() < a.abs() { b } else { a };
        view.scores.iter().copied().reduce(surer).unwrap_or(0.0)
    }

    fn quality(&self) -> Quality {
        Quality::Tasks { wrong: 0.0 }
    }

    fn label_form(&self) -> LabelForm {
        LabelForm::SideEach
    }
}
