//! The round of a block of rows that share slacks, solved exactly (simultaneous projections, Eqs. 2
//! and 3 and sec. 7; thesis, section 7.4). With one slack:
//!
//! ```text
//! primal  min_u |u|^2 / 2 + C max_j [m_j - <a_j, u>]_+
//! dual    max_l sum_j l_j m_j - l' K l / 2   l >= 0, sum l <= C
//!         u = sum_j l_j a_j,  K_ij = <a_i, a_j>
//! gap     C max_j [r_j]_+ - sum_j l_j r_j,   r = m - K l
//! ```
//!
//! With several, each ties a range of the rows and has a C of its own. Only the inner products `K`
//! are needed ([`Gram`]). [`solve_block`] is exact; [`subgradient_block`] is the Pegasos-type
//! iteration of the paper.

mod face;
mod pairwise;
mod subgradient;

pub(crate) use pairwise::solve_block;
pub(crate) use subgradient::subgradient_block;

use std::ops::Range;

/// Inner products of the rows of a block: symmetric and positive semidefinite.
pub(crate) trait Gram {
    /// `K_ij`.
    fn at(&self, i: usize, j: usize) -> f64;

    /// `to -= change K_i`.
    fn subtract(&self, i: usize, change: f64, to: &mut [f64]) {
        to.iter_mut().enumerate().for_each(|(j, r)| *r -= change * self.at(i, j));
    }

    /// `<K_i, l>`.
    fn inner(&self, i: usize, l: &[f64]) -> f64 {
        l.iter().enumerate().map(|(j, l)| self.at(i, j) * l).sum()
    }
}

/// All inner products, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Matrix {
    pub(crate) count: usize,
    pub(crate) cells: Vec<f64>,
}

impl Matrix {
    fn row(&self, i: usize) -> &[f64] {
        &self.cells[i * self.count..][..self.count]
    }
}

impl Gram for Matrix {
    fn at(&self, i: usize, j: usize) -> f64 {
        self.cells[i * self.count + j]
    }

    fn subtract(&self, i: usize, change: f64, to: &mut [f64]) {
        to.iter_mut().zip(self.row(i)).for_each(|(r, k)| *r -= change * k);
    }

    fn inner(&self, i: usize, l: &[f64]) -> f64 {
        self.row(i).iter().zip(l).map(|(k, l)| k * l).sum()
    }
}

/// Rows tied by one slack.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slack {
    /// Which rows.
    pub(crate) rows: Range<usize>,
    /// `C`, positive and finite.
    pub(crate) cap: f64,
}

/// One block: losses, inner products and budgets.
#[derive(Debug)]
pub(crate) struct BlockProblem<'a, K> {
    /// `m_j`, the signed losses before the step.
    pub(crate) losses: &'a [f64],
    /// `K`.
    pub(crate) gram: &'a K,
    /// Every row is in one of them.
    pub(crate) slacks: &'a [Slack],
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

impl<K: Gram> BlockProblem<'_, K> {
    /// `m - K l`, afresh.
    pub(crate) fn residuals(&self, duals: &[f64]) -> Vec<f64> {
        (0..self.losses.len()).map(|j| self.losses[j] - self.gram.inner(j, duals)).collect()
    }

    /// The duality gap of a dual point from its residuals.
    pub(crate) fn gap(&self, duals: &[f64], residuals: &[f64]) -> f64 {
        let paid: f64 = self.slacks.iter().map(|s| s.cap * level(&residuals[s.rows.clone()])).sum();
        let inner: f64 = duals.iter().zip(residuals).map(|(l, r)| l * r).sum();
        (paid - inner).max(0.0)
    }

    /// The proof for a dual point.
    fn certify(&self, duals: &[f64], iterations: usize) -> Certified {
        let residuals = self.residuals(duals);
        let pairs = duals.iter().zip(self.losses.iter().zip(&residuals));
        let increase = pairs.map(|(l, (m, r))| 0.5 * l * (m + r)).sum();
        Certified { increase, gap: self.gap(duals, &residuals), iterations }
    }
}

/// What rows with these residuals cost: the largest of them, and 0.
pub(crate) fn level(residuals: &[f64]) -> f64 {
    residuals.iter().fold(0.0, |worst: f64, &r| worst.max(r))
}
