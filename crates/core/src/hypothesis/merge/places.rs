//! Where the coordinates and rows of one hypothesis stand in another that knows them too.

use crate::hypothesis::Grid;

/// A place for each coordinate and each row; those beyond the lists stay where they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    coordinates: Vec<u32>,
    rows: Vec<usize>,
}

impl Places {
    /// All coordinates and rows stay where they are.
    pub fn same() -> Self {
        Places::default()
    }

    /// Coordinate j goes to `coordinates[j]`; rows stay.
    pub fn of(coordinates: Vec<u32>) -> Self {
        Places { coordinates, rows: Vec::new() }
    }

    /// Row r goes to `rows[r]`.
    #[must_use]
    pub fn with_rows(mut self, rows: Vec<usize>) -> Self {
        self.rows = rows;
        self
    }

    /// The place of a coordinate.
    pub fn coordinate(&self, own: usize) -> usize {
        self.coordinates.get(own).map_or(own, |&place| place as usize)
    }

    /// The place of a row.
    pub fn row(&self, own: usize) -> usize {
        self.rows.get(own).copied().unwrap_or(own)
    }

    /// One past the largest place of the first `dimension` coordinates.
    pub(super) fn end(&self, dimension: usize) -> usize {
        let listed = self.coordinates.iter().take(dimension).map(|&place| place as usize + 1);
        let beyond = if dimension > self.coordinates.len() { dimension } else { 0 };
        listed.fold(beyond, usize::max)
    }

    /// Calls `f` with the place and the change of every number that is not what it was at the
    /// start.
    pub(super) fn each_change(
        &self,
        grid: &Grid,
        started: &Grid,
        mut f: impl FnMut((usize, usize), f64),
    ) {
        for (slot, number) in grid.cells.iter().enumerate() {
            let (j, row) = (slot / grid.rows, slot % grid.rows);
            let change = number - started.at(j, row);
            if change != 0.0 {
                f((self.coordinate(j), self.row(row)), change);
            }
        }
    }
}
