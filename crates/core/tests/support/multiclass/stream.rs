//! Streams of several classes.

use crate::support::matrix::{Matrix, random_unit, scores};
use crate::support::{Rng, norm};
use noregret_core::Label;

#[derive(Clone, Debug)]
pub struct Example {
    pub x: Vec<f64>,
    pub y: usize,
}

impl Example {
    pub fn label(&self) -> Label<'static> {
        Label::Number(self.y as f64)
    }
}

/// Examples and the unit matrix they were drawn around.
#[derive(Clone)]
pub struct Stream {
    pub k: usize,
    pub n: usize,
    pub planted: Matrix,
    pub examples: Vec<Example>,
}

impl Stream {
    /// `len` instances on which a unit matrix has at least a margin of `least`, twice over.
    pub fn separable(rng: &mut Rng, k: usize, n: usize, len: usize, least: f64) -> Self {
        let planted = random_unit(rng, k, n);
        let drawn = (0..1_000_000).map(|_| labelled(&planted, rng.vector(n)));
        let mut examples: Vec<Example> =
            drawn.filter(|e| margin(&planted, e) >= least).take(len).collect();
        assert_eq!(examples.len(), len, "no margin of {least} in sight");
        examples.extend_from_within(..);
        Stream { k, n, planted, examples }
    }

    /// Instances without a margin, each label replaced by a random one with probability `noise`.
    pub fn noisy(rng: &mut Rng, k: usize, n: usize, len: usize, noise: f64) -> Self {
        let mut stream = Stream::separable(rng, k, n, len, 0.0);
        for e in &mut stream.examples {
            if rng.chance(noise) {
                e.y = rng.below(k);
            }
        }
        stream
    }

    /// Instances of small whole numbers, zero among them: exact ties are common.
    pub fn ties(rng: &mut Rng, k: usize, n: usize, len: usize) -> Self {
        let mut stream = Stream::noisy(rng, k, n, len, 0.2);
        stream.examples.iter_mut().for_each(|e| e.x.iter_mut().for_each(|x| *x = x.round()));
        stream
    }

    /// One of each kind for k classes.
    pub fn of_every_kind(rng: &mut Rng, k: usize, len: usize) -> [Self; 3] {
        let n = 2 + rng.below(6);
        [
            Stream::separable(rng, k, n, len, 0.03),
            Stream::noisy(rng, k, n, len, 0.3),
            Stream::ties(rng, k, n, len),
        ]
    }

    /// Largest norm of an instance.
    pub fn radius(&self) -> f64 {
        self.examples.iter().map(|e| norm(&e.x)).fold(0.0, f64::max)
    }

    /// The margin that `u` has on every example.
    pub fn margin(&self, u: &Matrix) -> f64 {
        self.examples.iter().map(|e| margin(u, e)).fold(f64::INFINITY, f64::min)
    }
}

fn labelled(planted: &Matrix, x: Vec<f64>) -> Example {
    let scores = scores(planted, &x);
    let y = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap();
    Example { x, y }
}

/// `B_y` minus the best wrong score.
pub fn margin(m: &Matrix, e: &Example) -> f64 {
    let scores = scores(m, &e.x);
    let wrong = (0..scores.len()).filter(|&r| r != e.y).map(|r| scores[r]);
    scores[e.y] - wrong.fold(f64::NEG_INFINITY, f64::max)
}
