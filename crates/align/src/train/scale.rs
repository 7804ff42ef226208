//! Base functions brought to a common scale: `phi_j / (s_j K)`.
//!
//! `s_j` is the mean absolute change of `phi_j` when one true start at a time is moved by 3 frames,
//! either way (less where a neighbour is in the way). Without it the change of the rate, which
//! reaches `(L/mu)^2` in wrong candidates, rules the length of every direction.

use crate::dynamic::{BaseFunctions, features};
use serde::{Deserialize, Serialize};

/// How far starts are moved.
const JITTER: usize = 3;

/// The scale of every base function; positive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scales(Vec<f64>);

/// Changes of base functions, added up over examples.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    sums: Vec<f64>,
    moves: usize,
}

impl Changes {
    /// Takes in an example.
    pub(crate) fn add(&mut self, base: &impl BaseFunctions, truth: &[usize]) {
        self.sums.resize(base.count(), 0.0);
        let (right, mut starts) = (features(base, truth), truth.to_vec());
        for i in 1..truth.len() {
            let (start, end) = (truth[i], base.bounds().frames() - 1);
            let next = truth.get(i + 1).copied().unwrap_or(end);
            let moved =
                [start.saturating_sub(JITTER).max(truth[i - 1]), (start + JITTER).min(next)];
            for place in moved.into_iter().filter(|&place| place != start) {
                starts[i] = place;
                let other = features(base, &starts);
                let change = right.iter().zip(&other).map(|(a, b)| (a - b).abs());
                self.sums.iter_mut().zip(change).for_each(|(sum, change)| *sum += change);
                self.moves += 1;
            }
            starts[i] = start;
        }
    }

    /// The mean changes; 1 where there was none.
    pub(crate) fn scales(self) -> Scales {
        let moves = self.moves.max(1) as f64;
        let mean = |sum: f64| if sum > 0.0 { sum / moves } else { 1.0 };
        Scales(self.sums.into_iter().map(mean).collect())
    }
}

impl Scales {
    /// The scales of some examples, each with its truth.
    pub fn of<'a, B: BaseFunctions + 'a>(
        examples: impl Iterator<Item = (&'a B, &'a [usize])>,
    ) -> Self {
        let mut changes = Changes::default();
        examples.for_each(|(base, truth)| changes.add(base, truth));
        changes.scales()
    }

    /// The scales themselves.
    pub fn values(&self) -> &[f64] {
        &self.0
    }

    /// The scaled features of an alignment.
    pub fn features(&self, base: &impl BaseFunctions, starts: &[usize]) -> Vec<f64> {
        let phi = features(base, starts);
        let events = starts.len().max(1) as f64;
        phi.iter().zip(&self.0).map(|(phi, scale)| phi / (scale * events)).collect()
    }

    /// The weights of the base functions as they are that score like `weights` do on the scaled
    /// ones.
    pub fn unscale(&self, weights: &[f64], events: usize) -> Vec<f64> {
        let events = events.max(1) as f64;
        weights.iter().zip(&self.0).map(|(w, scale)| w / (scale * events)).collect()
    }
}
