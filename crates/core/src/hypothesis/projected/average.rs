//! The average of weights behind a threshold. A new threshold changes every weight of its row in
//! its own way, so each step costs one more pass over all weights, beside those it makes anyway;
//! a round without a step costs nothing.

use super::Projected;
use crate::geometry::{Domain, Shift};
use crate::hypothesis::{Hypothesis, Means, Sums};
use serde::{Deserialize, Serialize};

/// The average, and what the weights of the last round were made with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Averaged {
    pub(crate) means: Means,
    shifts: Vec<Shift>,
    dimension: usize,
}

impl Averaged {
    /// Of no rounds.
    pub(super) fn new(power: u32, rows: usize) -> Self {
        Averaged { means: Means::new(power, rows), shifts: Vec::new(), dimension: 0 }
    }

    /// Of rounds whose sums are known.
    pub(super) fn of(means: Means) -> Self {
        Averaged { means, shifts: Vec::new(), dimension: 0 }
    }

    /// The sums of all cells of the hypothesis whose average this is.
    pub(super) fn all_sums<D: Domain>(&self, of: &Projected<D>) -> Sums {
        let last = (self.shifts.as_slice(), self.dimension);
        self.means.all_sums(of.potential.v.len(), |slot| of.value(last, slot))
    }

    /// Whether the parts fit each other and the hypothesis: a state read from a file may not.
    pub(super) fn is_consistent(&self, rows: usize, cells: usize) -> bool {
        (self.shifts.is_empty() || self.shifts.len() == rows)
            && self.means.is_consistent(rows, cells)
    }
}

impl<D: Domain> Projected<D> {
    /// The weight of a cell as the last round had it.
    fn value(&self, (shifts, dimension): (&[Shift], usize), slot: usize) -> f64 {
        let shift = shifts.get(slot % self.potential.rows);
        shift.map_or(0.0, |shift| self.domain.weight(self.potential.v[slot], shift, dimension))
    }

    /// Settles all cells: their weights are about to change.
    pub(super) fn settle_average(&mut self) {
        let Some(mut average) = self.average.take() else { return };
        average.means.fit(self.potential.v.len(), self.potential.rows, 1);
        let last = (average.shifts.as_slice(), average.dimension);
        average.means.settle_all(|slot| self.value(last, slot));
        self.average = Some(average);
    }

    /// Counts a round with the weights as they are.
    pub(super) fn count_round(&mut self) {
        let same =
            |a: &Averaged| a.shifts == self.potential.kept && a.dimension == self.dimension();
        if !self.average.as_ref().is_some_and(same) {
            self.settle_average();
        }
        let dimension = self.dimension();
        if let Some(average) = &mut self.average {
            average.shifts.clone_from(&self.potential.kept);
            average.dimension = dimension;
            average.means.tick(&[1.0]);
        }
    }

    /// The average weight of a cell, if it is kept.
    pub(super) fn mean_weight(&self, slot: usize) -> Option<f64> {
        let average = self.average.as_ref()?;
        let last = (average.shifts.as_slice(), average.dimension);
        Some(average.means.mean(slot, || self.value(last, slot)))
    }
}
