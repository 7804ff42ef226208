//! Pairwise steps with exact line search (sequential minimal optimisation): moves mass from one row
//! to another of the same slack, the unused budget being a row without loss and without direction.
//!
//! Rising is the row with the largest residual; falling, among those with mass, the one that gains
//! most, `(r_i - r_j)^2 / (K_ii + K_jj - 2 K_ij)`. Converges linearly; `O(k)` per step. Where that
//! is slow, because rows are nearly opposite to each other, the best point of the face is looked
//! for now and then ([`face`](super::face)).

use super::{BlockProblem, Certified, Gram, Stop, face};

/// Steps after which the face is looked at, and again after each so many.
const PATIENCE: usize = 1000;

/// Solves the block to the gap wanted, from `duals` that are feasible.
pub(crate) fn solve_block<K: Gram>(
    block: &BlockProblem<'_, K>,
    stop: Stop,
    duals: &mut [f64],
) -> Certified {
    let spent = |rows: &[f64]| rows.iter().sum::<f64>();
    let left = block.slacks.iter().map(|s| (s.cap - spent(&duals[s.rows.clone()])).max(0.0));
    let mut left: Vec<f64> = left.collect();
    let mut residuals = block.residuals(duals);
    let mut iterations = 0;
    while iterations < stop.iterations && block.gap(duals, &residuals) > stop.gap {
        let Some(pass) = Pass::best(block, duals, &residuals, &left) else { break };
        pass.make(block, duals, &mut residuals, &mut left);
        iterations += 1;
        if iterations % PATIENCE == 0 {
            face::improve(block, duals, &mut left);
        }
        // Running sums drift; a fresh one now and then costs little.
        if iterations % PATIENCE == 0 || iterations % (8 * duals.len()) == 0 {
            residuals = block.residuals(duals);
        }
    }
    block.certify(duals, iterations)
}

/// A move of mass between rows of a slack; `None` stands for its unused budget.
struct Pass {
    slack: usize,
    to: Option<usize>,
    from: Option<usize>,
    mass: f64,
    /// Twice what it gains, at most.
    gain: f64,
}

impl Pass {
    /// The pair to work on; `None` if no pair gains.
    fn best<K: Gram>(
        block: &BlockProblem<'_, K>,
        duals: &[f64],
        residuals: &[f64],
        left: &[f64],
    ) -> Option<Pass> {
        let of = |slack: usize| Pass::within(block, slack, duals, residuals, left[slack]);
        let all = (0..block.slacks.len()).filter_map(of);
        all.reduce(|a, b| if b.gain > a.gain { b } else { a })
    }

    /// The best pair of one slack.
    fn within<K: Gram>(
        block: &BlockProblem<'_, K>,
        slack: usize,
        duals: &[f64],
        residuals: &[f64],
        left: f64,
    ) -> Option<Pass> {
        let rows = block.slacks[slack].rows.clone();
        let (row, top) =
            rows.clone().map(|j| (j, residuals[j])).max_by(|a, b| a.1.total_cmp(&b.1))?;
        let (to, top) = if top > 0.0 { (Some(row), top) } else { (None, 0.0) };
        let budget = (None, 0.0, left);
        let rows = rows.map(|j| (Some(j), residuals[j], duals[j]));
        let mut best = None;
        let mut gain = 0.0;
        for (from, residual, mass) in rows.chain([budget]).filter(|(_, _, mass)| *mass > 0.0) {
            let slope = top - residual;
            let mass = mass.min(slope / curvature(block.gram, to, from));
            // What a clipped move gains is at least half of slope times mass.
            if slope > 0.0 && slope * mass > gain {
                gain = slope * mass;
                best = Some(Pass { slack, to, from, mass, gain });
            }
        }
        best
    }

    fn make<K: Gram>(
        &self,
        block: &BlockProblem<'_, K>,
        duals: &mut [f64],
        residuals: &mut [f64],
        left: &mut [f64],
    ) {
        for (row, change) in [(self.to, self.mass), (self.from, -self.mass)] {
            let Some(row) = row else {
                left[self.slack] = (left[self.slack] + change).max(0.0);
                continue;
            };
            duals[row] = (duals[row] + change).max(0.0);
            block.gram.subtract(row, change, residuals);
        }
    }
}

/// `|a_i - a_j|^2`, not negative.
fn curvature<K: Gram>(gram: &K, to: Option<usize>, from: Option<usize>) -> f64 {
    let inner = |i: Option<usize>, j: Option<usize>| match (i, j) {
        (Some(i), Some(j)) => gram.at(i, j),
        _ => 0.0,
    };
    (inner(to, to) + inner(from, from) - 2.0 * inner(to, from)).max(0.0)
}
