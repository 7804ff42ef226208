//! Voting: hypothesis i, which survived `counts[i]` rounds, casts that many votes for its sign or
//! class.
//!
//! The hypotheses differ by one update each, `s_i = keep_i s_{i-1} + coef_i <x_i, x>` in each row
//! that moved, so one pass over the stored updates gives all their scores. Memory grows with the
//! updates. A hypothesis votes among the classes that were known in its time. (Freund & Schapire
//! 1999.)

use crate::round::Term;
use crate::vector::Instance;

/// All updates of a run with the survival of what they made.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Vote {
    /// Coordinates and values of the instances, one after the other, and where each ends.
    pub(crate) indices: Vec<u32>,
    pub(crate) values: Vec<f64>,
    pub(crate) ends: Vec<u64>,
    /// Rows and coefficients of the updates, one after the other, and where each ends.
    pub(crate) rows: Vec<u32>,
    pub(crate) coefs: Vec<f64>,
    pub(crate) move_ends: Vec<u64>,
    /// Factor on the weights before the update, rows known then, and rounds survived after it.
    pub(crate) keeps: Vec<f64>,
    pub(crate) known: Vec<u32>,
    pub(crate) counts: Vec<u64>,
}

impl Vote {
    /// Stores the update `w <- keep w + sum coef (row x)`, made when `known` rows were.
    pub(crate) fn record(&mut self, x: Instance<'_>, moves: &[Term], keep: f64, known: usize) {
        x.for_each(|j, x| {
            self.indices.push(j as u32);
            self.values.push(x);
        });
        self.ends.push(self.indices.len() as u64);
        for t in moves {
            self.rows.push(t.row as u32);
            self.coefs.push(t.coef);
        }
        self.move_ends.push(self.rows.len() as u64);
        self.keeps.push(keep);
        self.known.push(known as u32);
        self.counts.push(0);
    }

    /// The current hypothesis survived a round.
    pub(crate) fn tick(&mut self) {
        if let Some(count) = self.counts.last_mut() {
            *count += 1;
        }
    }

    /// Replaces the scores by shares of the votes: of each class, or, with one row, for minus
    /// against. `similarity` is the inner product of two instances in the space of the hypothesis.
    pub(crate) fn score(
        &self,
        x: Instance<'_>,
        similarity: impl Fn(f64, f64, f64) -> f64,
        votes: &mut [f64],
    ) {
        let (mut dense, square) = (vec![0.0; x.end()], x.square());
        x.for_each(|j, x| dense[j] = x);
        let mut scores = vec![0.0; votes.len()];
        votes.fill(0.0);
        for i in 0..self.keeps.len() {
            let update = self.instance(i);
            let near = similarity(update.dot(&dense), update.square(), square);
            scores.iter_mut().for_each(|s| *s *= self.keeps[i]);
            for k in span(&self.move_ends, i) {
                scores[self.rows[k] as usize] += self.coefs[k] * near;
            }
            let known = (self.known[i] as usize).min(scores.len());
            cast(&scores[..known], self.counts[i] as f64, votes);
        }
        let cast = self.counts.iter().sum::<u64>().max(1) as f64;
        votes.iter_mut().for_each(|v| *v /= cast);
    }

    fn instance(&self, i: usize) -> Instance<'_> {
        let span = span(&self.ends, i);
        Instance::Sparse { indices: &self.indices[span.clone()], values: &self.values[span] }
    }

    /// Whether the arrays belong together: a vote read from a file may not.
    pub(crate) fn is_consistent(&self, rows: usize) -> bool {
        let n = self.keeps.len();
        let ends = |ends: &[u64], length: usize| {
            ends.len() == n
                && ends.is_sorted()
                && ends.last().copied().unwrap_or(0) == length as u64
        };
        self.known.len() == n
            && self.counts.len() == n
            && self.indices.len() == self.values.len()
            && self.rows.len() == self.coefs.len()
            && ends(&self.ends, self.indices.len())
            && ends(&self.move_ends, self.rows.len())
            && self.rows.iter().all(|&r| (r as usize) < rows)
    }
}

/// Range of the i-th of several stretches, given their ends.
fn span(ends: &[u64], i: usize) -> std::ops::Range<usize> {
    let start = if i == 0 { 0 } else { ends[i - 1] as usize };
    start..ends[i] as usize
}

/// Adds the votes of one hypothesis: for the side of its score, or for its best class, the first of
/// equals.
fn cast(scores: &[f64], count: f64, votes: &mut [f64]) {
    match scores {
        [score] if votes.len() == 1 => votes[0] += if *score >= 0.0 { count } else { -count },
        _ => {
            let best = (0..scores.len()).reduce(|a, b| if scores[b] > scores[a] { b } else { a });
            if let Some(best) = best {
                votes[best] += count;
            }
        }
    }
}
