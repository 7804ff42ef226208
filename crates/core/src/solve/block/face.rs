//! The best point of a face: the rows without mass keep none, a budget that is used up stays so,
//! and over the rest the dual is maximised by conjugate gradients, from the present point.
//!
//! The way there is cut where a row would lose more than it has, or a budget would be exceeded, and
//! what was met there leaves the face; so after a few rounds the face is that of the optimum, if
//! pairwise steps have found its rows. Every cut step raises the dual.

use super::{BlockProblem, Gram};

/// Faces tried in a row.
const MOST_FACES: usize = 20;

/// A share of the budget below which it counts as used up, and of a residual that is rounding.
const NEGLIGIBLE: f64 = 1e-14;

/// Moves to the best point of the face, and of those inside it that are met on the way; `left` are
/// the unused budgets.
pub(super) fn improve<K: Gram>(block: &BlockProblem<'_, K>, duals: &mut [f64], left: &mut [f64]) {
    for _ in 0..MOST_FACES {
        let face = Face::new(block, duals, left);
        let way = face.way(&block.residuals(duals));
        if !face.walk(&way, duals, left) {
            break;
        }
    }
}

/// The rows with mass.
struct Face<'a, K> {
    block: &'a BlockProblem<'a, K>,
    rows: Vec<usize>,
    /// Of every slack its part of `rows`, and whether its budget is used up.
    slacks: Vec<(std::ops::Range<usize>, bool)>,
}

impl<'a, K: Gram> Face<'a, K> {
    fn new(block: &'a BlockProblem<'a, K>, duals: &[f64], left: &[f64]) -> Self {
        let (mut rows, mut slacks) = (Vec::new(), Vec::new());
        for (slack, left) in block.slacks.iter().zip(left) {
            let start = rows.len();
            rows.extend(slack.rows.clone().filter(|&j| duals[j] > 0.0));
            slacks.push((start..rows.len(), *left <= NEGLIGIBLE * slack.cap));
        }
        Face { block, rows, slacks }
    }

    /// Takes off what would change a budget that is used up.
    fn keep_budgets(&self, way: &mut [f64]) {
        for (rows, is_spent) in &self.slacks {
            if *is_spent && !rows.is_empty() {
                let way = &mut way[rows.clone()];
                let mean = way.iter().sum::<f64>() / way.len() as f64;
                way.iter_mut().for_each(|x| *x -= mean);
            }
        }
    }

    fn times(&self, way: &[f64]) -> Vec<f64> {
        let entry = |&i: &usize| {
            let cells = self.rows.iter().zip(way);
            cells.map(|(&j, x)| self.block.gram.at(i, j) * x).sum()
        };
        let mut product: Vec<f64> = self.rows.iter().map(entry).collect();
        self.keep_budgets(&mut product);
        product
    }

    /// The way to the best point, from these residuals of all rows.
    fn way(&self, residuals: &[f64]) -> Vec<f64> {
        let mut rest: Vec<f64> = self.rows.iter().map(|&j| residuals[j]).collect();
        self.keep_budgets(&mut rest);
        let (mut way, mut turn) = (vec![0.0; rest.len()], rest.clone());
        let mut size = dot(&rest, &rest);
        let enough = NEGLIGIBLE * NEGLIGIBLE * size;
        for _ in 0..2 * rest.len() {
            let pushed = self.times(&turn);
            let curvature = dot(&turn, &pushed);
            if size <= enough || curvature <= 0.0 || !curvature.is_finite() {
                break;
            }
            add(&mut way, size / curvature, &turn);
            add(&mut rest, -size / curvature, &pushed);
            let before = std::mem::replace(&mut size, dot(&rest, &rest));
            turn.iter_mut().zip(&rest).for_each(|(t, r)| *t = r + size / before * *t);
        }
        way
    }

    /// Goes along the way as far as it is feasible; true if it was cut.
    fn walk(&self, way: &[f64], duals: &mut [f64], left: &mut [f64]) -> bool {
        let (mut far, mut met) = (1.0, None);
        for (&j, x) in self.rows.iter().zip(way).filter(|(_, x)| **x < 0.0) {
            if duals[j] < -x * far {
                (far, met) = (duals[j] / -x, Some(j));
            }
        }
        let growth = |rows: &std::ops::Range<usize>| way[rows.clone()].iter().sum::<f64>();
        let mut is_cut = met.is_some();
        for ((rows, is_spent), left) in self.slacks.iter().zip(left.iter()) {
            let growth = growth(rows);
            if !is_spent && growth * far > *left {
                (far, met, is_cut) = (left / growth, None, true);
            }
        }
        if !far.is_finite() || way.iter().any(|x| !x.is_finite()) {
            return false;
        }
        self.rows.iter().zip(way).for_each(|(&j, x)| duals[j] = (duals[j] + far * x).max(0.0));
        if let Some(j) = met {
            duals[j] = 0.0;
        }
        for (slack, left) in self.block.slacks.iter().zip(left) {
            let duals = &mut duals[slack.rows.clone()];
            let spent = duals.iter().sum::<f64>();
            if spent > slack.cap {
                duals.iter_mut().for_each(|l| *l *= slack.cap / spent);
            }
            *left = (slack.cap - spent).max(0.0);
        }
        is_cut
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `a += share b`.
fn add(a: &mut [f64], share: f64, b: &[f64]) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += share * b);
}
