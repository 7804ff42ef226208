//! The average of weights with a normaliser: `w_j = factor s_j`, `s_j` the weight in its frame.
//!
//! A round settles the cells its step touches; a new frame (a new trade-off, or weights that grew
//! out of the old one) asks for a pass over the row, as the normaliser itself does.

use super::LinkSpace;
use crate::geometry::{Frame, Link};
use crate::hypothesis::Means;
use crate::round::Direction;
use serde::{Deserialize, Serialize};

/// The average, and the frames in which the cells have their values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Averaged {
    pub(crate) means: Means,
    /// Those at the end of the last round.
    pub(super) frames: Vec<Frame>,
}

impl Averaged {
    /// Of no rounds.
    pub(super) fn new(power: u32, rows: usize) -> Self {
        Averaged { means: Means::new(power, rows), frames: Vec::new() }
    }

    /// Of rounds whose sums are known.
    pub(super) fn of(means: Means) -> Self {
        Averaged { means, frames: Vec::new() }
    }

    /// Whether the parts fit each other and the hypothesis: a state read from a file may not.
    pub(super) fn is_consistent(&self, rows: usize, cells: usize, sums: usize) -> bool {
        let framed = self.frames.is_empty() || self.frames.len() == sums;
        framed && self.means.is_consistent(rows, cells)
    }
}

impl<G: Link> LinkSpace<G> {
    /// The value of a cell in these frames.
    pub(super) fn value(&self, frames: &[Frame], slot: usize) -> f64 {
        let frame = frames.get(self.sum_of(slot % self.potential.rows));
        frame.map_or(0.0, |frame| self.link.pair(self.potential.v[slot], frame).0)
    }

    fn fit(&self, average: &mut Averaged) {
        let (cells, sums) = (self.potential.v.len(), self.potential.kept.len());
        average.means.fit(cells, self.potential.rows, sums);
    }

    /// Settles the cells that a step is about to change.
    pub(super) fn settle_average(&mut self, step: &Direction<'_>) {
        let Some(mut average) = self.average.take() else { return };
        self.fit(&mut average);
        let Averaged { means, frames } = &mut average;
        for t in step.terms {
            step.parts[t.part].for_each(|j, _| {
                let slot = j * self.potential.rows + t.row;
                means.settle(slot, || self.value(frames, slot));
            });
        }
        self.average = Some(average);
    }

    /// Counts a round with the weights as they are.
    pub(super) fn count_round(&mut self) {
        let Some(mut average) = self.average.take() else { return };
        self.fit(&mut average);
        let Averaged { means, frames } = &mut average;
        let sums = &self.potential.kept;
        let factor = |sum: usize| self.link.factor(sums[sum].sum.value(), &sums[sum].frame);
        let has_cells = !self.potential.v.is_empty();
        let factors: Vec<f64> =
            (0..sums.len()).map(|sum| if has_cells { factor(sum) } else { 0.0 }).collect();
        let is_same = |(old, now): (&Frame, &Frame)| {
            old.top == now.top && (old.c == now.c || !self.link.folds_with_c())
        };
        let framed = frames.len() == sums.len()
            && frames.iter().zip(sums.iter().map(|sum| &sum.frame)).all(is_same);
        if !framed || means.is_strained(&factors) {
            means.settle_all(|slot| self.value(frames, slot));
            *frames = sums.iter().map(|sum| sum.frame).collect();
        }
        means.tick(&factors);
        self.average = Some(average);
    }

    /// The average weight of a cell, if it is kept.
    pub(super) fn mean_weight(&self, slot: usize) -> Option<f64> {
        let Averaged { means, frames } = self.average.as_ref()?;
        Some(means.mean(slot, || self.value(frames, slot)))
    }
}
