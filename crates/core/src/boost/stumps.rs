//! The best decision stump, exactly, in O(stored values) a round once the columns are sorted.
//!
//! Answers of -1 and 1: the stump with the largest edge, `|S - 2 S_below|` with `S = sum w_i y_i`.
//! Real answers: each side says `(sum w_i y_i) / (sum w_i)` over its examples, and the edge,
//! `sum over sides of S_side^2 / W_side`, is largest (that is the least squared error). A constant
//! is a stump too. Of equals the first feature and the lowest threshold wins; thresholds lie half
//! way between neighbouring values.

use super::columns::{Mass, SortedColumns};
use super::{Stump, WeakLearner};
use crate::error::Result;
use crate::vector::Instance;

/// What the two sides of a stump say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// -1 or 1.
    Signs,
    /// How sure it is of the side, between -1 and 1.
    Reals,
}

/// Finds stumps on examples kept by columns.
#[derive(Clone, Debug)]
pub struct Stumps {
    columns: SortedColumns,
    leaves: Leaves,
    masses: Vec<Mass>,
}

/// The best so far.
struct Best {
    edge: f64,
    stump: Stump,
}

impl Stumps {
    /// Takes the examples in.
    ///
    /// # Errors
    /// If a value is not finite.
    pub fn new(rows: &[Instance<'_>], leaves: Leaves) -> Result<Self> {
        let columns = SortedColumns::sort(rows)?;
        let masses = vec![Mass::default(); columns.examples()];
        Ok(Stumps { columns, leaves, masses })
    }
}

impl Leaves {
    /// What a side of this mass says.
    fn answer(self, side: Mass) -> f64 {
        match self {
            Leaves::Signs => side.signed.signum(),
            Leaves::Reals if side.size > 0.0 => (side.signed / side.size).clamp(-1.0, 1.0),
            Leaves::Reals => 0.0,
        }
    }

    /// The edge of a split, and what its sides say. With signs the sides say the opposite of each
    /// other.
    fn split(self, below: Mass, total: Mass) -> (f64, f64, f64) {
        let above = total - below;
        match self {
            Leaves::Signs => {
                let gain = above.signed - below.signed;
                (gain.abs(), -gain.signum(), gain.signum())
            }
            Leaves::Reals => {
                let (low, high) = (self.answer(below), self.answer(above));
                (low * below.signed + high * above.signed, low, high)
            }
        }
    }
}

impl WeakLearner for Stumps {
    type Hypothesis = Stump;

    fn fit(&mut self, weights: &[f64], sides: &[f64], answers: &mut [f64]) -> Option<Stump> {
        for ((mass, w), y) in self.masses.iter_mut().zip(weights).zip(sides) {
            *mass = Mass { signed: w * y, size: *w };
        }
        let total = self.masses.iter().copied().fold(Mass::default(), |sum, mass| sum + mass);
        let answer = self.leaves.answer(total);
        let mut best = Best { edge: answer * total.signed, stump: Stump::constant(answer) };
        for feature in 0..self.columns.len() {
            self.columns.each_gap(feature, &self.masses, total, |(low, high), below| {
                let (edge, below, above) = self.leaves.split(below, total);
                if edge > best.edge {
                    let threshold = between(low, high);
                    best.edge = edge;
                    best.stump = Stump { feature: feature as u32, threshold, below, above };
                }
            });
        }
        self.columns.answer(&best.stump, answers);
        // An edge of rounding errors is none.
        (best.edge > 1e-12).then_some(best.stump)
    }
}

/// Half way, but below the upper one.
fn between(low: f64, high: f64) -> f64 {
    let middle = 0.5 * low + 0.5 * high;
    if middle < high { middle } else { low }
}
