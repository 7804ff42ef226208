//! The cells of a single row: all that is kept of a feature in one piece of 32 bytes.
//!
//! The features of a sparse row lie anywhere in a table larger than the fast caches. Side by side,
//! the scale, which is looked at first, the weight and what a step needs come from memory together;
//! in tables of their own they would be four misses a feature instead of one. One pass raises the
//! scales and scores.

use super::layout::{Layout, Mark};
use crate::geometry::{Adaptive, AdaptiveCell as Cell};
use crate::prefetch::prefetch_each;
use crate::round::View;
use crate::vector::{Instance, Probe, Tailed, look, look_sparse, look_tailed};
use std::borrow::Cow;

/// Features from which on the table is taken to outgrow the fast caches (256 KB).
const LARGE: usize = 1 << 13;

/// What is kept of a feature; never in two lines of a cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Single {
    cell: Cell,
    scale: f64,
}

/// One row.
#[derive(Clone, Debug, Default)]
pub(super) struct Singles(Vec<Single>);

impl Singles {
    /// The cells of weights, potentials and spreads, and the scales of their features.
    pub(super) fn with([weights, potential, spread, scales]: [Vec<f64>; 4]) -> Self {
        let tables = weights.into_iter().zip(potential).zip(spread).zip(scales);
        let single = |(((weight, potential), spread), scale)| Single {
            cell: Cell { weight, potential, spread },
            scale,
        };
        Singles(tables.map(single).collect())
    }
}

impl Layout for Singles {
    #[inline(always)]
    fn features(&self) -> usize {
        self.0.len()
    }

    fn resize(&mut self, features: usize, scale: f64) {
        self.0.resize(features, Single { cell: Cell::default(), scale });
    }

    #[inline(always)]
    fn cell(&self, feature: usize, _row: usize) -> Cell {
        self.0[feature].cell
    }

    #[inline(always)]
    fn put(&mut self, feature: usize, _row: usize, cell: Cell) {
        self.0[feature].cell = cell;
    }

    fn tables(&self) -> [Cow<'_, [f64]>; 4] {
        let table = |of: fn(&Single) -> f64| Cow::Owned(self.0.iter().map(of).collect());
        [
            table(|s| s.cell.weight),
            table(|s| s.cell.potential),
            table(|s| s.cell.spread),
            table(|s| s.scale),
        ]
    }

    #[inline(always)]
    fn scale(&self, feature: usize) -> f64 {
        self.0[feature].scale
    }

    #[inline(always)]
    fn set_scale(&mut self, feature: usize, scale: f64) {
        self.0[feature].scale = scale;
    }

    fn look(&self, x: Instance<'_>, _rows: usize, view: &mut View) -> f64 {
        noted(look(&self.0, |single| single.cell.weight, x), view)
    }

    #[inline(always)]
    fn meet<M: Adaptive>(
        &mut self,
        metric: &M,
        x: Instance<'_>,
        mark: &mut Mark,
        view: &mut View,
    ) -> f64 {
        let (indices, values) = match x {
            Instance::Sparse { indices, values } => (indices, values),
            Instance::Tailed { indices: Some(indices), values, .. } => (indices, values),
            Instance::Dense(_) | Instance::Tailed { indices: None, .. } => {
                self.admit(metric, x, mark);
                return self.look(x, mark.rows, view);
            }
        };
        if self.0.len() >= LARGE {
            prefetch_each(&self.0, indices);
        }
        let weight = |j: usize, x: f64| match self.0.get(j) {
            Some(single) if single.scale >= x.abs() => Some(single.cell.weight),
            _ => {
                self.raise(metric, j, x.abs(), mark);
                self.0.get(j).map(|single| single.cell.weight)
            }
        };
        let probe = match x {
            Instance::Tailed { tail, .. } => {
                look_tailed(&Tailed::new(Some(indices), values, tail), weight)
            }
            _ => look_sparse(indices, values, weight),
        };
        noted(probe, view)
    }
}

fn noted(probe: Probe, view: &mut View) -> f64 {
    view.scores.push(probe.dot);
    view.beyond |= probe.beyond;
    probe.square
}
