//! Rules: how far a round of boosting steps along a weak hypothesis.
//!
//! For any step a, `ln Z <= -a e + a^2 H^2/2` with H the largest `|h|` (Hoeffding; Lemma 15.4 of
//! the thesis). Where a rule never goes beyond the minimum of Z, the same holds with any shorter
//! step in place of a, so at best `-e^2/(2 H^2)`.

mod adaboost;
mod capped;
mod gentle;
mod line_search;
mod majority;

pub use adaboost::AdaBoost;
pub use capped::Capped;
pub use gentle::Gentle;
pub use line_search::LineSearch;
pub use majority::Majority;

use crate::error::{Error, Result};
use crate::registry::components;

/// No step is longer (times the largest `|h|`) than that of a hypothesis whose error is machine
/// epsilon: an error below that cannot be told from none, and would ask for a step without end.
const LONGEST: f64 = 18.021_826_694_558_577;

/// What a weak hypothesis said about the examples.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// Weights of the examples.
    pub weights: &'a [f64],
    /// `v_i = y_i h(x_i)`.
    pub values: &'a [f64],
    /// `<w,v>`, above 0.
    pub edge: f64,
    /// Largest `|v_i|`.
    pub reach: f64,
}

/// What the round may ask of a rule.
pub trait Rule {
    /// The step alpha, at least 0.
    fn step(&self, look: &Look<'_>) -> f64;

    /// Whether it is for hypotheses that answer -1 or 1 and nothing else.
    fn needs_signs(&self) -> bool {
        true
    }

    /// Whether a step may go beyond the minimum of Z.
    fn overshoots(&self) -> bool {
        false
    }

    /// Takes the edge `2 gamma` that every hypothesis is said to have; false if it has no use for
    /// one.
    fn set_gamma(&mut self, _gamma: f64) -> bool {
        false
    }

    /// Why these parameters cannot be used, if they cannot.
    fn check(&self) -> Result<()> {
        Ok(())
    }
}

components! { $
    /// Any rule, chosen at run time.
    AnyRule, each_rule {
        AdaBoost = "adaboost",
        Majority = "majority",
        Capped = "capped",
        Gentle = "gentle",
        LineSearch = "line-search",
    }
}

impl AnyRule {
    /// A bound on `ln Z` for a step of this length.
    pub fn promise(&self, step: f64, edge: f64, reach: f64) -> f64 {
        let square = reach * reach;
        let a = if self.overshoots() { step } else { step.min(edge / square) };
        -a * edge + 0.5 * a * a * square
    }
}

impl Rule for AnyRule {
    fn step(&self, look: &Look<'_>) -> f64 {
        each_rule!(self, rule => rule.step(look))
    }
    fn needs_signs(&self) -> bool {
        each_rule!(self, rule => rule.needs_signs())
    }
    fn overshoots(&self) -> bool {
        each_rule!(self, rule => rule.overshoots())
    }
    fn set_gamma(&mut self, gamma: f64) -> bool {
        each_rule!(self, rule => rule.set_gamma(gamma))
    }
    fn check(&self) -> Result<()> {
        each_rule!(self, rule => rule.check())
    }
}

/// An error unless `2 gamma` can be an edge.
fn check_gamma(gamma: f64) -> Result<()> {
    if gamma > 0.0 && gamma <= 0.5 {
        return Ok(());
    }
    Err(Error::Spec(format!(
        "gamma is how much better than a half a weak hypothesis is, above 0 and at most 0.5, not \
         {gamma}"
    )))
}
