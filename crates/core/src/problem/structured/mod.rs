//! Structured output: sequences, alignments, trees, matchings. An output y is described by features
//! `phi(x,y)`, the prediction is `argmax_y <w,phi(x,y)>`, and a wrong output costs `rho(y,y')`.
//!
//! A [`Structure`] says what an output is made of, which one is best, and what a wrong one costs;
//! [`Structured`] turns it into a problem, so that every loss, ascent, schedule, readout and
//! certificate of this crate goes with it. With `gamma` the margin of the loss, the constraint of
//! an output y' is the direction `a = phi(x,y) - phi(x,y')` with the shift
//! `b = gamma (rho(y,y') - 1)`: the hinge is `[gamma rho - <w,a>]_+`.
//!
//! ```text
//! prediction-based   y' is the output predicted; a round whose cost is 0 asks nothing   Fig. 5.4
//! maximal            y' maximises gamma rho(y,y') + <w,phi(x,y')>                       Eq. 5.22
//! k best             the k outputs best by that measure, tied by one slack              sec. 7.4
//! working set        an ascent that solves rounds asks again at the weights it would    sec. 7.4
//!                    move to, until no output costs more than those asked for
//! ```
//!
//! The features of an output are terms (part, row, coefficient): row `row` of the weights applied
//! to part `part` of the example. Weights of the structure itself (pairs of neighbouring tags) are
//! rows applied to unit vectors. Defaults: prediction-based for an ascent that acts on mistakes,
//! maximal for the others, five best for an ascent that looks at several constraints.
//! (Shalev-Shwartz 2007, sec. 5.3.3 and 7.4; Crammer et al. 2006, sec. 9.)

mod constrain;
mod scores;
mod wrapper;

pub use scores::Scores;
pub use wrapper::Structured;

pub(super) use constrain::{asks, asks_about_answer, constrain, separate};

use crate::error::Result;
use crate::round::{Label, Prediction, Quality, Term};
use serde::{Deserialize, Serialize};

/// Which outputs a round compares the right one with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Against {
    /// The output that was predicted.
    Predicted,
    /// The output that costs most with what it scores.
    Maximal,
}

impl Against {
    /// The outputs, in words that follow "the output".
    pub fn words(self) -> &'static str {
        match self {
            Against::Predicted => "that was predicted",
            Against::Maximal => "that costs most with what it scores",
        }
    }
}

/// A kind of structured output: what it is made of, which one is best, what a wrong one costs.
///
/// `examples/rust/own_structure.rs` is a whole one.
pub trait Structure {
    /// An output.
    type Output: Clone + PartialEq;

    /// Rows of the weights.
    fn rows(&self) -> usize {
        1
    }

    /// The output that a label names, for an example of so many parts.
    fn output(&self, label: Label<'_>, parts: usize) -> Result<Self::Output>;

    /// Writes the feature map `phi(x,y)` of an output, a term for each row applied to a part.
    fn features(&self, output: &Self::Output, terms: &mut Vec<Term>);

    /// The output with the largest `<w,phi(x,y)>`; of equals always the same one.
    fn decode(&self, scores: &Scores<'_>) -> Self::Output;

    /// The output y' with the largest `<w,phi(x,y')> + unit cost(truth,y')`.
    fn decode_augmented(
        &self,
        scores: &Scores<'_>,
        truth: &Self::Output,
        unit: f64,
    ) -> Self::Output;

    /// What an output costs where another is right: 0 for that one, else more.
    fn cost(&self, truth: &Self::Output, output: &Self::Output) -> f64;

    /// The output as an answer.
    fn prediction(&self, output: &Self::Output) -> Prediction;

    /// The `count` best outputs by the measure of [`Structure::decode_augmented`], the best first;
    /// fewer where that is all that is known.
    fn best_augmented(
        &self,
        scores: &Scores<'_>,
        truth: &Self::Output,
        unit: f64,
        _count: usize,
    ) -> Vec<Self::Output> {
        vec![self.decode_augmented(scores, truth, unit)]
    }

    /// The output whose features the right one's lose by a direction `phi(x,y) - phi(x,y')`, if it
    /// can be told from that; certificates are verified by it.
    fn rival(&self, _truth: &Self::Output, _direction: &[Term]) -> Option<Self::Output> {
        None
    }

    /// How good an output is where another is right, beyond right or wrong.
    fn quality(&self, _truth: &Self::Output, _output: &Self::Output) -> Quality {
        Quality::Plain
    }

    /// Which outputs a round compares the right one with; `None` for the predicted one where the
    /// ascent acts on mistakes, else the worst.
    fn against(&self) -> Option<Against> {
        None
    }

    /// How many outputs a round compares the right one with, if the ascent looks at several.
    fn best(&self) -> usize {
        5
    }
}
