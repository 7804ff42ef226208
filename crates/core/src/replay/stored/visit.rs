//! A look back: what a scope may do with the stored rounds once a new one was learned from.

use super::raise::LearnerParts;
use super::{DualityGap, Store, Stored};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;

/// Sweeps over all rounds after which they are left as they are: any dual variables are legal.
const MOST_SWEEPS: usize = 1000;

/// The stored rounds of a learner, and the learner.
pub(crate) struct Visit<'a, L, H> {
    pub(crate) learner: LearnerParts<'a, L, H>,
    pub(crate) store: &'a mut Store,
    /// The round just learned from, if it is stored.
    pub(crate) newest: Option<usize>,
}

impl<L: Loss, H: Hypothesis> Visit<'_, L, H> {
    /// How many rounds there are.
    pub(crate) fn count(&self) -> usize {
        self.store.rounds.len()
    }

    /// Revisits a round; returns by how much the dual grew.
    pub(crate) fn raise(&mut self, i: usize) -> f64 {
        let Store { rounds, buffers, .. } = &mut *self.store;
        rounds.get_mut(i).map_or(0.0, |round| self.learner.raise(round, buffers))
    }

    /// A random round.
    pub(crate) fn any(&mut self) -> usize {
        let count = self.count() as u64;
        self.store.random.below(count.max(1)) as usize
    }

    /// The round whose turn it is.
    pub(crate) fn next(&mut self) -> usize {
        let at = self.store.turn % self.count().max(1);
        self.store.turn = at + 1;
        at
    }

    /// The round with the largest gap, if one has any.
    pub(crate) fn worst(&mut self) -> Option<usize> {
        let gaps: Vec<f64> = (0..self.count()).map(|i| self.duality_gap(i).gap).collect();
        let larger = |a: usize, b: usize| if gaps[b] > gaps[a] { b } else { a };
        (0..gaps.len()).reduce(larger).filter(|&i| gaps[i] > 0.0)
    }

    /// Whether the rounds are as they were settled: the newest one has moved nothing and asks for
    /// nothing, and c is the same.
    pub(crate) fn is_settled(&mut self) -> bool {
        let same = std::mem::replace(&mut self.store.settled, self.learner.c) == self.learner.c;
        same && self.newest.is_some_and(|i| {
            self.store.rounds[i].constraints.iter().all(|k| k.dual == 0.0)
                && self.duality_gap(i).gap == 0.0
        })
    }

    /// Revisits all rounds in turn until their gap is at most `gap` times the sum of their losses
    /// and gains.
    pub(crate) fn settle(&mut self, gap: f64) {
        for _ in 0..MOST_SWEEPS {
            let mut all = DualityGap::default();
            (0..self.count()).for_each(|i| all += self.duality_gap(i));
            if all.gap <= gap * (all.loss + all.gain.abs()) {
                return;
            }
            // What is left of the gap when nothing can be raised any more is rounding.
            if (0..self.count()).map(|i| self.raise(i)).sum::<f64>() <= 0.0 {
                return;
            }
        }
    }

    /// The best dual variables of two rounds at once, where they are known in closed form; false,
    /// and nothing done, elsewhere.
    pub(crate) fn raise_two(&mut self) -> bool {
        let Store { rounds, buffers, .. } = &mut *self.store;
        match rounds.as_mut_slice() {
            [a, b] => self.learner.raise_two([a, b], buffers),
            _ => false,
        }
    }

    fn duality_gap(&mut self, i: usize) -> DualityGap {
        let Store { rounds, buffers, .. } = &mut *self.store;
        let learner = &self.learner;
        rounds
            .get(i)
            .map_or(DualityGap::default(), |round: &Stored| learner.duality_gap(round, buffers))
    }
}
