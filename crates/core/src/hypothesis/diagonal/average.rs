//! The average of weights that adapt to the data: a weight changes when a step touches it, or when
//! the scale of its feature is raised before that, and only then has to be settled.

use super::Diagonal;
use super::layout::{Cells, Layout, each_layout};
use crate::geometry::Adaptive;
use crate::hypothesis::Hypothesis;
use crate::round::Direction;

impl<M: Adaptive> Diagonal<M> {
    /// Settles what this round has raised, at the weights before, and what the step is about to
    /// change.
    pub(super) fn settle_average(&mut self, step: Option<&Direction<'_>>) {
        let Some(mut means) = self.average.take() else { return };
        let rows = self.rows;
        means.fit_zeros(self.dimension() * rows, rows);
        let raised = self.mark.scales.iter().zip(self.mark.weights.chunks(self.mark.rows.max(1)));
        for (&(feature, _), weights) in raised {
            for (row, &weight) in weights.iter().enumerate() {
                means.settle(feature * rows + row, || weight);
            }
        }
        for t in step.iter().flat_map(|step| step.terms.iter().map(move |t| (t, step))) {
            let (t, step) = t;
            step.parts[t.part].for_each(|j, _| {
                means.settle(j * rows + t.row, || self.weight_of(j, t.row));
            });
        }
        self.average = Some(means);
    }

    /// The weight of a known feature, before the rate.
    fn weight_of(&self, feature: usize, row: usize) -> f64 {
        each_layout!(&self.cells, cells => cells.cell(feature, row).weight)
    }

    /// Counts a round with the weights as they are.
    pub(super) fn count_round(&mut self, c: f64) {
        self.settle_average(None);
        let (rows, rate) = (self.rows, if c > 0.0 { self.metric.rate(c) } else { 0.0 });
        let Some(mut means) = self.average.take() else { return };
        if means.is_strained(&[rate]) {
            means.settle_all(|slot| self.weight_of(slot / rows, slot % rows));
        }
        means.tick(&[rate]);
        self.average = Some(means);
    }

    /// The average weight of a feature, if it is kept.
    pub(super) fn mean_weight(&self, feature: usize, row: usize) -> Option<f64> {
        let means = self.average.as_ref()?;
        Some(means.mean(feature * self.rows + row, || self.at(feature, row).0.weight))
    }
}
