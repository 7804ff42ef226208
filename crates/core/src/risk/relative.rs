//! Risk bounds against the least risk r* of a class, from a regret bound that the algorithm has on
//! every stream: `T M <= B + mu sqrt(B) + nu` (thesis Eq. B.7), B the loss of the best of the class
//! on the stream, M the mean loss of the run.
//!
//! - [`best_loss`]: B/T is at most `r* + sqrt(2 l r*/T) + 2l/(3T)`, `l = ln(1/delta)` (Lemma 21)
//! - [`progressive`]: M is at most `r* + mu_1 sqrt(r*/T) + mu_2/T` (Lemma 22)
//! - [`expected`]: the expected mean risk exceeds r* by at most
//!   `(mu+e) sqrt(2r*/T) + (nu + e(sqrt(3) mu + 3))/T` (Thm. 11)
//! - [`last`]: the risk of a random one of the hypotheses exceeds r* by more than excess/delta with
//!   probability delta (Cor. 8)
//! - [`amplified`]: of one random hypothesis of each of s runs, some exceeds r* by at most e times
//!   the expected excess of a run, with probability 1 - e^-s (Thm. 12)
//!
//! Where the regret is at most a number R, whatever B (B.5), the expected excess is R/T (Thm. 10).

use std::f64::consts::E;

/// The form of a regret bound: `T M <= B + root sqrt(B) + rest`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Regret {
    /// mu.
    pub root: f64,
    /// nu.
    pub rest: f64,
}

impl Regret {
    /// The regret bound of Cor. 4: self-bound constant L, complexity at most U, losses at most beta
    /// (exact constants `2 8^(1/4)` and `4 sqrt 8`).
    pub fn bounded_domain(bound: f64, allowance: f64, beta: f64) -> Self {
        let scale = bound * allowance;
        let root = 2.0 * 8f64.powf(0.25) * scale.sqrt();
        Regret { root, rest: root * beta.sqrt() + 4.0 * 8f64.sqrt() * scale }
    }
}

/// Lemma 21: what B/T is at most, with probability 1 - delta.
pub fn best_loss(least_risk: f64, rounds: f64, delta: f64) -> f64 {
    let log = -delta.ln();
    least_risk + (2.0 * log * least_risk / rounds).sqrt() + 2.0 * log / (3.0 * rounds)
}

/// Lemma 22: what M is at most, with probability 1 - delta.
pub fn progressive(least_risk: f64, rounds: f64, delta: f64, regret: Regret) -> f64 {
    let (Regret { root, rest }, log) = (regret, -delta.ln());
    let first = 2f64.sqrt() * (root + log.sqrt());
    let second = rest + 3.0 * log + root * (3.0 * log).sqrt();
    least_risk + first * (least_risk / rounds).sqrt() + second / rounds
}

/// Thm. 11: by how much the expected mean risk exceeds the least one.
pub fn expected(least_risk: f64, rounds: f64, regret: Regret) -> f64 {
    let Regret { root, rest } = regret;
    let slow = (root + E) * (2.0 * least_risk / rounds).sqrt();
    slow + (rest + E * (3f64.sqrt() * root + 3.0)) / rounds
}

/// Cor. 8: by how much the risk of a hypothesis drawn before the run exceeds the least one at most,
/// with probability 1 - delta, given the expected excess of them all.
pub fn last(expected_excess: f64, delta: f64) -> f64 {
    expected_excess / delta
}

/// Thm. 12: the same for the best of one drawn from each of several runs, given the expected excess
/// of a run.
pub fn amplified(expected_excess: f64) -> f64 {
    E * expected_excess
}
