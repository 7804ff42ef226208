//! The round of a block of rows that share one slack, solved exactly (simultaneous projections,
//! Eqs. 2 and 3; thesis, section 7.4):
//!
//! ```text
//! primal  min_u |u|^2 / 2 + C max_j [m_j - <a_j, u>]_+
//! dual    max_l sum_j l_j m_j - l' K l / 2   l >= 0, sum l <= C
//!         u = sum_j l_j a_j,  K_ij = <a_i, a_j>
//! gap     C max_j [r_j]_+ - sum_j l_j r_j,   r = m - K l
//! ```
//!
//! Only the Gram matrix `K` is needed. [`solve_block`] is exact; [`subgradient_block`] is the
//! Pegasos-type iteration of the paper.

mod pairwise;
mod subgradient;

pub(crate) use pairwise::solve_block;
pub(crate) use subgradient::subgradient_block;

/// One block: losses, Gram matrix and budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GramProblem<'a> {
    /// `m_j`, the signed losses before the step.
    pub(crate) losses: &'a [f64],
    /// `K`, row by row, symmetric and positive semidefinite.
    pub(crate) gram: &'a [f64],
    /// `C`, positive and finite.
    pub(crate) cap: f64,
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stop {
    /// The duality gap wanted.
    pub(crate) gap: f64,
    /// Most iterations, each `O(k)`.
    pub(crate) iterations: usize,
}

/// A dual point with its proof: the optimum is at most `gap` above `increase`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Certified {
    /// Dual increase `sum l m - l' K l / 2` of the point.
    pub(crate) increase: f64,
    /// Primal minus dual value at the point.
    pub(crate) gap: f64,
    /// Iterations taken.
    pub(crate) iterations: usize,
}

impl GramProblem<'_> {
    /// Row `j` of the Gram matrix.
    fn row(&self, j: usize) -> &[f64] {
        &self.gram[j * self.losses.len()..][..self.losses.len()]
    }

    /// `m - K l`, afresh.
    fn residuals(&self, duals: &[f64]) -> Vec<f64> {
        let inner = |j| -> f64 { self.row(j).iter().zip(duals).map(|(k, l)| k * l).sum() };
        (0..self.losses.len()).map(|j| self.losses[j] - inner(j)).collect()
    }

    /// The duality gap of a dual point from its residuals.
    fn gap(&self, duals: &[f64], residuals: &[f64]) -> f64 {
        let worst = residuals.iter().fold(0.0, |worst: f64, &r| worst.max(r));
        let inner: f64 = duals.iter().zip(residuals).map(|(l, r)| l * r).sum();
        (self.cap * worst - inner).max(0.0)
    }

    /// The proof for a dual point.
    fn certify(&self, duals: &[f64], iterations: usize) -> Certified {
        let residuals = self.residuals(duals);
        let pairs = duals.iter().zip(self.losses.iter().zip(&residuals));
        let increase = pairs.map(|(l, (m, r))| 0.5 * l * (m + r)).sum();
        Certified { increase, gap: self.gap(duals, &residuals), iterations }
    }
}
