//! What the run that learned a model proves about it, as text and JSON.
//!
//! Its losses are `[rho - <w,a>]_+` of the alignments that the run itself predicted (on rounds with
//! a cost), not the maximal loss; comparators have norm `sqrt(2U)` on the scaled base functions.

use serde_json::{Value, json};

use crate::train::Summary;

/// The norm of the comparators.
fn norm(summary: &Summary) -> f64 {
    (2.0 * summary.complexity).sqrt()
}

/// The certificate in one line.
pub(super) fn text(summary: &Summary) -> String {
    let (norm, lost) = (norm(summary), summary.cumulative_loss);
    let least = summary.lower_bound(norm);
    format!(
        "certificate (prediction-based loss: that of the alignments the run itself predicted): any \
         fixed weights of norm up to {norm:.3} would have lost at least {least:.2}; the run lost \
         {lost:.2}, so its regret is at most {:.2}",
        lost - least
    )
}

/// The certificate as JSON.
pub(super) fn json(summary: &Summary) -> Value {
    let (norm, lost) = (norm(summary), summary.cumulative_loss);
    let least = summary.lower_bound(norm);
    json!({
        "loss": "prediction-based", "norm": norm, "lower_bound": least, "cumulative_loss": lost,
        "regret": lost - least, "dual_gain": summary.dual_gain,
        "potential_norm": summary.potential_norm,
    })
}

/// The rounds in one line.
pub(super) fn rounds(summary: &Summary) -> String {
    let Summary { mistakes, rounds, complexity, .. } = summary;
    format!("rounds: {mistakes} of {rounds} with a cost, U = {complexity}")
}
