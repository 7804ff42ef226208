//! Streams of weighted examples.

use crate::support::{Rng, dot};
use noregret_core::loss::{AnyLoss, Loss};

/// One example of a stream.
#[derive(Clone, Debug)]
pub struct Example {
    pub x: Vec<f64>,
    pub y: f64,
    pub weight: f64,
}

pub fn example(x: Vec<f64>, y: f64) -> Example {
    Example { x, y, weight: 1.0 }
}

/// Labels of a hidden u on instances with `|<u,x>| >= margin`, flipped with probability `noise`.
pub fn binary_stream(
    rng: &mut Rng,
    u: &[f64],
    len: usize,
    margin: f64,
    noise: f64,
) -> Vec<Example> {
    let mut stream = Vec::new();
    while stream.len() < len {
        let x = rng.vector(u.len());
        let score = dot(u, &x);
        if score.abs() >= margin {
            let flip = if rng.unit() < noise { -1.0 } else { 1.0 };
            stream.push(example(x, flip * score.signum()));
        }
    }
    stream
}

/// Targets of a hidden u plus uniform noise.
pub fn regression_stream(rng: &mut Rng, u: &[f64], len: usize, noise: f64) -> Vec<Example> {
    let one = |_| {
        let x = rng.vector(u.len());
        let y = dot(u, &x) + noise * rng.signed();
        example(x, y)
    };
    (0..len).map(one).collect()
}

/// A noisy stream that fits the loss: some examples are repeated, zero, ternary or weighted.
pub fn mixed_stream(rng: &mut Rng, loss: &AnyLoss, n: usize, len: usize) -> Vec<Example> {
    let u = rng.vector(n);
    let mut stream = if loss.two_sided() {
        regression_stream(rng, &u, len, 0.5)
    } else {
        binary_stream(rng, &u, len, 0.05, 0.1)
    };
    for i in 0..len {
        match rng.below(12) {
            0 => stream[i].x.fill(0.0),
            1 if i > 0 => stream[i] = stream[i - 1].clone(),
            2 | 3 => stream[i].x.iter_mut().for_each(|x| *x = (3.0 * *x / 2.0).round()),
            4 => stream[i].weight = [0.0, 0.3, 2.0][rng.below(3)],
            5 => stream[i].x.iter_mut().for_each(|x| *x *= 8.0),
            _ => {}
        }
    }
    stream
}
