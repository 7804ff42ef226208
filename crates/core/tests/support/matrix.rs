//! Matrices, one row per class or label.

use super::{Rng, dot, scaled, square};

pub type Matrix = Vec<Vec<f64>>;

pub fn inner(a: &Matrix, b: &Matrix) -> f64 {
    a.iter().zip(b).map(|(a, b)| dot(a, b)).sum()
}

/// The Frobenius norm.
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
