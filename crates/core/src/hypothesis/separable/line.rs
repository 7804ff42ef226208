//! A line search through one round of a separable geometry.
//!
//! The touched coordinates are gathered once; each evaluation then costs their number, because the
//! sum over all other coordinates of a row is known. Each evaluation has its own frame, so that
//! exponentials neither overflow nor all vanish anywhere on the line.

use super::LinkSpace;
use super::sum::RowSum;
use crate::geometry::{Cell, Frame, Link};
use crate::hypothesis::curve::Curve;
use crate::round::Direction;

/// Share of a sum below which what the touched coordinates leave is summed anew.
const CANCELLED: f64 = 1e-6;

/// The touched coordinates of one row.
#[derive(Clone, Debug)]
struct Group {
    cells: (usize, usize),
    /// Sum over the coordinates that are not touched, in `frame`.
    rest: f64,
    frame: Frame,
    dimension: usize,
}

/// A direction laid out for repeated evaluation of a [`Link`]. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) cells: Vec<Cell>,
    groups: Vec<Group>,
}

/// The line in a geometry.
pub(super) struct Linked<'a, G> {
    line: &'a Line,
    link: &'a G,
}

impl<G: Link> LinkSpace<G> {
    /// Lays the direction out for evaluation.
    pub(super) fn gather(&mut self, direction: &Direction<'_>) {
        let mut line = std::mem::take(&mut self.line);
        line.cells.clear();
        line.groups.clear();
        for sum in 0..self.potential.kept.len() {
            let start = line.cells.len();
            let which = (sum, self.link.is_joint());
            self.potential.touch(direction, which, &mut line.cells);
            if line.cells.len() > start {
                line.groups.push(self.group(&line.cells[start..], start, sum));
            }
        }
        self.line = line;
    }

    /// The gathered direction.
    pub(super) fn curve(&self) -> Linked<'_, G> {
        Linked { line: &self.line, link: &self.link }
    }

    /// One row of it, whose touched cells these are.
    fn group(&self, cells: &[Cell], start: usize, which: usize) -> Group {
        let RowSum { frame, sum } = self.potential.kept[which];
        let (dimension, sum) = (self.shared(), sum.value());
        let touched: f64 = cells.iter().map(|c| self.link.pair(c.v, &frame).1).sum();
        let (mut rest, mut frame) = (sum - touched, frame);
        if cells.len() == dimension {
            rest = 0.0;
        } else if rest < CANCELLED * sum {
            let mut left: Vec<f64> = self.potential.behind(which).collect();
            cells.iter().for_each(|c| left[c.coordinate] = f64::NAN);
            let left = self.sum_up(left.iter().copied().filter(|v| !v.is_nan()), frame.c);
            (rest, frame) = (left.sum.value(), left.frame);
        }
        Group { cells: (start, start + cells.len()), rest, frame, dimension }
    }
}

impl<G: Link> Curve for Linked<'_, G> {
    fn margin(&self, d: f64) -> f64 {
        self.line.groups.iter().map(|g| self.line.weigh(self.link, g, d).0).sum()
    }

    fn conjugate(&self, d: f64) -> f64 {
        let of = |g: &Group| {
            let (_, sum, frame) = self.line.weigh(self.link, g, d);
            self.link.conjugate(sum, &frame, g.dimension)
        };
        self.line.groups.iter().map(of).sum()
    }

    fn landing(&self, target: f64) -> Option<f64> {
        let [group] = self.line.groups.as_slice() else { return None };
        let (start, end) = group.cells;
        self.link.landing(&self.line.cells[start..end], group.rest, &group.frame, target)
    }
}

impl Line {
    /// Frame after moving by `d`, and the rest in it.
    fn frame<G: Link>(&self, link: &G, group: &Group, d: f64) -> (Frame, f64) {
        let (start, end) = group.cells;
        let heights = self.cells[start..end].iter().map(|cell| link.height(cell.v + d * cell.a));
        if group.rest > 0.0 {
            let frame = Frame { top: heights.fold(group.frame.top, f64::max), ..group.frame };
            (frame, group.rest * link.reframe(&group.frame, &frame))
        } else {
            (Frame { top: heights.fold(f64::NEG_INFINITY, f64::max), ..group.frame }, 0.0)
        }
    }

    /// Margin, sum and frame of one row after moving by `d`.
    fn weigh<G: Link>(&self, link: &G, group: &Group, d: f64) -> (f64, f64, Frame) {
        let (start, end) = group.cells;
        let (frame, mut sum) = self.frame(link, group, d);
        let mut along = 0.0;
        for cell in &self.cells[start..end] {
            let (weight, fold) = link.pair(cell.v + d * cell.a, &frame);
            along += cell.a * weight;
            sum += fold;
        }
        (along * link.factor(sum, &frame), sum, frame)
    }
}
