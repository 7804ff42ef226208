//! Regret bounds of the schedules, as functions (what the thesis proves before the run), and of
//! AdaGrad.
//!
//! f(u) is the comparator's complexity, U the allowance of the schedule, L a bound on half the
//! squared dual norm of the subgradients or the self-bound constant, T the rounds.

/// Fixed c: `c f(u) + sum |lambda|^2/(2c)`, the sum being given.
pub fn fixed(c: f64, complexity: f64, subgradient_sum: f64) -> f64 {
    c * complexity + subgradient_sum
}

/// Known horizon (Cor. 1): `(f(u)/sqrt U + sqrt U) sqrt(L T)`.
pub fn horizon(complexity: f64, allowance: f64, lipschitz: f64, rounds: f64) -> f64 {
    (complexity / allowance.sqrt() + allowance.sqrt()) * (lipschitz * rounds).sqrt()
}

/// Self-bounded losses (Thm. 1): `2 c U1`, tighter than the printed `2 sqrt(L U1 U2) + 4 L U1`.
pub fn self_bounded(bound: f64, allowance: f64, loss: f64) -> f64 {
    2.0 * allowance * (bound + (bound * bound + bound * loss / allowance).sqrt())
}

/// Growing with the rounds (Cor. 2 and 3): `(f(u)/sqrt U + 2 sqrt U) sqrt(L T)`, tighter
/// than the printed factor 2 on both.
pub fn sqrt_rounds(complexity: f64, allowance: f64, lipschitz: f64, rounds: f64) -> f64 {
    (complexity / allowance.sqrt() + 2.0 * allowance.sqrt()) * (lipschitz * rounds).sqrt()
}

/// For the hinge (Eq. 5.16): `2 X sqrt(U T)` for `f(u) <= U`, directions as long as instances.
pub fn hinge_sqrt(largest: f64, allowance: f64, rounds: f64) -> f64 {
    2.0 * largest * (allowance * rounds).sqrt()
}

/// Growing with the loss (Thm. 2), given the comparator's loss and the largest loss of a round.
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

/// Bounded domain (Cor. 4) with the exact constants `2 8^(1/4)` and `4 sqrt 8`.
pub fn bounded_domain(bound: f64, allowance: f64, comparator_loss: f64, beta1: f64) -> f64 {
    let scale = bound * allowance;
    2.0 * 8f64.powf(0.25) * (scale * (comparator_loss + beta1)).sqrt() + 4.0 * 8f64.sqrt() * scale
}

/// Strongly convex losses (Thm. 5): `(L/sigma)(1 + ln T)`, L a bound on half the squared dual norm
/// of the whole subgradients.
pub fn strong(lipschitz: f64, sigma: f64, rounds: f64) -> f64 {
    lipschitz / sigma * (1.0 + rounds.ln())
}

/// One coordinate of one row, as [`adagrad`] sees a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trail {
    /// s: the largest size of its feature so far; 1 where scales are not followed.
    pub scale: f64,
    /// `G = sum g_t^2`, `g_t = d_t a_t` what round t added to its potential.
    pub square: f64,
    /// `sum_t (sqrt(G_t) - sqrt(G_(t-1))) / s_t`; this is `sqrt(G)/s` if the scale never grew after
    /// the first step.
    pub climb: f64,
}

impl Trail {
    /// Enters a round: the scale of the feature, this round included, and what was added to the
    /// potential.
    pub fn enter(&mut self, scale: f64, step: f64) {
        self.scale = scale;
        if step != 0.0 {
            let before = self.square.sqrt();
            self.square += step * step;
            self.climb += step * step / (self.square.sqrt() + before) / scale;
        }
    }
}

/// AdaGrad in its dual averaging form, unit steps at a fixed c, losses of slope at most 1, delta at
/// least 1:
///
/// ```text
/// regret(u) <= (c/2) sum_j s_j sqrt(delta s_j^2 + G_j) u_j^2 + (1/c) sum_j climb_j
/// ```
///
/// Let `H_t = s_t sqrt(delta s_t^2 + G_(t-1))` (by coordinate; s_t knows x_t, G does not yet know
/// g_t), so that `w_t = v_(t-1)/(c H_t)`, and `F_t(v) = sum_j v_j^2/(2c H_t)`. A unit step is a
/// subgradient, so the regret is at most `<v_T,u> - sum_t <g_t,w_t>`, and
/// `<v_T,u> <= (c/2) sum_j H_T u_j^2 + F_T(v_T)`. Now
/// `F_t(v_t) = F_t(v_(t-1)) + <g_t,w_t> + sum_j g_t^2/(2c H_t)` and, since H never falls,
/// `F_(t+1)(v_t) <= F_t(v_t)`; summed, `F_T(v_T) <= sum_t <g_t,w_t> + sum_t sum_j g_t^2/(2c H_t)`.
/// So far nothing is asked of delta. As `|g_t| <= s_t`, with delta >= 1
/// `delta s_t^2 + G_(t-1) >= G_t`, and `g_t^2/sqrt(G_t) <= 2(sqrt(G_t) - sqrt(G_(t-1)))`: the last
/// sum is at most `sum_j climb_j/c`.
///
/// Where the scale grew the climb exceeds `sqrt(G)/s`. A scale that stays within a factor of two
/// while the coordinate steps n times adds at most `2 sqrt(n)` to the climb, so if it passes K
/// powers of two the climb is at most `2 sqrt(K n)`: without units, and blind to them but for K.
pub fn adagrad(c: f64, delta: f64, coordinates: impl IntoIterator<Item = (Trail, f64)>) -> f64 {
    let each = coordinates.into_iter().map(|(trail, u)| {
        let Trail { scale, square, climb } = trail;
        0.5 * c * scale * (delta * scale * scale + square).sqrt() * u * u + climb / c
    });
    each.sum()
}
