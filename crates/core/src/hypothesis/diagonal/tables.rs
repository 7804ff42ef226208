//! The cells of several rows: a feature-major table each of weights, potentials and spreads.
//!
//! Scoring reads the weights of every row and nothing else, a step touches a few rows: so weights
//! are kept apart.

use super::layout::Layout;
use crate::geometry::AdaptiveCell as Cell;
use crate::hypothesis::Aligned;
use crate::hypothesis::rows::Table;
use crate::round::View;
use crate::vector::Instance;
use std::borrow::Cow;

/// Several rows.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    stride: usize,
    weights: Aligned,
    potential: Vec<f64>,
    spread: Vec<f64>,
    scales: Vec<f64>,
}

impl Tables {
    /// No features, with so many places for rows.
    pub(super) fn new(stride: usize) -> Self {
        let [potential, spread, scales] = Default::default();
        Tables { stride, weights: Aligned::default(), potential, spread, scales }
    }

    /// The cells of weights, potentials and spreads, and the scales of their features.
    pub(super) fn with([weights, potential, spread, scales]: [Vec<f64>; 4], stride: usize) -> Self {
        Tables { stride, weights: weights.into(), potential, spread, scales }
    }

    fn table(&self, rows: usize) -> Table<'_> {
        Table { cells: &self.weights, stride: self.stride, rows }
    }

    pub(super) fn stride(&self) -> usize {
        self.stride
    }
}

impl Layout for Tables {
    #[inline(always)]
    fn features(&self) -> usize {
        self.scales.len()
    }

    fn resize(&mut self, features: usize, scale: f64) {
        let places = features * self.stride;
        self.weights.resize(places);
        self.potential.resize(places, 0.0);
        self.spread.resize(places, 0.0);
        self.scales.resize(features, scale);
    }

    #[inline(always)]
    fn cell(&self, feature: usize, row: usize) -> Cell {
        let slot = feature * self.stride + row;
        let [weight, potential, spread] =
            [&*self.weights, &self.potential, &self.spread].map(|table| table[slot]);
        Cell { weight, potential, spread }
    }

    #[inline(always)]
    fn put(&mut self, feature: usize, row: usize, cell: Cell) {
        let slot = feature * self.stride + row;
        (self.weights[slot], self.potential[slot], self.spread[slot]) =
            (cell.weight, cell.potential, cell.spread);
    }

    fn tables(&self) -> [Cow<'_, [f64]>; 4] {
        [&*self.weights, &self.potential, &self.spread, &self.scales].map(Cow::Borrowed)
    }

    #[inline(always)]
    fn scale(&self, feature: usize) -> f64 {
        self.scales[feature]
    }

    #[inline(always)]
    fn set_scale(&mut self, feature: usize, scale: f64) {
        self.scales[feature] = scale;
    }

    #[inline(always)]
    fn expect(&self, x: Instance<'_>, rows: usize) {
        self.table(rows).expect(x);
    }

    fn look(&self, x: Instance<'_>, rows: usize, view: &mut View) -> f64 {
        let seen = self.table(rows).push_scores(x, &mut view.scores);
        view.beyond |= seen.end > self.features();
        seen.square
    }
}
