//! Voting: hypothesis i, which survived `counts[i]` rounds, casts that many votes for its sign.
//!
//! The hypotheses differ by one update each, `s_i = keep_i s_{i-1} + coef_i <x_i, x>`, so one pass over the
//! stored updates gives all their scores. Memory grows with the updates. (Freund & Schapire 1999.)

use crate::vector::Instance;
use serde::{Deserialize, Serialize};

/// All updates of a run with the survival of what they made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Vote {
    #[serde(skip)]
    pub(crate) indices: Vec<u32>,
    #[serde(skip)]
    pub(crate) values: Vec<f64>,
    #[serde(skip)]
    pub(crate) ends: Vec<u64>,
    #[serde(skip)]
    pub(crate) coefs: Vec<f64>,
    #[serde(skip)]
    pub(crate) keeps: Vec<f64>,
    #[serde(skip)]
    pub(crate) counts: Vec<u64>,
}

impl Vote {
    /// Stores the update `w <- keep w + coef x`.
    pub fn record(&mut self, x: Instance<'_>, coef: f64, keep: f64) {
        x.for_each(|j, x| {
            self.indices.push(j as u32);
            self.values.push(x);
        });
        self.ends.push(self.indices.len() as u64);
        self.coefs.push(coef);
        self.keeps.push(keep);
        self.counts.push(0);
    }

    /// The current hypothesis survived a round.
    pub fn tick(&mut self) {
        if let Some(count) = self.counts.last_mut() {
            *count += 1;
        }
    }

    /// Share of votes for the positive side minus share for the negative one.
    pub fn score(&self, x: Instance<'_>) -> f64 {
        let mut dense = vec![0.0; x.end()];
        x.for_each(|j, x| dense[j] = x);
        let (mut start, mut score, mut votes, mut cast) = (0, 0.0, 0.0, 0u64);
        for i in 0..self.coefs.len() {
            let end = self.ends[i] as usize;
            let update = Instance::Sparse {
                indices: &self.indices[start..end],
                values: &self.values[start..end],
            };
            score = self.keeps[i] * score + self.coefs[i] * update.dot(&dense);
            let side = if score >= 0.0 { 1.0 } else { -1.0 };
            votes += self.counts[i] as f64 * side;
            cast += self.counts[i];
            start = end;
        }
        if cast == 0 { 0.0 } else { votes / cast as f64 }
    }
}
