//! Where the coordinates and rows of one hypothesis stand in another that knows them too.

use crate::hypothesis::Grid;

/// A place for each coordinate and each row; those beyond the lists stay where they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Places {
    coordinates: Vec<u32>,
    rows: Vec<usize>,
    /// Rows from here on hold weights of companions, whose coordinates are no features: they stay.
    companions: Option<usize>,
}

impl Places {
    /// Coordinate j goes to `coordinates[j]`, row r to `rows[r]`.
    pub(crate) fn new(coordinates: Vec<u32>, rows: Vec<usize>) -> Self {
        Places { coordinates, rows, companions: None }
    }

    /// The coordinates of these rows stay.
    #[must_use]
    pub(crate) fn with_companions(mut self, first: Option<usize>) -> Self {
        self.companions = first;
        self
    }

    /// The place of a coordinate of a row.
    pub(crate) fn coordinate(&self, own: usize, row: usize) -> usize {
        match self.companions.is_some_and(|first| row >= first) {
            true => own,
            false => self.coordinates.get(own).map_or(own, |&place| place as usize),
        }
    }

    /// The place of a row.
    pub(crate) fn row(&self, own: usize) -> usize {
        self.rows.get(own).copied().unwrap_or(own)
    }

    /// One past the largest place of the first `dimension` coordinates.
    pub(crate) fn end(&self, dimension: usize) -> usize {
        let listed = self.coordinates.iter().take(dimension).map(|&place| place as usize + 1);
        let stay = self.companions.is_some() || dimension > self.coordinates.len();
        listed.fold(if stay { dimension } else { 0 }, usize::max)
    }

    /// A table with every number at its place.
    pub(crate) fn moved(&self, grid: &Grid, rows: usize) -> Grid {
        let mut moved = Grid::zeros(self.end(grid.dimension()), rows);
        self.each_change(grid, &Grid::default(), |(j, row), number| {
            moved.cells[j * rows + row] += number;
        });
        moved
    }

    /// Calls `f` with the place and the change of every number that is not what it was at the
    /// start.
    pub(crate) fn each_change(
        &self,
        grid: &Grid,
        began: &Grid,
        mut f: impl FnMut((usize, usize), f64),
    ) {
        for (slot, number) in grid.cells.iter().enumerate() {
            let (j, row) = (slot / grid.rows, slot % grid.rows);
            let change = number - began.at(j, row);
            if change != 0.0 {
                f((self.coordinate(j, row), self.row(row)), change);
            }
        }
    }
}
