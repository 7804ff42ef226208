//! Risk bounds that can be read off a run.
//!
//! - ensemble: the mean risk of h_1 … h_T: that of one drawn at random for every answer, at most
//!   `M + (3 l + 2 sqrt(T M l))/T`, `l = ln((T+3)/delta)` (thesis, Thm. 13)
//! - running average: the risk of `(h_2 + … + h_(T+1))/T`, loss convex, at most `(T-1)/T` of the
//!   above for rounds 2 … T, and 1/T (thesis, Thm. 13, and convexity)
//! - validated: the best of s on m fresh examples, at most `V + sqrt(ln(s/delta)/(2m))` (Hoeffding,
//!   and the union over s)
//!
//! M is the mean loss of rounds 1 … T, V the mean loss of the chosen one on the fresh examples. The
//! readout `average` holds the weights after each round, so its last one has not been tested by any
//! example: it may have risk 1, and has a share of 1/T.

use crate::error::{Error, Result};

/// Refuses what is no probability of failure.
pub fn check_delta(delta: f64) -> Result<f64> {
    match delta > 0.0 && delta < 1.0 {
        true => Ok(delta),
        false => Err(Error::Spec(format!("delta must lie between 0 and 1, not {delta}"))),
    }
}

/// Thm. 13: with probability 1 - delta the mean risk of the hypotheses that these rounds tested is
/// at most this.
pub fn ensemble(rounds: u64, mean_loss: f64, delta: f64) -> f64 {
    if rounds == 0 {
        return 1.0;
    }
    let rounds = rounds as f64;
    let log = ((rounds + 3.0) / delta).ln();
    let excess = (3.0 * log + 2.0 * (rounds * mean_loss * log).sqrt()) / rounds;
    (mean_loss + excess).min(1.0)
}

/// Bound on the risk of the average of the weights after each of `rounds`, where the loss is
/// convex; `mean_loss` is that of all rounds but the first.
pub fn running_average(rounds: u64, mean_loss: f64, delta: f64) -> f64 {
    let Some(tested) = rounds.checked_sub(1).filter(|tested| *tested > 0) else { return 1.0 };
    let untested = 1.0 / rounds as f64;
    (1.0 - untested) * ensemble(tested, mean_loss, delta) + untested
}

/// With probability 1 - delta the risk of each of these `candidates`, so also of the chosen one, is
/// at most this, where `mean_loss` is its mean loss on so many fresh `examples`.
pub fn validated(mean_loss: f64, candidates: usize, examples: u64, delta: f64) -> f64 {
    let log = (candidates.max(1) as f64 / delta).ln();
    (mean_loss + (log / (2.0 * examples as f64)).sqrt()).min(1.0)
}
