//! Dense vectors.

pub fn basis(n: usize, j: usize) -> Vec<f64> {
    (0..n).map(|i| f64::from(i == j)).collect()
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub fn square(a: &[f64]) -> f64 {
    dot(a, a)
}

/// The Euclidean norm.
pub fn norm(a: &[f64]) -> f64 {
    square(a).sqrt()
}

/// The p-norm, p up to infinity.
pub fn p_norm(a: &[f64], p: f64) -> f64 {
    let m = largest(a);
    if m == 0.0 || p.is_infinite() {
        return m;
    }
    m * a.iter().map(|x| (x.abs() / m).powf(p)).sum::<f64>().powf(1.0 / p)
}

/// The largest absolute value.
pub fn largest(a: &[f64]) -> f64 {
    a.iter().fold(0.0, |m, x| x.abs().max(m))
}

pub fn sub(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

pub fn scaled(a: &[f64], s: f64) -> Vec<f64> {
    a.iter().map(|a| a * s).collect()
}

/// `a + s b`.
pub fn plus(a: &[f64], s: f64, b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + s * b).collect()
}

pub fn distance(a: &[f64], b: &[f64]) -> f64 {
    norm(&sub(a, b))
}

/// `(x, -x)`: twice as many features.
pub fn doubled(x: &[f64]) -> Vec<f64> {
    x.iter().copied().chain(x.iter().map(|x| -x)).collect()
}
