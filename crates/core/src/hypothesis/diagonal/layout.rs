//! How the cells of an adaptive geometry lie in memory, and the loops that do not depend on it.
//!
//! One row is kept in [`Singles`], several in [`Tables`]; [`Cells`] is either, and a round chooses
//! between them once a call.

use super::SMALLEST_SCALE;
use super::singles::Singles;
use super::tables::Tables;
use crate::geometry::{Adaptive, AdaptiveCell as Cell, Push};
use crate::round::View;
use crate::vector::Instance;
use std::borrow::Cow;

/// What a round that fails has to take back.
#[derive(Clone, Debug, Default)]
pub(super) struct Mark {
    pub(super) rows: usize,
    pub(super) stride: usize,
    pub(super) features: usize,
    /// (feature, scale before), and the weights of those features in the same order.
    pub(super) scales: Vec<(usize, f64)>,
    pub(super) weights: Vec<f64>,
}

/// A step in one row: `potential += coef x`, for an example of this weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) row: usize,
    pub(super) coef: f64,
    pub(super) c: f64,
    pub(super) weight: f64,
}

/// Cells by feature and row, and a scale a feature.
pub(super) trait Layout {
    fn features(&self) -> usize;

    /// Grows or cuts; new cells are zero and new features have this scale.
    fn resize(&mut self, features: usize, scale: f64);

    /// The cell of a known feature.
    fn cell(&self, feature: usize, row: usize) -> Cell;

    fn put(&mut self, feature: usize, row: usize, cell: Cell);

    /// The weights, potentials and spreads of all cells, row after row of each feature, and the
    /// scales.
    fn tables(&self) -> [Cow<'_, [f64]>; 4];

    /// The scale of a known feature.
    fn scale(&self, feature: usize) -> f64;

    fn set_scale(&mut self, feature: usize, scale: f64);

    /// Appends the scores of one instance in every row, without the rate; returns its square.
    fn look(&self, x: Instance<'_>, rows: usize, view: &mut View) -> f64;

    /// Asks for what the scores of an instance need, which are found after those of another one.
    #[inline(always)]
    fn expect(&self, _x: Instance<'_>, _rows: usize) {}

    /// Raises the scales of the features of an instance where they fall short.
    fn admit<M: Adaptive>(&mut self, metric: &M, x: Instance<'_>, mark: &mut Mark) {
        x.for_each(|j, x| {
            if j >= self.features() || self.scale(j) < x.abs() {
                self.raise(metric, j, x.abs(), mark);
            }
        });
    }

    /// [`Layout::admit`], then [`Layout::look`].
    #[inline(always)]
    fn meet<M: Adaptive>(
        &mut self,
        metric: &M,
        x: Instance<'_>,
        mark: &mut Mark,
        view: &mut View,
    ) -> f64 {
        self.admit(metric, x, mark);
        self.look(x, mark.rows, view)
    }

    /// Raises the scale of a feature (never lowers it) and restates its weights.
    #[cold]
    fn raise<M: Adaptive>(&mut self, metric: &M, feature: usize, to: f64, mark: &mut Mark) {
        if feature >= self.features() {
            self.resize(feature + 1, SMALLEST_SCALE);
        }
        let from = self.scale(feature);
        let to = to.max(from);
        self.set_scale(feature, to);
        if feature >= mark.features {
            return;
        }
        mark.scales.push((feature, from));
        for row in 0..mark.rows {
            let mut cell = self.cell(feature, row);
            mark.weights.push(cell.weight);
            metric.rescale(&mut cell, from, to);
            self.put(feature, row, cell);
        }
    }

    /// Takes back what was raised.
    fn undo(&mut self, mark: &Mark) {
        self.resize(mark.features, SMALLEST_SCALE);
        // The first note of a feature is the oldest.
        for (&(feature, scale), weights) in
            mark.scales.iter().zip(mark.weights.chunks(mark.rows)).rev()
        {
            self.set_scale(feature, scale);
            for (row, &weight) in weights.iter().enumerate() {
                let cell = self.cell(feature, row);
                self.put(feature, row, Cell { weight, ..cell });
            }
        }
    }

    /// `sum_j x_j^2 / (c H_j)` in one row; a feature that is not known yet has scale 1.
    #[inline(always)]
    fn curvature<M: Adaptive>(&self, metric: &M, x: Instance<'_>, (row, c): (usize, f64)) -> f64 {
        let mut sum = 0.0;
        x.for_each(|j, x| {
            let (spread, scale) = match j < self.features() {
                true => (self.cell(j, row).spread, self.scale(j)),
                false => (0.0, 1.0),
            };
            sum += x * x / metric.stiffness(spread, scale, c);
        });
        sum
    }

    /// Takes a step in; all features must be known.
    #[inline(always)]
    fn push<M: Adaptive>(&mut self, metric: &M, x: Instance<'_>, step: &Step) {
        x.for_each(|j, x| {
            let mut cell = self.cell(j, step.row);
            let (square, scale) = (step.weight * x * x, self.scale(j));
            metric.push(&mut cell, &Push { square, step: step.coef * x, scale, c: step.c });
            self.put(j, step.row, cell);
        });
    }
}

/// Cells in either layout.
#[derive(Clone, Debug)]
pub(super) enum Cells {
    One(Singles),
    Many(Tables),
}

/// Runs one expression on the cells of either layout.
macro_rules! each_layout {
    ($cells:expr, $it:ident => $body:expr) => {
        match $cells {
            Cells::One($it) => $body,
            Cells::Many($it) => $body,
        }
    };
}
pub(super) use each_layout;

impl Cells {
    /// No features, with so many places for rows.
    pub(super) fn new(stride: usize) -> Self {
        match stride {
            1 => Cells::One(Singles::default()),
            _ => Cells::Many(Tables::new(stride)),
        }
    }

    /// The cells of these tables (see [`Layout::tables`]), with so many places for rows.
    pub(super) fn with(tables: [Vec<f64>; 4], stride: usize) -> Self {
        match stride {
            1 => Cells::One(Singles::with(tables)),
            _ => Cells::Many(Tables::with(tables, stride)),
        }
    }

    /// Places for rows.
    pub(super) fn stride(&self) -> usize {
        match self {
            Cells::One(_) => 1,
            Cells::Many(tables) => tables.stride(),
        }
    }

    /// A copy of the cells with `stride` places for rows.
    pub(super) fn relaid(&self, stride: usize) -> Self {
        let mut fresh = Cells::new(stride);
        each_layout!(self, old => each_layout!(&mut fresh, new => {
            new.resize(old.features(), SMALLEST_SCALE);
            for feature in 0..old.features() {
                new.set_scale(feature, old.scale(feature));
                for row in 0..stride.min(self.stride()) {
                    new.put(feature, row, old.cell(feature, row));
                }
            }
        }));
        fresh
    }
}
