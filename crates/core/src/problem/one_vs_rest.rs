//! One-vs-rest: one binary learner a class, side by side. Directions `a_r = s_r (row r)` with
//! `s_y = 1` for the right class and `s_r = -1` for the others, margins
//! `z_r = s_r <w_r,x> - cost(y,r)`, each with a slack of its own; the right class has no cost.
//!
//! Predicts the class with the largest score, the first of equals. Works with every binary learner.
//! A class seen late starts from nothing, having missed the earlier examples against it. (Crammer &
//! Singer 2003, sec. 8, the baseline; the source says nothing of its margin: every binary learner
//! has the margin of the loss.)

use super::classes::{judge, lead};
use super::costs::{Cost, CostTable};
use super::{Classes, FirstLabels, Problem};
use crate::error::Result;
use crate::registry::Component;
use crate::round::{Block, Label, Prediction, Quality, Term, View};
use serde::{Deserialize, Serialize};

/// Several classes, each told from all others.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct OneVsRest {
    /// The classes known so far, a row each.
    pub classes: Classes,
    costs: CostTable,
}

/// What is written down of it.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Written {
    #[serde(skip_serializing_if = "Classes::is_empty")]
    classes: Classes,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    costs: Vec<Cost>,
}

impl From<Written> for OneVsRest {
    fn from(Written { classes, costs }: Written) -> Self {
        OneVsRest { costs: CostTable::new(costs, &classes), classes }
    }
}

impl From<OneVsRest> for Written {
    fn from(OneVsRest { classes, costs }: OneVsRest) -> Self {
        Written { classes, costs: costs.list().to_vec() }
    }
}

impl Component for OneVsRest {
    const ABOUT: &'static str = "one of several classes by one binary learner each: z_r = \
        +-<w_r,x>, predicts argmax <w_r,x>";
    const REFERENCE: &'static str = "Crammer & Singer 2003, sec. 8";
}

impl OneVsRest {
    /// The costs.
    pub fn costs(&self) -> &[Cost] {
        self.costs.list()
    }
}

impl Problem for OneVsRest {
    fn rows(&self) -> usize {
        self.classes.len().max(1)
    }

    fn check(&self) -> Result<()> {
        self.costs.check()
    }

    fn admit(&mut self, label: Label<'_>) -> Result<()> {
        self.classes.admit(label)?;
        self.costs.follow(&self.classes);
        Ok(())
    }

    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()> {
        let y = self.classes.row(label)?;
        let verdict = judge(&view.scores, y);
        (block.mistake, block.violation) = (verdict.mistake, verdict.violation);
        block.quality = Quality::Lead(view.scores[y] - verdict.rival);
        for (r, score) in view.scores.iter().enumerate() {
            let side = if r == y { 1.0 } else { -1.0 };
            let shift = if r == y { 0.0 } else { self.costs.margin(y, r) };
            block.begin(side * score <= 0.0);
            let terms = [Term { part: 0, row: r, coef: side }];
            block.push(&terms, 0.0, shift, side * score - shift);
        }
        Ok(())
    }

    fn has_several_slacks(&self) -> bool {
        true
    }

    fn parts_rows(&self) -> bool {
        true
    }

    fn decide(&self, view: &View) -> Prediction {
        self.classes.decide(&view.scores)
    }

    fn score(&self, view: &View) -> f64 {
        lead(&view.scores)
    }

    fn classes(&self) -> Option<&Classes> {
        Some(&self.classes)
    }

    fn decides_class(&self) -> bool {
        true
    }

    fn begin_with(&mut self, first: &FirstLabels) {
        if self.classes.is_empty() {
            self.classes = first.classes.clone();
            self.costs.follow(&self.classes);
        }
    }

    fn set_costs(&mut self, costs: &[Cost]) -> bool {
        self.costs = CostTable::new(costs.to_vec(), &self.classes);
        true
    }

    fn cost_lines(&self) -> usize {
        self.costs.list().len()
    }

    fn single_constraint(&self) -> bool {
        true
    }

    fn reduces(&self) -> Option<&'static str> {
        Some("multiclass")
    }
}
