//! How fast a learner that keeps a certificate could be: PA-I on two classes as one plain loop.
//!
//! Safe Rust, numbers of 64 bits, everything the ledger of a run keeps (compensated sums of loss,
//! gain, mass and subgradients, largest sizes, bounds on rounding) and the running square of the
//! weights. No other composition, no weights of examples, no way back from a failed round.

/// A sum with its rounding error carried along, as in the ledger.
#[derive(Default)]
struct Sum {
    total: f64,
    carry: f64,
    magnitude: f64,
}

impl Sum {
    fn add(&mut self, term: f64) {
        let next = self.total + term;
        let taken = next - self.total;
        self.carry += (self.total - (next - taken)) + (term - taken);
        self.total = next;
        self.magnitude += term.abs();
    }
}

/// The weights of PA-I with C = 1, and what its certificate is read from.
#[derive(Default)]
pub(crate) struct Limit {
    weights: Vec<f64>,
    square: f64,
    largest_square: f64,
    rounds: u64,
    pub(crate) mistakes: u64,
    updates: u64,
    loss: Sum,
    mistake_loss: Sum,
    gain: Sum,
    mass: Sum,
    subgradients: Sum,
    peak: f64,
    travelled: f64,
    drift: f64,
    largest: f64,
    largest_mistake: f64,
    largest_loss: f64,
}

impl Limit {
    /// One round.
    pub(crate) fn learn(&mut self, indices: &[u32], values: &[f64], y: f64) {
        let (score, square, end) = self.look(indices, values);
        let (z, size) = (y * score, square.sqrt());
        self.rounds += 1;
        self.largest = self.largest.max(size);
        if z <= 0.0 {
            self.mistakes += 1;
            self.largest_mistake = self.largest_mistake.max(size);
        }
        if z >= 1.0 {
            return;
        }
        if end > self.weights.len() {
            self.weights.resize(end, 0.0);
        }
        let loss = 1.0 - z;
        let d = (loss / square).min(1.0);
        self.enter(loss, d, (z <= 0.0, square, size));
        self.square += d * (2.0 * z + d * square);
        self.largest_square = self.largest_square.max(self.square);
        for (&j, x) in indices.iter().zip(values) {
            self.weights[j as usize] += d * y * x;
        }
    }

    /// Score, square and one past the largest coordinate, in one pass.
    fn look(&self, indices: &[u32], values: &[f64]) -> (f64, f64, usize) {
        let (mut dot, mut square, mut end) = ([0.0; 4], [0.0; 4], 0);
        let ((fours, rest), (cells, left)) = (indices.as_chunks::<4>(), values.as_chunks::<4>());
        let mut beyond = |j: u32| end = end.max(j as usize + 1);
        for (j, x) in fours.iter().zip(cells) {
            for k in 0..4 {
                match self.weights.get(j[k] as usize) {
                    Some(w) => dot[k] += w * x[k],
                    None => beyond(j[k]),
                }
                square[k] += x[k] * x[k];
            }
        }
        for (&j, x) in rest.iter().zip(left) {
            match self.weights.get(j as usize) {
                Some(w) => dot[0] += w * x,
                None => beyond(j),
            }
            square[0] += x * x;
        }
        (dot.iter().sum(), square.iter().sum(), end)
    }

    /// What a round with loss adds to the totals.
    fn enter(&mut self, loss: f64, d: f64, (mistake, square, size): (bool, f64, f64)) {
        self.updates += 1;
        self.loss.add(loss);
        if mistake {
            self.mistake_loss.add(loss);
        }
        self.largest_loss = self.largest_loss.max(loss);
        self.gain.add(d);
        self.gain.magnitude += 2.0 * loss;
        self.mass.add(d);
        self.subgradients.add(0.5 * square);
        self.peak = self.peak.max(d);
        self.travelled += d * size;
        self.drift += self.travelled;
    }

    /// All totals in one number, so that none is optimised away.
    pub(crate) fn total(&self) -> f64 {
        let sums = [&self.loss, &self.mistake_loss, &self.gain, &self.mass, &self.subgradients];
        let all: f64 = sums.iter().map(|s| s.total + s.carry + s.magnitude).sum();
        let sizes = self.largest + self.largest_mistake + self.largest_loss + self.largest_square;
        all + sizes + self.peak + self.drift + self.square + (self.rounds + self.updates) as f64
    }
}
