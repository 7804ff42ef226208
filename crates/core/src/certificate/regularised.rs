//! The certificate of a run on strongly convex losses `g_t = sigma f + h_t`: for every u at once,
//! whatever its size,
//!
//! ```text
//! sum_t g_t(u) >= A - <v,u> + sigma T f(u) >= A - sigma T f*(v/(sigma T)) = D_(sigma T)
//! ```
//!
//! so the regret of the run is at most `G + sigma sum_t f(w_t) - D_(sigma T)`. Needs feasible duals
//! only. (Thesis ch. 4 read through Lemma 1; a round of any weight adds sigma f once.)

use super::dual::Evidence;
use crate::hypothesis::DualPoint;
use serde::Serialize;

/// What is proved about the regularised losses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Regularised {
    /// sigma.
    pub sigma: f64,
    /// `sum_t f(w_t)`.
    pub complexity_sum: f64,
    /// `G + sigma sum_t f(w_t)`: what the run lost.
    pub loss: f64,
    /// `D_(sigma T)`: no fixed predictor has lost less.
    pub lower_bound: f64,
    /// The run is at most this much worse than the best fixed predictor.
    pub regret: f64,
}

impl Evidence<'_> {
    /// The regularised certificate, given the dual side of the state at `sigma T`; `None` when the
    /// dual variables exceed their cap.
    pub(crate) fn regularised(&self, sigma: f64, point: &DualPoint) -> Option<Regularised> {
        if !self.is_plain() {
            return None;
        }
        let ledger = self.ledger;
        let [constant, path] = self.slack();
        let lower_bound = ledger.gain.value() - point.conjugate - constant - point.steepness * path;
        let complexity_sum = ledger.complexity.value() + ledger.complexity.slack();
        let loss = ledger.loss.value() + ledger.loss.slack() + sigma * complexity_sum;
        Some(Regularised { sigma, complexity_sum, loss, lower_bound, regret: loss - lower_bound })
    }
}
