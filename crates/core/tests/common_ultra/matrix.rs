//! One row a class.

use super::Example;
use crate::common::{Rng, dot, scaled, square};

pub type Matrix = Vec<Vec<f64>>;

pub fn inner(a: &Matrix, b: &Matrix) -> f64 {
    a.iter().zip(b).map(|(a, b)| dot(a, b)).sum()
}

/// Frobenius norm.
pub fn size(m: &Matrix) -> f64 {
    m.iter().map(|row| square(row)).sum::<f64>().sqrt()
}

pub fn unit(m: &Matrix) -> Matrix {
    m.iter().map(|row| scaled(row, 1.0 / size(m))).collect()
}

pub fn random_unit(rng: &mut Rng, k: usize, n: usize) -> Matrix {
    unit(&(0..k).map(|_| rng.vector(n)).collect())
}

pub fn scores(m: &Matrix, x: &[f64]) -> Vec<f64> {
    m.iter().map(|row| dot(row, x)).collect()
}

/// `B_y` minus the best wrong score.
pub fn margin(m: &Matrix, e: &Example) -> f64 {
    let scores = scores(m, &e.x);
    let wrong = (0..scores.len()).filter(|&r| r != e.y).map(|r| scores[r]);
    scores[e.y] - wrong.fold(f64::NEG_INFINITY, f64::max)
}
