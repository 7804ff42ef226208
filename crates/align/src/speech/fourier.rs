//! Random Fourier features: `z_d(x) = sqrt(2/D) cos(<omega_d, x> + b_d)`.
//!
//! With `omega ~ N(0, I/sigma^2)` and b uniform on a circle, `<z(x), z(x')>` is near the Gaussian
//! kernel `exp(-|x - x'|^2 / (2 sigma^2))`. (Rahimi and Recht 2008.) The thesis has sigma = 6.24.

use noregret_core::random::Random;
use serde::{Deserialize, Serialize};

/// The frequencies and phases of the features.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fourier {
    /// A row of frequencies for every feature.
    #[serde(skip)]
    pub(super) frequencies: Vec<f64>,
    #[serde(skip)]
    pub(super) phases: Vec<f64>,
    width: usize,
}

impl Fourier {
    /// `features` features of vectors of this width.
    pub fn new(features: usize, width: usize, sigma: f64, seed: u64) -> Self {
        let mut random = Random::new(seed, 0);
        let frequencies = (0..features * width).map(|_| random.normal() / sigma).collect();
        let phases = (0..features).map(|_| std::f64::consts::TAU * random.unit()).collect();
        Fourier { frequencies, phases, width }
    }

    /// Number of features.
    pub fn count(&self) -> usize {
        self.phases.len()
    }

    /// Numbers that go in.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Writes the features of `x`.
    pub fn map(&self, x: &[f64], out: &mut [f64]) {
        let size = (2.0 / self.count().max(1) as f64).sqrt();
        let rows = self.frequencies.chunks_exact(self.width.max(1)).zip(&self.phases);
        for (out, (row, phase)) in out.iter_mut().zip(rows) {
            *out = size * (dot(row, x) + phase).cos();
        }
    }
}

/// An inner product in four sums, so that it may run in parallel lanes.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a4, b4) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = a4.remainder().iter().zip(b4.remainder()).map(|(a, b)| a * b).sum();
    let mut sums = [0.0; 4];
    for (a, b) in a4.zip(b4) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}
