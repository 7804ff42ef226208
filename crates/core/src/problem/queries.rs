//! Ranking inside a query: the parts of an example are the documents of a query, the label a grade
//! for each, and one weight vector scores them all. Directions `a_ij = x_i - x_j` for documents i
//! graded above j, tied by one slack (`max`) or averaged over the pairs with a slack each
//! (`average`).
//!
//! With `margin=grades` the margin gamma of the loss is asked for each unit of the difference of
//! grades, `<w,x_i - x_j> >= gamma (y_i - y_j)`, so `b_ij = gamma (y_i - y_j - 1)`; with
//! `margin=same` it is gamma for all pairs. A loss without a margin (logistic) has nothing to
//! multiply.
//!
//! Answers with the documents by number, the best first. The measures of the ranking count as
//! relevant what is graded above the lowest grade of the query; NDCG counts the grades themselves.
//! Default: `max`, `grades`. (Shalev-Shwartz 2007, sec. 5.3.4; Amit et al., simultaneous
//! projections, sec. 1.1 and 7.)

use super::classes::lead;
use super::form::{Form, FormConstraint, worst};
use super::{LabelForm, Longest, Problem};
use crate::error::Result;
use crate::registry::Component;
use crate::round::{Block, Gains, Label, Prediction, Quality, Ranking, Term, View, rank_by};
use serde::{Deserialize, Serialize};

/// How far a document should be ahead of one with a lower grade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ahead {
    /// By the margin of the loss for each unit of the difference of their grades.
    #[default]
    Grades,
    /// By the margin of the loss.
    Same,
}

/// The documents of a query in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Queries {
    /// What a round loses.
    pub form: Form,
    /// What a pair is asked for.
    pub margin: Ahead,
}

impl Component for Queries {
    const ABOUT: &'static str = "documents of a query with grades (qid): z = min <w,x_i - x_j> - \
        gamma (y_i - y_j - 1), i graded above j; ranks by <w,x>";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 5.3.4; Amit et al., sec. 1.1 and 7";
}

impl Queries {
    /// What document i asks of its lead over j, given the scores, the grades and the margin of the
    /// loss.
    fn pair(
        &self,
        scores: &[f64],
        grades: &[f64],
        margin: f64,
        (i, j): (usize, usize),
    ) -> FormConstraint<2> {
        let terms = [Term { part: i, row: 0, coef: 1.0 }, Term { part: j, row: 0, coef: -1.0 }];
        let shift = match self.margin {
            Ahead::Grades => margin * (grades[i] - grades[j] - 1.0),
            Ahead::Same => 0.0,
        };
        FormConstraint { terms, lead: scores[i] - scores[j], shift }
    }
}

impl Problem for Queries {
    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()> {
        let grades = super::each_part(label, view)?;
        let (scores, margin) = (&view.scores[..], block.margin);
        let least = grades.iter().copied().fold(f64::INFINITY, f64::min);
        let relevant: Vec<usize> = (0..grades.len()).filter(|&i| grades[i] > least).collect();
        block.quality =
            Quality::Graded(Ranking::new(scores, &relevant), Gains::new(scores, grades));
        let all = (0..grades.len()).flat_map(|i| {
            let below = (0..grades.len()).filter(move |&j| grades[j] < grades[i]);
            below.map(move |j| self.pair(scores, grades, margin, (i, j)))
        });
        if let Some(worst) = worst(all.clone()) {
            let violated = worst.lead <= 0.0 || all.clone().any(|pair| pair.lead <= 0.0);
            self.form.write(worst, all, violated, block);
        }
        block.mistake = block.violation;
        Ok(())
    }

    fn longest(&self) -> Longest {
        Longest::DIFFERENCE
    }

    // Grades that lie further apart than 1 ask for more.
    fn has_shifts(&self) -> bool {
        self.margin == Ahead::Grades
    }

    fn has_several_slacks(&self) -> bool {
        self.form == Form::Average
    }

    fn decide(&self, view: &View) -> Prediction {
        Prediction::Order(rank_by(&view.scores))
    }

    fn score(&self, view: &View) -> f64 {
        lead(&view.scores)
    }

    fn label_form(&self) -> LabelForm {
        LabelForm::NumberEach
    }

    // A constant that all documents share tells none from another.
    fn takes_bias(&self) -> bool {
        false
    }

    fn quality(&self) -> Quality {
        Quality::Graded(Ranking::default(), Gains::default())
    }

    fn error_words(&self) -> &'static str {
        "rankings imperfect"
    }
}
