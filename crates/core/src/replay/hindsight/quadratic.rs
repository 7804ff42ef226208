//! The squared loss over few columns: conjugate gradients on the normal equations, as a start for
//! the ascent.
//!
//! Coordinate ascent needs about `|x|^2/c` sweeps for each digit; n columns need at most about n
//! steps of conjugate gradients on `(c I - S) w = r_0`,
//! `S p = sum_t m_t slope(sign_t <p,x_t>) sign_t x_t` (the slope is linear), each as expensive as a
//! sweep. Dual variables follow from weights: `d = m slope(z)`. With residual r they give the
//! weights `w + r/c`, whose value is higher than that of w by about `|r|^2 L/(2c^2)`, L the largest
//! curvature met: that is when to stop.

use super::Goal;
use super::rounds::Ask;
use crate::loss::Loss;
use crate::replay::rows::Rows;

/// More columns than this are left to the ascent alone.
pub(super) const FEW_COLUMNS: usize = 200;
/// What is left for rounding, as a share of the gap.
const SHARE: f64 = 0.1;

/// The rounds of a quadratic problem.
pub(super) struct Quadratic<'a, L> {
    pub(super) rows: &'a Rows,
    pub(super) asks: &'a [Ask],
    pub(super) loss: &'a L,
    pub(super) c: f64,
}

impl<L: Loss> Quadratic<'_, L> {
    /// Dual variables near the best ones.
    pub(super) fn duals(&self, goal: &Goal) -> Vec<f64> {
        let mut w = vec![0.0; self.rows.width()];
        let mut residual = self.pull(&w, 1.0);
        let (right, mut p) = (residual.clone(), residual.clone());
        let worst: f64 = self.asks.iter().map(|a| a.weight * self.loss.value(-a.shift)).sum();
        let (mut square, mut largest) = (dot(&residual, &residual), self.c);
        for _ in 0..2 * self.rows.width() + 10 {
            let value = worst - 0.5 * (dot(&w, &right) + dot(&w, &residual));
            let excess = square * largest / (2.0 * self.c * self.c);
            if excess <= SHARE * goal.gap * value {
                break;
            }
            let pulled = self.pull(&p, 0.0);
            let bent: Vec<f64> = p.iter().zip(&pulled).map(|(p, s)| self.c * p - s).collect();
            let curvature = dot(&p, &bent);
            largest = largest.max(curvature / dot(&p, &p));
            let step = square / curvature;
            add(&mut w, step, &p);
            add(&mut residual, -step, &bent);
            let before = std::mem::replace(&mut square, dot(&residual, &residual));
            p.iter_mut().zip(&residual).for_each(|(p, r)| *p = r + square / before * *p);
        }
        (0..self.asks.len()).map(|i| self.dual(i, &w, 1.0)).collect()
    }

    /// `m slope(sign <w,x> - shift)` of a round, with this share of its shift.
    fn dual(&self, i: usize, w: &[f64], share: f64) -> f64 {
        let ask = &self.asks[i];
        ask.weight * self.loss.slope(ask.sign * self.rows.dot(i, w) - share * ask.shift)
    }

    /// The sum of these over all rounds, each times its direction.
    fn pull(&self, w: &[f64], share: f64) -> Vec<f64> {
        let mut sum = vec![0.0; w.len()];
        for (i, ask) in self.asks.iter().enumerate() {
            self.rows.add(i, ask.sign * self.dual(i, w, share), &mut sum);
        }
        sum
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], factor: f64, what: &[f64]) {
    to.iter_mut().zip(what).for_each(|(to, x)| *to += factor * x);
}
