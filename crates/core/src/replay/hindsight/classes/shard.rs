//! A search among the rows of one shard, from weights that the rows of all have made.

use super::ClassSearch;
use crate::replay::hindsight::Sums;

impl ClassSearch<'_> {
    /// The search that starts at these dual variables and weights: `weights(feature, class)`.
    pub(in crate::replay::hindsight) fn within(
        mut self,
        duals: &[f64],
        weights: impl Fn(usize, usize) -> f64,
    ) -> Self {
        let (stride, classes) = (self.stride, self.needs.classes);
        for (places, known) in self.duals.chunks_exact_mut(stride).zip(duals.chunks_exact(classes))
        {
            places[..classes].copy_from_slice(known);
        }
        for (j, places) in self.w.chunks_exact_mut(stride).enumerate() {
            places[..classes].iter_mut().enumerate().for_each(|(r, w)| *w = weights(j, r));
        }
        self
    }

    /// The dual variables, row by row.
    pub(in crate::replay::hindsight) fn duals(&self) -> Vec<f64> {
        self.known_duals()
    }

    /// What the rows add to both values at the present weights.
    pub(in crate::replay::hindsight) fn sums_of_rows(&mut self) -> Sums {
        let arch = self.arch;
        arch.dispatch(|| self.sums(f64::INFINITY))
    }
}
