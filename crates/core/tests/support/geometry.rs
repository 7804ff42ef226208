//! The Euclidean geometry and the simplex, one vector of weights at a time.

use super::matrix::Matrix;
use super::{dot, norm, plus, scaled, square, sub};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Geometry {
    Euclid,
    Entropy,
}

impl Geometry {
    /// The text that a spec parses.
    pub fn text(self) -> &'static str {
        if self == Geometry::Euclid { "euclid" } else { "entropy" }
    }

    /// The first weights.
    pub fn start(self, n: usize) -> Vec<f64> {
        match self {
            Geometry::Euclid => vec![0.0; n],
            Geometry::Entropy => vec![1.0 / n as f64; n],
        }
    }

    /// `h(a) = G(theta + a x) - G(theta)` at weights w.
    pub fn rise(self, w: &[f64], x: &[f64], a: f64) -> f64 {
        match self {
            Geometry::Euclid => a * dot(w, x) + 0.5 * a * a * square(x),
            Geometry::Entropy => w.iter().zip(x).map(|(w, x)| w * (a * x).exp()).sum::<f64>().ln(),
        }
    }

    /// The weights after moving by a along x.
    pub fn moved(self, w: &[f64], x: &[f64], a: f64) -> Vec<f64> {
        match self {
            Geometry::Euclid => plus(w, a, x),
            Geometry::Entropy => {
                let up: Vec<f64> = w.iter().zip(x).map(|(w, x)| w * (a * x).exp()).collect();
                scaled(&up, 1.0 / up.iter().sum::<f64>())
            }
        }
    }

    /// The score of x after moving by a along x.
    pub fn score(self, w: &[f64], x: &[f64], a: f64) -> f64 {
        dot(&self.moved(w, x, a), x)
    }

    /// By how much weights moved along x.
    pub fn coefficient(self, before: &[f64], after: &[f64], x: &[f64]) -> f64 {
        match self {
            Geometry::Euclid => dot(&sub(after, before), x) / square(x),
            Geometry::Entropy => {
                let logs: Vec<f64> = after.iter().zip(before).map(|(a, b)| (a / b).ln()).collect();
                let centre = x.iter().sum::<f64>() / x.len() as f64;
                let apart: Vec<f64> = x.iter().map(|x| x - centre).collect();
                dot(&logs, &apart) / square(&apart)
            }
        }
    }

    /// kappa: `<x, hess G x>` is at most this.
    pub fn curvature(self, x: &[f64]) -> f64 {
        let ends = x.iter().fold((f64::MAX, f64::MIN), |(l, h), &x| (l.min(x), h.max(x)));
        match self {
            Geometry::Euclid => square(x),
            Geometry::Entropy => (ends.1 - ends.0).powi(2) / 4.0,
        }
    }

    /// f(u).
    pub fn complexity(self, u: &[f64]) -> f64 {
        let n = u.len() as f64;
        match self {
            Geometry::Euclid => 0.5 * square(u),
            Geometry::Entropy => u.iter().filter(|u| **u > 0.0).map(|u| u * (n * u).ln()).sum(),
        }
    }

    /// The complexity by which a certificate measures: the norm, or f.
    pub fn level(self, u: &[f64]) -> f64 {
        if self == Geometry::Euclid { norm(u) } else { self.complexity(u) }
    }

    /// The sum of f over the rows.
    pub fn complexity_of_rows(self, u: &Matrix) -> f64 {
        u.iter().map(|u| self.complexity(u)).sum()
    }

    /// The complexity by which a certificate measures rows: the norm, or the sum of f.
    pub fn level_of_rows(self, u: &Matrix) -> f64 {
        let complexity = self.complexity_of_rows(u);
        if self == Geometry::Euclid { (2.0 * complexity).sqrt() } else { complexity }
    }
}
