//! What a run of the learner proves and how it went, as a model keeps it.

use super::Learned;
use serde::{Deserialize, Serialize};

/// Figures of the run that learned the weights.
///
/// Its losses are those of the alignments that the run predicted, `[rho - <w,a>]_+` on rounds with
/// a cost, or the maximal ones: what `against` of the options says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// Rounds.
    pub rounds: u64,
    /// Rounds whose prediction had a cost.
    pub mistakes: u64,
    /// Examples whose limits had to be widened to hold the truth.
    pub widened: usize,
    /// U, or C for the maximal loss.
    pub complexity: f64,
    /// A, the sum of dual gains.
    pub dual_gain: f64,
    /// |v|.
    pub potential_norm: f64,
    /// G, the sum of the losses.
    pub cumulative_loss: f64,
    /// c at the end.
    pub tradeoff: f64,
    /// What rounding may take off a bound: a constant, and one times the norm.
    pub slack: [f64; 2],
}

impl Summary {
    /// The figures of a run.
    pub(crate) fn of(learned: &Learned) -> Self {
        let certificate = &learned.certificate;
        Summary {
            rounds: learned.rounds,
            mistakes: learned.mistakes,
            widened: learned.widened,
            complexity: learned.complexity,
            dual_gain: certificate.dual_gain,
            potential_norm: certificate.potential_norm,
            cumulative_loss: certificate.cumulative_loss,
            tradeoff: certificate.tradeoff,
            slack: certificate.slack,
        }
    }

    /// No weights of this norm on the scaled base functions have lost less: `A - |v| norm`.
    pub fn lower_bound(&self, norm: f64) -> f64 {
        let slack = self.slack[0] + self.slack[1] * norm;
        (self.dual_gain - self.potential_norm * norm - slack).max(0.0)
    }
}
