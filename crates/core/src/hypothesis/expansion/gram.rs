//! The kernel matrix of the stored patterns, kept only while a budget projects.
//!
//! Removing pattern i, its contribution is replaced by the nearest one in the span of the others,
//! `sum_j a_j K(x_j, .)` with `G a = k`, `k_j = K(x_i, x_j)`. Conjugate gradients stop early on
//! matrices that are nearly singular, which is sound: what is charged is the residual of the `a`
//! found, `|phi(x_i) - sum a_j phi(x_j)|^2 = K_ii - 2<a,k> + a'Ga`.

use super::combination::values;
use super::patterns::{Patterns, Support};
use crate::kernel::AnyKernel;

/// Relative residual at which the iteration stops.
const TOLERANCE: f64 = 1e-10;
/// Most iterations.
const ITERATIONS: usize = 64;

/// A symmetric matrix, all of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Gram {
    rows: Vec<Vec<f64>>,
}

/// The nearest point of the span and how far it is.
pub(super) struct Projection {
    pub(super) shares: Vec<f64>,
    /// `|phi(x_i) - sum a_j phi(x_j)|^2`, rounding added.
    pub(super) residual: f64,
}

impl Gram {
    /// The matrix of all patterns.
    pub(super) fn new(kernel: &AnyKernel, patterns: &Patterns) -> Self {
        let mut gram = Gram::default();
        for at in 0..patterns.list.len() {
            gram.push(kernel, &patterns.list[..=at]);
        }
        gram
    }

    /// Takes in the last of `patterns`.
    pub(super) fn push(&mut self, kernel: &AnyKernel, patterns: &[Support]) {
        let Some(newest) = patterns.last() else { return };
        let row = values(kernel, &newest.point, patterns.iter().map(|s| &*s.point));
        for (old, value) in self.rows.iter_mut().zip(&row) {
            old.push(*value);
        }
        self.rows.push(row);
    }

    /// Takes a pattern out; its values with the others and with itself.
    pub(super) fn remove(&mut self, at: usize) -> (Vec<f64>, f64) {
        let mut row = self.rows.remove(at);
        let own = row.remove(at);
        for other in &mut self.rows {
            other.remove(at);
        }
        (row, own)
    }

    /// Projects an instance with these values onto the span; `rounding` is the relative error of
    /// the values.
    pub(super) fn project(&self, k: &[f64], own: f64, rounding: f64) -> Projection {
        let shares = self.solve(k);
        let size = |(at, a): (usize, &f64)| a.abs() * self.rows[at][at].sqrt();
        let total = own.sqrt() + shares.iter().enumerate().map(size).sum::<f64>();
        let residual = own - 2.0 * dot(&shares, k) + dot(&shares, &self.times(&shares));
        let residual = residual.max(0.0) + rounding * total * total;
        if residual < own {
            return Projection { shares, residual };
        }
        Projection { shares: vec![0.0; k.len()], residual: own }
    }

    /// `sum_r <c_r, G c_r>` for the coefficients of the patterns.
    pub(super) fn square(&self, patterns: &Patterns, rows: usize) -> f64 {
        let mut square = 0.0;
        for row in 0..rows {
            let coef = |s: &Support| {
                s.coefs.iter().find(|c| c.row as usize == row).map_or(0.0, |c| c.value)
            };
            let coefs: Vec<f64> = patterns.list.iter().map(coef).collect();
            if coefs.iter().any(|c| *c != 0.0) {
                square += dot(&coefs, &self.times(&coefs));
            }
        }
        square
    }

    fn times(&self, a: &[f64]) -> Vec<f64> {
        self.rows.iter().map(|row| dot(row, a)).collect()
    }

    /// `a` with `G a` near `k`, by conjugate gradients from 0.
    fn solve(&self, k: &[f64]) -> Vec<f64> {
        let (mut a, mut rest, mut way) = (vec![0.0; k.len()], k.to_vec(), k.to_vec());
        let goal = TOLERANCE * TOLERANCE * dot(k, k);
        let mut size = dot(k, k);
        for _ in 0..ITERATIONS {
            let pushed = self.times(&way);
            let curvature = dot(&way, &pushed);
            if size <= goal || curvature <= 0.0 || !curvature.is_finite() {
                break;
            }
            add(&mut a, size / curvature, &way);
            add(&mut rest, -size / curvature, &pushed);
            let before = std::mem::replace(&mut size, dot(&rest, &rest));
            let turn = size / before;
            way.iter_mut().zip(&rest).for_each(|(w, r)| *w = r + turn * *w);
        }
        a
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `a += share b`.
fn add(a: &mut [f64], share: f64, b: &[f64]) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += share * b);
}
