//! Ranking inside a query: the parts of an example are the documents of a query, the label a grade for each, and one
//! weight vector scores them all. Directions `a_ij = x_i - x_j` for documents i graded above j, margins
//! `z_ij = <w,x_i> - <w,x_j>`, tied by one slack (`max`) or averaged over the pairs with a slack each (`average`).
//!
//! Answers with the documents by number, the best first. The measures of the ranking count as relevant what is graded
//! above the lowest grade of the query. Default: `max`.
//! (Shalev-Shwartz 2007, sec. 4.4 and 8; Amit et al., simultaneous projections, sec. 1.1 and 7.)

use super::Problem;
use super::classes::lead;
use super::form::{Asked, Form, worst};
use crate::block::{Block, Term};
use crate::error::Result;
use crate::hypothesis::View;
use crate::label::{Label, Prediction};
use crate::measure::{Quality, Ranking, rank_by};
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// The documents of a query in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Queries {
    /// What a round loses.
    pub form: Form,
}

impl Component for Queries {
    const ABOUT: &'static str = "documents of a query with grades (qid): z = min <w,x_i - x_j>, i graded above j; ranks by <w,x>";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 4.4; Amit et al., sec. 1.1 and 7";
}

impl Problem for Queries {
    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()> {
        let grades = super::each_part(label, view)?;
        let scores = &view.scores[..];
        let least = grades.iter().copied().fold(f64::INFINITY, f64::min);
        let relevant: Vec<usize> = (0..grades.len()).filter(|&i| grades[i] > least).collect();
        block.quality = Quality::Ranking(Ranking::of(scores, &relevant));
        let all = (0..grades.len()).flat_map(|i| {
            let below = (0..grades.len()).filter(move |&j| grades[j] < grades[i]);
            below.map(move |j| pair(scores, i, j))
        });
        if let Some(worst) = worst(all.clone()) {
            block.violation = self.form.write(worst, all, block);
        }
        block.mistake = block.violation;
        Ok(())
    }

    fn decide(&self, view: &View) -> Prediction {
        Prediction::Order(rank_by(&view.scores))
    }

    fn score(&self, view: &View) -> f64 {
        lead(&view.scores)
    }
}

/// What document i asks of its lead over j.
fn pair(scores: &[f64], i: usize, j: usize) -> Asked<2> {
    let terms = [Term { part: i, row: 0, coef: 1.0 }, Term { part: j, row: 0, coef: -1.0 }];
    (terms, scores[i] - scores[j])
}
