//! Standardised columns: a witness keeps its potential in columns standardised by the moments of
//! its first block, and speaks about those standardised by the last ones.
//!
//! With `z0 = (x - m0)/s0` and `z = (x - m)/s` a potential `v0 = sum_t d_t z0_t` and the sum
//! `sigma = sum_t d_t` give `sum_t d_t z_t = (s0 v0 + sigma (m0 - m))/s`, exactly: every fixed
//! predictor of the columns as they are written is one of either. A column that never varied has
//! no place in the last ones.

use super::block::Block;
use crate::stage::{Columns, Moments, Standard};
use crate::vector::Instance;

/// Means and deviations; a column that has not varied has deviation 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Reference {
    pub(super) means: Vec<f64>,
    pub(super) deviations: Vec<f64>,
}

/// The columns, their moments so far and those that potentials refer to.
#[derive(Clone, Debug)]
pub(super) struct Scaled {
    pub(super) columns: Columns,
    pub(super) standard: Standard,
    pub(super) reference: Reference,
}

impl Scaled {
    pub(super) fn new(columns: Columns) -> Self {
        Scaled { columns, standard: Standard::new(columns), reference: Reference::default() }
    }

    /// Counts an instance in the moments.
    pub(super) fn observe(&mut self, x: Instance<'_>) {
        self.standard.observe(x);
        self.standard.commit();
    }

    /// Those of the first block for the reference, of which `moments` may know rows already.
    pub(super) fn of(columns: Columns, moments: Option<Box<Scaled>>, block: &Block) -> Self {
        let known = moments.filter(|moments| moments.columns == columns);
        let mut scaled = known.map_or_else(|| Scaled::new(columns), |moments| *moments);
        scaled.observe_to(block);
        scaled.settle();
        scaled
    }

    /// Counts the rows of the first block that were not counted yet.
    pub(super) fn observe_to(&mut self, block: &Block) {
        for i in self.standard.moments.count as usize..block.len() {
            let (indices, values) = block.row(i);
            self.observe(Instance::Sparse { indices: &indices, values: &values });
        }
    }

    /// From now on potentials refer to the present moments.
    fn settle(&mut self) {
        let Moments { count, means, squares } = &self.standard.moments;
        let deviation = |square: &f64| match (square / *count as f64).sqrt() {
            deviation if deviation > 0.0 && deviation.is_finite() => deviation,
            _ => 1.0,
        };
        let deviations = squares.iter().map(deviation).collect();
        self.reference = Reference { means: means.clone(), deviations };
    }

    /// Writes an instance in the columns of the reference: first those outside, then the columns.
    pub(super) fn write(&self, x: Instance<'_>, indices: &mut Vec<u32>, values: &mut Vec<f64>) {
        let Reference { means, deviations } = &self.reference;
        let Columns { first, end } = self.columns;
        let mut full = vec![0.0; end - first];
        indices.clear();
        values.clear();
        x.for_each(|j, x| {
            if (first..end).contains(&j) {
                full[j - first] = x;
            } else {
                indices.push(j as u32);
                values.push(x);
            }
        });
        let each = full.iter().zip(means).zip(deviations).enumerate();
        for (at, ((x, mean), deviation)) in each {
            indices.push((first + at) as u32);
            values.push((x - mean) / deviation);
        }
    }

    /// A coordinate of a potential, in the columns as they are standardised now.
    pub(super) fn potential(&self, j: usize, v: f64, sum: f64) -> f64 {
        match self.column(j) {
            None => v,
            Some(Column { is_flat: true, .. }) => 0.0,
            Some(column) => (column.old.1 * v + sum * (column.old.0 - column.new.0)) / column.new.1,
        }
    }

    /// A weight of a predictor, in the columns as they are standardised now, and what it adds to
    /// the constant.
    pub(super) fn weight(&self, j: usize, u: f64) -> (f64, f64) {
        match self.column(j) {
            None => (u, 0.0),
            Some(Column { old, new, is_flat }) => {
                let own = if is_flat { 0.0 } else { u * new.1 / old.1 };
                (own, u * (new.0 - old.0) / old.1)
            }
        }
    }

    /// By how much the rounding error of a potential may grow.
    pub(super) fn stretch(&self) -> f64 {
        let all = (self.columns.first..self.columns.end).filter_map(|j| self.column(j));
        let (mut largest, mut apart) = (1.0_f64, 0.0);
        for Column { old, new, .. } in all.filter(|column| !column.is_flat) {
            largest = largest.max(old.1 / new.1);
            apart += ((old.0 - new.0) / new.1).powi(2);
        }
        largest + apart.sqrt()
    }

    fn column(&self, j: usize) -> Option<Column> {
        let at = j.checked_sub(self.columns.first).filter(|_| j < self.columns.end)?;
        let Reference { means, deviations } = &self.reference;
        let Moments { count, means: last, squares } = &self.standard.moments;
        let deviation = (squares.get(at)? / *count as f64).sqrt();
        let is_flat = !(deviation > 0.0 && deviation.is_finite());
        let old = (*means.get(at)?, *deviations.get(at)?);
        Some(Column { old, new: (*last.get(at)?, deviation), is_flat })
    }
}

/// Mean and deviation of a column as they were and as they are.
struct Column {
    old: (f64, f64),
    new: (f64, f64),
    /// Whether it has never varied.
    is_flat: bool,
}
