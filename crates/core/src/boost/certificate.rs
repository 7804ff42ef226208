//! What a run of boosting proves about itself.
//!
//! `training error <= mean exp-loss = product of Z_t <= bound = exp(sum_t promise_t)`, the promise
//! of a round being what its rule guarantees from the edge alone: `-e^2/2` for AdaBoost,
//! Gentle-Boost and the line search with answers up to 1, so that their bound is
//! `exp(-2 sum gamma_t^2)`. (Shalev-Shwartz 2007, ch. 6.)

use crate::number::Sum;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The numbers of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoostCertificate {
    /// Rounds made.
    pub rounds: u64,
    /// Share of the examples, by importance, that the strong hypothesis gets wrong (a score of 0 is
    /// wrong).
    pub training_error: f64,
    /// Mean of `exp(-margin)`, from the margins.
    pub exp_loss: f64,
    /// Mean of `exp(-margin)`, as the product of the rounds' Z.
    pub product: f64,
    /// What the edges alone guarantee.
    pub bound: f64,
    /// The smallest edge of a round; none before the first.
    pub least_edge: Option<f64>,
}

/// What is kept from round to round.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    pub(super) rounds: u64,
    /// Sum of `ln Z`.
    pub(super) log_product: Sum,
    /// Sum of the promises.
    pub(super) log_bound: Sum,
    pub(super) least_edge: Option<f64>,
}

impl Account {
    /// Counts a round.
    pub(super) fn add(&mut self, edge: f64, log_z: f64, promise: f64) {
        self.rounds += 1;
        self.log_product.add(log_z);
        self.log_bound.add(promise);
        self.least_edge = Some(self.least_edge.map_or(edge, |least| least.min(edge)));
    }
}

impl fmt::Display for BoostCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |x: f64| if x >= 0.001 { format!("{x:.4}") } else { format!("{x:.3e}") };
        write!(
            f,
            "training error {:.4} <= mean exp-loss {} = product of the rounds' Z <= {} by the \
             edges (least {:.4})",
            self.training_error,
            number(self.exp_loss),
            number(self.bound),
            self.least_edge.unwrap_or(0.0)
        )
    }
}
