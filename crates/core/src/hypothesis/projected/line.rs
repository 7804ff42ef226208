//! A line search through one round on a set with a threshold per row.
//!
//! The threshold moves no further than the heights do. So of the coordinates that are not touched
//! only those near it are looked at again; the others stay free or at their bound all along, and
//! are summed once.

use crate::geometry::domain::find_level;
use crate::geometry::{Cell, Domain, Shift, Tally};
use crate::hypothesis::curve::Curve;

/// The cells of one row that may change sides on the line, and the sums over the others.
#[derive(Clone, Debug)]
struct Group {
    cells: (usize, usize),
    fixed: Tally,
    /// Largest height behind the sums.
    top: f64,
    /// Threshold at the start of the line.
    theta: f64,
    dimension: usize,
}

/// A direction laid out for repeated evaluation. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) cells: Vec<Cell>,
    groups: Vec<Group>,
    others: Vec<f64>,
    c: f64,
}

impl Line {
    /// Starts a new line at trade-off `c`.
    pub(super) fn begin(&mut self, c: f64) {
        self.cells.clear();
        self.groups.clear();
        self.c = c;
    }

    /// Ends a row whose touched cells are those from `start` on, for moves of up to `most`: of its
    /// potentials those join that may change sides.
    pub(super) fn close<D: Domain>(
        &mut self,
        domain: &D,
        shift: &Shift,
        potentials: impl Iterator<Item = f64>,
        (start, most): (usize, f64),
    ) {
        self.others.clear();
        self.others.extend(potentials);
        let n = self.others.len();
        let (rate, edge) = (domain.rate(self.c), domain.edge(n));
        let touched = &self.cells[start..];
        touched.iter().for_each(|cell| self.others[cell.coordinate] = f64::NAN);
        let largest = touched.iter().fold(0.0, |m, cell| cell.a.abs().max(m));
        let theta = shift.top * rate - shift.level;
        // A little more for rounding.
        let span = most.abs() * largest * rate * (1.0 + 1e-9) + 1e-9 * (1.0 + theta.abs());
        let height = |v: f64| domain.height(v);
        let left = self.others.iter().copied().filter(|v| !v.is_nan());
        let top = left.clone().map(height).reduce(f64::max).unwrap_or(f64::NEG_INFINITY);
        let mut fixed = Tally::default();
        for v in left {
            let above = height(v) * rate - theta - edge;
            if above.abs() > span {
                domain.enter((top - height(v)) * rate, above > 0.0, &mut fixed);
            } else {
                self.cells.push(Cell { coordinate: 0, a: 0.0, v });
            }
        }
        let cells = (start, self.cells.len());
        self.groups.push(Group { cells, fixed, top, theta, dimension: n });
    }
}

/// The line in a set.
pub(super) struct Bent<'a, D> {
    pub(super) line: &'a Line,
    pub(super) domain: &'a D,
}

impl<D: Domain> Bent<'_, D> {
    fn cells(&self, group: &Group) -> &[Cell] {
        &self.line.cells[group.cells.0..group.cells.1]
    }

    /// Threshold and tally of a row after moving by `d`.
    fn find(&self, group: &Group, d: f64) -> (Shift, Tally) {
        let (domain, n, c) = (self.domain, group.dimension, self.line.c);
        let (rate, edge) = (domain.rate(c), domain.edge(n));
        let heights = self.cells(group).iter().map(|cell| domain.height(cell.v + d * cell.a));
        let top = heights.clone().fold(group.top, f64::max);
        let mut base = group.fixed;
        if group.top > f64::NEG_INFINITY {
            domain.raise(&mut base, (top - group.top) * rate);
        }
        let tally_at = |level: f64| {
            let mut tally = base;
            for height in heights.clone() {
                let gap = (top - height) * rate;
                domain.enter(gap, level - gap > edge, &mut tally);
            }
            tally
        };
        let (level, tally) =
            find_level(domain, (top * rate, n), top * rate - group.theta, tally_at);
        (Shift { top, level, c }, tally)
    }
}

impl<D: Domain> Curve for Bent<'_, D> {
    fn margin(&self, d: f64) -> f64 {
        let of = |group: &Group| -> f64 {
            let shift = self.find(group, d).0;
            let touched = self.cells(group).iter().filter(|cell| cell.a != 0.0);
            let weight = |v: f64| self.domain.weight(v, &shift, group.dimension);
            touched.map(|cell| cell.a * weight(cell.v + d * cell.a)).sum()
        };
        self.line.groups.iter().map(of).sum()
    }

    fn conjugate(&self, d: f64) -> f64 {
        let of = |group: &Group| {
            let (shift, tally) = self.find(group, d);
            let top = shift.top * self.domain.rate(shift.c);
            shift.c * self.domain.conjugate(&tally, top, shift.level, group.dimension)
        };
        self.line.groups.iter().map(of).sum()
    }
}
