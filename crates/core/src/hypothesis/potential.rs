//! The potential of several rows, `v[j*rows + row]`, and what a geometry keeps beside it: a sum or
//! a threshold, one per row or one for all rows together. The state before a round is marked, so
//! that a round that fails leaves no trace.

use super::relaid;
use crate::geometry::Cell;
use crate::round::Direction;

/// A table of potentials with its mark.
#[derive(Clone, Debug)]
pub(crate) struct Potential<S> {
    pub(crate) rows: usize,
    pub(crate) v: Vec<f64>,
    /// One per row, or a single one that all rows share.
    pub(crate) kept: Vec<S>,
    /// Rows, length of `v` and what was kept before the round under way.
    marked: (usize, usize, Vec<S>),
}

impl<S: Clone> Potential<S> {
    /// No coordinates yet.
    pub(super) fn new(rows: usize, kept: Vec<S>) -> Self {
        Potential { rows, v: Vec::new(), kept, marked: (rows, 0, Vec::new()) }
    }

    /// Coordinates of a row.
    pub(super) fn dimension(&self) -> usize {
        self.v.len() / self.rows
    }

    /// v at a coordinate; 0 beyond those there are.
    pub(super) fn at(&self, coordinate: usize, row: usize) -> f64 {
        self.v.get(coordinate * self.rows + row).copied().unwrap_or(0.0)
    }

    /// Whether the parts fit each other, with so much kept: a state read from a file may not.
    pub(super) fn is_consistent(&self, kept: usize) -> bool {
        self.rows > 0 && self.kept.len() == kept && self.v.len().is_multiple_of(self.rows)
    }

    /// The potentials that `kept[which]` is about.
    pub(super) fn behind(&self, which: usize) -> impl Iterator<Item = f64> + Clone + '_ {
        self.v.iter().skip(which).step_by(self.kept.len()).copied()
    }

    /// Makes room for `rows` rows; what is kept of the new ones is not right yet.
    pub(super) fn widen(&mut self, rows: usize, kept: usize, fresh: S) {
        self.v = relaid(&self.v, self.rows, rows);
        self.rows = rows;
        self.kept.resize(kept, fresh);
    }

    /// Remembers the state before a round.
    pub(super) fn mark(&mut self) {
        self.marked.0 = self.rows;
        self.marked.1 = self.v.len();
        self.marked.2.clone_from(&self.kept);
    }

    /// Takes back rows, coordinates and what was kept since the mark.
    pub(super) fn undo(&mut self) {
        let (rows, length, _) = self.marked;
        if self.rows != rows {
            self.v = relaid(&self.v, self.rows, rows);
            self.rows = rows;
        }
        self.v.truncate(length);
        self.kept.clone_from(&self.marked.2);
    }

    /// Appends the cells behind `kept[which]` that a direction touches, each once; it `is_joint` if
    /// that is about all rows.
    #[inline]
    pub(super) fn touch(
        &self,
        direction: &Direction<'_>,
        (which, is_joint): (usize, bool),
        cells: &mut Vec<Cell>,
    ) {
        let start = cells.len();
        for t in direction.terms.iter().filter(|t| is_joint || t.row == which) {
            direction.parts[t.part].for_each(|j, x| {
                let (a, slot) = (t.coef * x, j * self.rows + t.row);
                if a != 0.0 {
                    let coordinate = if is_joint { slot } else { j };
                    cells.push(Cell { coordinate, a, v: self.v[slot] });
                }
            });
        }
        if direction.parts.len() > 1 {
            merge(cells, start);
        }
    }
}

/// Adds up cells of the same coordinate from `start` on.
fn merge(cells: &mut Vec<Cell>, start: usize) {
    let mut tail = cells.split_off(start);
    tail.sort_by_key(|c| c.coordinate);
    for same in tail.chunk_by(|a, b| a.coordinate == b.coordinate) {
        cells.push(Cell { a: same.iter().map(|c| c.a).sum(), ..same[0] });
    }
}
