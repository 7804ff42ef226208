//! Required margins: how far the right class y has to be ahead of a wrong one r, on top of the
//! margin of the loss.
//!
//! A cost may name both classes, or leave one open; the more exact one counts, then the later one.
//! A class weight is a cost with r left open. In label ranking every relevant label is a right one,
//! and every other a wrong one; in one-vs-rest a wrong class r has to be so much further below 0.
//! Default: none. (Crammer et al. 2006, sec. 8: cost-sensitive learning.)

use super::Classes;
use crate::error::{Result, at_least};
use crate::round::ClassName;
use serde::{Deserialize, Serialize};

/// What is required of the scores of one pair of classes, or of several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// The right class; any if left out.
    pub right: Option<ClassName>,
    /// The wrong class; any if left out.
    pub wrong: Option<ClassName>,
    /// By how much the right one has to be ahead, besides the margin of the loss.
    pub margin: f64,
}

impl Cost {
    fn is_about(&self, right: &ClassName, wrong: &ClassName) -> bool {
        let fits = |given: &Option<ClassName>, class| given.as_ref().is_none_or(|g| g == class);
        fits(&self.right, right) && fits(&self.wrong, wrong)
    }

    fn exactness(&self) -> usize {
        usize::from(self.right.is_some()) + usize::from(self.wrong.is_some())
    }
}

/// Costs, and what they require of all pairs of known classes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CostTable {
    list: Vec<Cost>,
    /// Right class by right class; empty without costs.
    table: Vec<f64>,
    classes: usize,
}

impl CostTable {
    /// Of these costs and classes.
    pub(super) fn new(list: Vec<Cost>, classes: &Classes) -> Self {
        CostTable { table: table(&list, classes), list, classes: classes.len() }
    }

    /// Takes in classes that are new.
    pub(super) fn follow(&mut self, classes: &Classes) {
        if !self.list.is_empty() && self.classes != classes.len() {
            *self = CostTable::new(std::mem::take(&mut self.list), classes);
        }
    }

    /// The costs.
    pub(super) fn list(&self) -> &[Cost] {
        &self.list
    }

    /// The margins of all pairs, right class by right class; empty without costs.
    pub(super) fn margins(&self) -> &[f64] {
        &self.table
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// By how much the right class has to be ahead of the wrong one, both by row.
    pub(super) fn margin(&self, right: usize, wrong: usize) -> f64 {
        self.table.get(right * self.classes + wrong).copied().unwrap_or(0.0)
    }

    /// An error unless every margin is a number of at least 0.
    pub(super) fn check(&self) -> Result<()> {
        self.list.iter().try_for_each(|cost| at_least("a cost", cost.margin, 0.0))
    }
}

/// The required margins of all pairs, right class by right class; empty without costs.
fn table(costs: &[Cost], classes: &Classes) -> Vec<f64> {
    if costs.is_empty() {
        return Vec::new();
    }
    let of = |right: &ClassName, wrong: &ClassName| {
        let about = costs.iter().filter(|c| c.is_about(right, wrong));
        about.max_by_key(|c| c.exactness()).map_or(0.0, |c| c.margin)
    };
    let names = classes.names();
    names.iter().flat_map(|right| names.iter().map(move |wrong| of(right, wrong))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_exact_cost_counts() {
        let name = |s: &str| Some(ClassName::Text(s.into()));
        let cost = |right, wrong, margin| Cost { right, wrong, margin };
        let costs = [
            cost(name("a"), name("b"), 3.0),
            cost(name("a"), None, 2.0),
            cost(None, None, 1.0),
            cost(None, None, 0.5),
        ];
        let classes = Classes::from(vec![ClassName::Text("a".into()), ClassName::Text("b".into())]);
        assert_eq!(table(&costs, &classes), [2.0, 3.0, 0.5, 0.5]);
        assert!(table(&[], &classes).is_empty());
        let broken = CostTable::new(vec![cost(None, None, -1.0)], &classes);
        assert!(broken.check().is_err());
    }
}
