//! Multiclass: one weight vector (prototype) a class. Directions `a_r = (row y) - (row r)` for
//! every wrong class r, margins `z_r = <w_y,x> - <w_r,x> - cost(y,r)`, tied by one slack:
//! `z = min_r z_r`.
//!
//! Predicts the class with the largest score, the first of equals. A tie with the right class is a
//! violation, as in the proofs, and a mistake only if the other class comes first. Labels are any
//! numbers or names; a class seen late starts with the weights every class started with. Default:
//! no classes declared, no costs. (Crammer & Singer 2003, sec. 2; Shalev-Shwartz 2007, sec. 5.3.2.)

use super::classes::{judge, lead};
use super::costs::{Cost, CostTable};
use super::{Classes, FirstLabels, Longest, Problem};
use crate::error::Result;
use crate::registry::Component;
use crate::round::{Block, Label, Prediction, Quality, Term, View};
use serde::{Deserialize, Serialize};

/// Several classes, one right.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Form", into = "Form")]
pub struct Multiclass {
    classes: Classes,
    costs: CostTable,
}

/// What is written down of it.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Form {
    #[serde(skip_serializing_if = "Classes::is_empty")]
    classes: Classes,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    costs: Vec<Cost>,
}

impl From<Form> for Multiclass {
    fn from(Form { classes, costs }: Form) -> Self {
        Multiclass::new(classes, costs)
    }
}

impl From<Multiclass> for Form {
    fn from(Multiclass { classes, costs }: Multiclass) -> Self {
        Form { classes, costs: costs.list().to_vec() }
    }
}

impl Component for Multiclass {
    const ABOUT: &'static str =
        "one of several classes: z = min_r <w_y,x> - <w_r,x> - cost(y,r), predicts argmax <w_r,x>";
    const REFERENCE: &'static str =
        "Crammer & Singer 2003, sec. 2; Shalev-Shwartz 2007, sec. 5.3.2";
}

impl Multiclass {
    /// With these classes declared and these costs.
    pub fn new(classes: Classes, costs: Vec<Cost>) -> Self {
        let costs = CostTable::new(costs, &classes);
        Multiclass { classes, costs }
    }

    /// The classes known so far, a row each.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// The costs.
    pub fn costs(&self) -> &[Cost] {
        self.costs.list()
    }

    /// What the costs ask of every pair, right class by right class; empty without costs.
    pub(crate) fn cost_table(&self) -> &[f64] {
        self.costs.margins()
    }
}

impl Problem for Multiclass {
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
        let (k, scores) = (self.classes.len(), &view.scores);
        let (verdict, target, reach) = (judge(scores, y), scores[y], block.reach);
        block.begin(verdict.violation);
        (block.mistake, block.violation) = (verdict.mistake, verdict.violation);
        block.quality = Quality::Lead(target - verdict.rival);
        if self.costs.is_empty() && block.by_rows {
            block.leads.resize(k, false);
            block.leads[y] = true;
        }
        if self.costs.is_empty() && (block.by_rows || target - verdict.rival >= reach) {
            let r = (0..k).find(|&r| r != y && scores[r] == verdict.rival);
            r.into_iter().for_each(|r| push(block, y, r, 0.0, target - scores[r]));
            return Ok(());
        }
        let shift = |r: usize| self.costs.margin(y, r);
        let mut nearest = (f64::INFINITY, y);
        for r in (0..k).filter(|&r| r != y) {
            let z = target - scores[r] - shift(r);
            if z < reach {
                push(block, y, r, shift(r), z);
            } else if z < nearest.0 {
                nearest = (z, r);
            }
        }
        if block.constraints.is_empty() && nearest.1 != y {
            push(block, y, nearest.1, shift(nearest.1), nearest.0);
        }
        Ok(())
    }

    fn longest(&self) -> Longest {
        Longest::TWO_ROWS
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
            *self = Multiclass::new(first.classes.clone(), self.costs.list().to_vec());
        }
    }

    fn set_costs(&mut self, costs: &[Cost]) -> bool {
        *self = Multiclass::new(std::mem::take(&mut self.classes), costs.to_vec());
        true
    }

    fn cost_lines(&self) -> usize {
        self.costs.list().len()
    }
}

/// What y asks of its lead over r.
fn push(block: &mut Block, y: usize, r: usize, shift: f64, z: f64) {
    let terms = [Term { part: 0, row: y, coef: 1.0 }, Term { part: 0, row: r, coef: -1.0 }];
    block.push(&terms, 0.0, shift, z);
}
