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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_as_frequent_as_their_weights() {
        let (law, mut random, mut seen) =
            (Law::new([1.0, 5.0, 2.0].into_iter()), Random::new(2, 0), [0; 3]);
        (0..8000).for_each(|_| seen[law.draw(&mut random)] += 1);
        let near = |n: i32, expected: i32| (n - expected).abs() < 150;
        assert!(near(seen[0], 1000) && near(seen[1], 5000) && near(seen[2], 2000), "{seen:?}");
    }
}
