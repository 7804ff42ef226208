//! Regret bounds of the schedules, as functions (what the thesis proves before the run).
//!
//! f(u) is the comparator's complexity, U the allowance of the schedule, L a bound on half the squared dual
//! norm of the subgradients or the self-bound constant, T the rounds.

/// C0, fixed c: `c f(u) + sum |lambda|^2/(2c)`, the sum being given.
pub fn fixed(c: f64, complexity: f64, subgradient_sum: f64) -> f64 {
    c * complexity + subgradient_sum
}

/// C1, known horizon (Cor. 1): `(f(u)/sqrt U + sqrt U) sqrt(L T)`.
pub fn horizon(complexity: f64, allowance: f64, lipschitz: f64, rounds: f64) -> f64 {
    (complexity / allowance.sqrt() + allowance.sqrt()) * (lipschitz * rounds).sqrt()
}

/// C2, self-bounded losses (Thm. 1): `2 c U1`, tighter than the printed `2 sqrt(L U1 U2) + 4 L U1`.
pub fn self_bounded(bound: f64, allowance: f64, loss: f64) -> f64 {
    2.0 * allowance * (bound + (bound * bound + bound * loss / allowance).sqrt())
}

/// C3 and C4, growing with the rounds (Cor. 2 and 3): `(f(u)/sqrt U + 2 sqrt U) sqrt(L T)`, tighter than
/// the printed factor 2 on both.
pub fn sqrt_rounds(complexity: f64, allowance: f64, lipschitz: f64, rounds: f64) -> f64 {
    (complexity / allowance.sqrt() + 2.0 * allowance.sqrt()) * (lipschitz * rounds).sqrt()
}

/// C5, for the hinge (Eq. 5.16): `2 X sqrt(U T)` for `f(u) <= U`.
pub fn hinge_sqrt(largest: f64, allowance: f64, rounds: f64) -> f64 {
    2.0 * largest * (allowance * rounds).sqrt()
}

/// C7, growing with the loss (Thm. 2), given the comparator's loss and the largest loss of a round.
pub fn loss_adaptive(
    (beta1, beta2): (f64, f64),
    bound: f64,
    complexity: f64,
    comparator_loss: f64,
    largest_loss: f64,
) -> f64 {
    let growth = 2.0 * (1.0 + largest_loss / beta1).sqrt();
    let b = beta2 * complexity + bound * growth / beta2;
    b * (comparator_loss + beta1).sqrt() + b * b
}

/// C8, bounded domain (Cor. 4) with the exact constants `2 8^(1/4)` and `4 sqrt 8`.
pub fn bounded_domain(bound: f64, allowance: f64, comparator_loss: f64, beta1: f64) -> f64 {
    let scale = bound * allowance;
    2.0 * 8f64.powf(0.25) * (scale * (comparator_loss + beta1)).sqrt() + 4.0 * 8f64.sqrt() * scale
}
