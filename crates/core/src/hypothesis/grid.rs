//! Numbers by coordinate and row, `cells[j * rows + r]`; 0 beyond those there are.

use super::{Coordinates, relaid};

/// A table of coordinates and rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// At least 1 if there are cells.
    pub rows: usize,
    /// `cells[j * rows + r]`.
    pub cells: Vec<f64>,
}

impl Grid {
    /// Zeros.
    pub(crate) fn zeros(dimension: usize, rows: usize) -> Self {
        Grid { rows, cells: vec![0.0; dimension * rows] }
    }

    /// A number for each coordinate and row of a hypothesis.
    pub(super) fn of<H: Coordinates>(hypothesis: &H, number: impl Fn(usize, usize) -> f64) -> Self {
        let (dimension, rows) = (hypothesis.dimension(), hypothesis.rows());
        let cells = (0..dimension * rows).map(|slot| number(slot / rows, slot % rows)).collect();
        Grid { rows, cells }
    }

    /// The potential of a hypothesis.
    pub(super) fn potential<H: Coordinates>(hypothesis: &H) -> Self {
        Grid::of(hypothesis, |j, row| hypothesis.potential_at(j, row))
    }

    /// Coordinates.
    pub fn dimension(&self) -> usize {
        self.cells.len() / self.rows.max(1)
    }

    /// The number at a coordinate of a row.
    pub fn at(&self, coordinate: usize, row: usize) -> f64 {
        match row < self.rows {
            true => self.cells.get(coordinate * self.rows + row).copied().unwrap_or(0.0),
            false => 0.0,
        }
    }

    /// The same numbers in a table at least so large.
    pub(super) fn widened(&self, dimension: usize, rows: usize) -> Self {
        let rows = rows.max(self.rows);
        let mut cells = match self.cells.is_empty() {
            true => Vec::new(),
            false => relaid(&self.cells, self.rows, rows),
        };
        cells.resize(dimension.max(self.dimension()) * rows, 0.0);
        Grid { rows, cells }
    }

    /// All numbers times a factor.
    pub(crate) fn times(mut self, factor: f64) -> Self {
        self.cells.iter_mut().for_each(|cell| *cell *= factor);
        self
    }

    /// The sum with another table.
    pub(crate) fn plus(&self, other: &Grid) -> Self {
        let mut sum = self.widened(other.dimension(), other.rows);
        if other.rows == 0 {
            return sum;
        }
        for (slot, number) in other.cells.iter().enumerate() {
            sum.cells[slot / other.rows * sum.rows + slot % other.rows] += number;
        }
        sum
    }
}
