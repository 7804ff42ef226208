//! Streams of instances with label sets, and comparators to measure against.

use crate::support::matrix::{Matrix, scores};
use crate::support::{Geometry, Rng, basis, scaled};

#[derive(Clone, Debug)]
pub struct Round {
    pub x: Vec<f64>,
    pub relevant: Vec<usize>,
    /// Whether x is handed over with its zeros.
    pub dense: bool,
}

/// What instances look like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Any numbers.
    Real,
    /// Words that are there or not.
    Words,
}

impl Round {
    /// Indices and values of what is not 0.
    pub fn sparse(&self) -> (Vec<u32>, Vec<f64>) {
        let each = self.x.iter().enumerate().filter(|(_, x)| **x != 0.0);
        each.map(|(j, x)| (j as u32, *x)).unzip()
    }

    /// The first lowest of the relevant labels and the first highest of the others.
    pub fn worst(&self, scores: &[f64]) -> Option<(usize, usize)> {
        let is = |r: &usize| self.relevant.contains(r);
        let all = || 0..scores.len();
        let low = all().filter(is).reduce(|a, b| if scores[b] < scores[a] { b } else { a });
        let high =
            all().filter(|r| !is(r)).reduce(|a, b| if scores[b] > scores[a] { b } else { a });
        low.zip(high)
    }

    pub fn loss_of(&self, scores: &[f64], gamma: f64) -> f64 {
        self.worst(scores).map_or(0.0, |(r, s)| (gamma - scores[r] + scores[s]).max(0.0))
    }

    pub fn loss(&self, u: &Matrix, gamma: f64) -> f64 {
        self.loss_of(&scores(u, &self.x), gamma)
    }
}

pub struct Stream {
    pub labels: usize,
    pub n: usize,
    pub planted: Matrix,
    pub rounds: Vec<Round>,
}

impl Stream {
    /// Label sets by the planted scores: those above the mean; each label flips with probability
    /// `noise`.
    pub fn draw(
        rng: &mut Rng,
        geo: Geometry,
        kind: Kind,
        labels: usize,
        len: usize,
        noise: f64,
    ) -> Self {
        let n = 6;
        let row =
            |rng: &mut Rng| if geo == Geometry::Euclid { rng.vector(n) } else { rng.simplex(n) };
        let planted: Matrix = (0..labels).map(|_| row(rng)).collect();
        let mut rounds = Vec::new();
        while rounds.len() < len {
            let x: Vec<f64> = match kind {
                Kind::Real => rng.vector(n),
                Kind::Words => (0..n).map(|_| f64::from(u8::from(rng.chance(0.4)))).collect(),
            };
            if x.iter().all(|v| *v == x[0]) {
                continue;
            }
            let scores = scores(&planted, &x);
            let mean = scores.iter().sum::<f64>() / labels as f64;
            let relevant =
                (0..labels).filter(|&r| (scores[r] > mean) != rng.chance(noise)).collect();
            rounds.push(Round { x, relevant, dense: rng.chance(0.3) });
        }
        Stream { labels, n, planted, rounds }
    }

    /// Only those rounds on which the planted labels lead by `margin`, one relevant label each.
    pub fn separable(
        rng: &mut Rng,
        geo: Geometry,
        kind: Kind,
        labels: usize,
        len: usize,
        margin: f64,
    ) -> Self {
        let mut stream = Stream::draw(rng, geo, kind, labels, 0, 0.0);
        stream.planted = (0..labels).map(|r| basis(stream.n, r % stream.n)).collect();
        while stream.rounds.len() < len {
            let drawn = Stream::draw(rng, geo, kind, labels, 1, 0.0);
            let mut round = drawn.rounds[0].clone();
            round.relevant = vec![rng.below(labels)];
            if round.loss(&stream.planted, margin) == 0.0 {
                stream.rounds.push(round);
            }
        }
        stream
    }
}

/// Comparators: the planted one, the start, and random ones.
pub fn comparators(rng: &mut Rng, geo: Geometry, stream: &Stream) -> Vec<Matrix> {
    let (k, n) = (stream.labels, stream.n);
    let mut all = vec![stream.planted.clone()];
    for _ in 0..4 {
        all.push(match geo {
            Geometry::Euclid => {
                let size = rng.magnitude(0.1, 4.0);
                (0..k).map(|_| scaled(&rng.vector(n), size)).collect()
            }
            Geometry::Entropy => (0..k).map(|_| rng.simplex(n)).collect(),
        });
    }
    all.push(vec![geo.start(n); k]);
    all
}
