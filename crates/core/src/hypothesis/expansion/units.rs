//! Weights that belong to no feature: those of unit vectors in the second row, the thresholds of
//! ordinal regression.
//!
//! No kernel is applied to them: the space is that of the kernel and, beside it, one plain
//! coordinate a threshold. The first part of an example is its instance, all others are unit
//! vectors.

use super::Expansion;
use super::patterns::Coef;
use crate::round::{Direction, Term};
use crate::vector::Instance;

/// The row of the unit vectors.
const ROW: usize = 1;

/// The coordinate of a unit vector.
fn coordinate(x: Instance<'_>) -> usize {
    x.end().saturating_sub(1)
}

/// What the units have, by coordinate.
pub(super) type Units = Vec<Coef>;

impl Expansion {
    /// Keeps the weights of the second row as plain numbers, one a unit vector.
    #[must_use]
    pub fn with_units(mut self) -> Self {
        self.units = Some(Units::new());
        self
    }

    /// Whether a part of an example is a unit vector.
    pub(super) fn is_unit(&self, part: usize) -> bool {
        self.units.is_some() && part > 0
    }

    /// The score of a unit vector in each row, before c, added to what `scores` ends with.
    pub(super) fn push_unit_scores(&self, x: Instance<'_>, scores: &mut Vec<f64>) {
        let value = self.unit(coordinate(x)).map_or(0.0, |cell| cell.value);
        scores.extend((0..self.rows).map(|row| if row == ROW { self.scale * value } else { 0.0 }));
    }

    /// The average score of a unit vector.
    pub(super) fn add_average_of_unit(&self, x: Instance<'_>, scores: &mut [f64]) {
        let (average, cell) = (self.average.as_ref(), self.unit(coordinate(x)));
        if let Some((average, cell)) = average.zip(cell) {
            scores[ROW] += average.mean(cell.value, cell.lag);
        }
    }

    /// The cell of a unit vector.
    pub(super) fn unit(&self, coordinate: usize) -> Option<&Coef> {
        self.units.as_ref()?.get(coordinate)
    }

    /// The cells of all unit vectors.
    pub(super) fn unit_cells(&self) -> impl Iterator<Item = &Coef> {
        self.units.iter().flatten()
    }

    /// Adds the terms of a step on unit vectors.
    pub(super) fn add_units(&mut self, step: &Direction<'_>) {
        let reach = self.average.as_ref().map_or(0.0, |a| a.reach);
        let Some(cells) = &mut self.units else { return };
        for t in step.terms.iter().filter(|t| t.part > 0) {
            let (at, amount) = (coordinate(step.parts[t.part]), t.coef / self.scale);
            if at >= cells.len() {
                cells.resize(at + 1, Coef { row: ROW as u32, value: 0.0, lag: 0.0 });
            }
            cells[at].value += amount;
            cells[at].lag += amount * reach;
        }
    }
}

/// `|sum coef e|^2` of the terms on unit vectors.
pub(super) fn square(terms: &[Term]) -> f64 {
    let units = || terms.iter().filter(|t| t.part > 0);
    let with = |a: &Term| units().filter(|b| b.part == a.part).map(|b| b.coef).sum::<f64>();
    units().map(|a| a.coef * with(a)).sum()
}
