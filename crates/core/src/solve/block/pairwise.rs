//! Pairwise steps with exact line search (sequential minimal optimisation): moves mass from one row
//! to another, the unused budget being a row without loss and without direction.
//!
//! Rising is the row with the largest residual; falling, among those with mass, the one that gains
//! most, `(r_i - r_j)^2 / (K_ii + K_jj - 2 K_ij)`. Converges linearly; `O(k)` per step.

use super::{Certified, GramProblem, Stop};

/// Solves the block from `duals = 0` to the gap wanted.
pub(crate) fn solve_block(block: &GramProblem<'_>, stop: Stop, duals: &mut [f64]) -> Certified {
    duals.fill(0.0);
    let mut residuals = block.losses.to_vec();
    let mut left = block.cap;
    let mut iterations = 0;
    while iterations < stop.iterations && block.gap(duals, &residuals) > stop.gap {
        let Some(pass) = Pass::best(block, duals, &residuals, left) else { break };
        pass.make(block, duals, &mut residuals, &mut left);
        iterations += 1;
        // Running sums drift; a fresh one now and then costs little.
        if iterations % (8 * duals.len()) == 0 {
            residuals = block.residuals(duals);
        }
    }
    block.certify(duals, iterations)
}

/// A move of mass between rows; `None` stands for the unused budget.
struct Pass {
    to: Option<usize>,
    from: Option<usize>,
    mass: f64,
}

impl Pass {
    /// The pair to work on; `None` if no pair gains.
    fn best(block: &GramProblem<'_>, duals: &[f64], residuals: &[f64], left: f64) -> Option<Pass> {
        let (row, &top) = residuals.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
        let (to, top) = if top > 0.0 { (Some(row), top) } else { (None, 0.0) };
        let budget = (None, 0.0, left);
        let rows = duals.iter().zip(residuals).enumerate().map(|(j, (&l, &r))| (Some(j), r, l));
        let mut best = None;
        let mut most = 0.0;
        for (from, residual, mass) in rows.chain([budget]).filter(|(_, _, mass)| *mass > 0.0) {
            let slope = top - residual;
            let mass = mass.min(slope / curvature(block, to, from));
            // What a clipped move gains is at least half of slope times mass.
            if slope > 0.0 && slope * mass > most {
                most = slope * mass;
                best = Some(Pass { to, from, mass });
            }
        }
        best
    }

    fn make(
        &self,
        block: &GramProblem<'_>,
        duals: &mut [f64],
        residuals: &mut [f64],
        left: &mut f64,
    ) {
        for (row, change) in [(self.to, self.mass), (self.from, -self.mass)] {
            let Some(row) = row else {
                *left = (*left + change).max(0.0);
                continue;
            };
            duals[row] = (duals[row] + change).max(0.0);
            residuals.iter_mut().zip(block.row(row)).for_each(|(r, k)| *r -= change * k);
        }
    }
}

/// `|a_i - a_j|^2`, not negative.
fn curvature(block: &GramProblem<'_>, to: Option<usize>, from: Option<usize>) -> f64 {
    let inner = |i: Option<usize>, j: Option<usize>| match (i, j) {
        (Some(i), Some(j)) => block.row(i)[j],
        _ => 0.0,
    };
    (inner(to, to) + inner(from, from) - 2.0 * inner(to, from)).max(0.0)
}
