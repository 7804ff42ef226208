//! Update III by the primal-dual interior point method, for any convex potential (section 4, Eqs.
//! 12-20, with the errata: `p^2` in `z`, `p` before the centring term, minus signs before the steps
//! of `nu`).
//!
//! `d = k + 1` variables, the last one the unused budget; all constraints are `p_r alpha_r <= 0`,
//! the slack `s_r = -p_r alpha_r` is the size of the variable:
//!
//! ```text
//! relevant    f = h - gamma a   p = -1   a1 = 1   a2 = 1         sum a1 alpha = 0
//! irrelevant  f = h             p = +1   a1 = 1   a2 = 0         sum a2 alpha = C
//! budget left f = 0             p = -1   a1 = 0   a2 = 1
//! ```
//!
//! Start: half of `C` spread evenly over each side, multipliers one. Centring 0.1, fraction to the
//! boundary 0.99, sufficient decrease 0.01, halving; `O(k)` per iteration.

use super::newton::Newton;
use super::{Demand, Potential, WorstPair, pair_step};

/// The solver with its workspace, to be kept from round to round.
#[derive(Clone, Debug)]
pub(crate) struct InteriorPoint {
    /// Stops when gap and residuals are below this (times `C` if that is smaller than one, for the
    /// gap and the equations).
    pub(crate) tolerance: f64,
    newton: Newton,
}

/// What an interior point solution is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Solved {
    /// Newton steps taken, at most 100.
    pub(crate) iterations: usize,
    /// The dual increase of the coefficients returned.
    pub(crate) increase: f64,
    /// Whether the tolerance was reached.
    pub(crate) converged: bool,
}

const MOST_ITERATIONS: usize = 100;

impl Default for InteriorPoint {
    /// Tolerance `1e-8`.
    fn default() -> Self {
        InteriorPoint { tolerance: 1e-8, newton: Newton::default() }
    }
}

impl InteriorPoint {
    /// Fills `alpha` with a feasible point whose dual increase is at least that of update II.
    ///
    /// Without a loss or without a pair `alpha` is zero. The cap must be finite.
    pub(crate) fn solve(
        &mut self,
        potential: &(impl Potential + ?Sized),
        demand: &Demand<'_>,
        alpha: &mut [f64],
    ) -> Solved {
        let still = Solved { iterations: 0, increase: 0.0, converged: true };
        let Some(pair) = pair_with_loss(potential, demand, alpha) else { return still };
        if !demand.cap.is_finite() {
            return still;
        }
        self.newton.start(potential, demand);
        let mut iterations = 0;
        while iterations < MOST_ITERATIONS && !self.is_done(demand.cap) {
            self.newton.iterate(potential, demand);
            iterations += 1;
        }
        let converged = self.is_done(demand.cap);
        self.repair(demand.cap, alpha);
        let increase = keep_better(potential, demand, pair, alpha);
        Solved { iterations, increase, converged }
    }

    fn is_done(&self, cap: f64) -> bool {
        let small = self.tolerance * cap.min(1.0);
        let residual = self.newton.residual(0.0, cap);
        // Sums of numbers as large as the cap cannot do better than their rounding.
        self.newton.gap() <= small
            && residual.primal.sqrt() <= small.max(1e-14 * cap)
            && residual.dual.sqrt() <= self.tolerance
    }

    /// Exact feasibility: `A <= C`, then the irrelevant side is scaled to add up to `A`.
    fn repair(&self, cap: f64, alpha: &mut [f64]) {
        let side = |p: f64| -> f64 {
            self.newton.labels().filter(|c| c.p == p).map(|c| c.slack().max(0.0)).sum()
        };
        let (up, down) = (side(-1.0), side(1.0));
        let total = up.min(cap);
        if !(total > 0.0 && down > 0.0 && down.is_finite()) {
            return;
        }
        for (a, c) in alpha.iter_mut().zip(self.newton.labels()) {
            let scale = if c.p < 0.0 { total / up } else { total / down };
            *a = -c.p * scale * c.slack().max(0.0);
        }
    }
}

/// The worst pair if it has a loss; leaves zeros in `alpha`.
fn pair_with_loss(
    potential: &(impl Potential + ?Sized),
    demand: &Demand<'_>,
    alpha: &mut [f64],
) -> Option<WorstPair> {
    alpha.iter_mut().enumerate().for_each(|(y, score)| *score = potential.slopes(y, 0.0).0);
    let pair = demand.worst_pair(alpha);
    let margin = pair.map(|pair| alpha[pair.relevant] - alpha[pair.irrelevant]);
    alpha.fill(0.0);
    pair.filter(|_| margin < Some(demand.margin))
}

/// Replaces `alpha` by update II if that gains more; returns the increase of what is kept.
fn keep_better(
    potential: &(impl Potential + ?Sized),
    demand: &Demand<'_>,
    pair: WorstPair,
    alpha: &mut [f64],
) -> f64 {
    let tau = pair_step(potential, demand, pair);
    let of_pair = demand.margin * tau
        - potential.value(pair.relevant, tau)
        - potential.value(pair.irrelevant, -tau);
    let increase = demand.increase(potential, alpha);
    if increase >= of_pair {
        return increase;
    }
    alpha.fill(0.0);
    alpha[pair.relevant] = tau;
    alpha[pair.irrelevant] = -tau;
    of_pair
}
