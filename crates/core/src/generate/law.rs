//! Draws from a discrete law given by weights, in O(log n).

use crate::random::Random;

/// Cumulated weights.
#[derive(Clone, Debug)]
pub(super) struct Law(Vec<f64>);

impl Law {
    /// The law proportional to these weights, which are positive.
    pub(super) fn new(weights: impl Iterator<Item = f64>) -> Self {
        let mut total = 0.0;
        let add = |weight: f64| {
            total += weight;
            total
        };
        Law(weights.map(add).collect())
    }

    /// A place, from 0.
    pub(super) fn draw(&self, random: &mut Random) -> usize {
        let at = random.unit() * self.0.last().copied().unwrap_or(0.0);
        self.0.partition_point(|&total| total <= at).min(self.0.len() - 1)
    }
}
