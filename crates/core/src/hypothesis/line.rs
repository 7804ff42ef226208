//! A line search through one round: the margin as a function of the dual variable.
//!
//! The touched coordinates are gathered once; each evaluation then costs their number, because the sum
//! over all other coordinates of a row is known. Each evaluation has its own frame, so that exponentials
//! neither overflow nor all vanish anywhere on the line.

use crate::geometry::{Cell, Frame, Link};

/// The touched coordinates of one row.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) cells: (usize, usize),
    /// Sum over the coordinates that are not touched, in `frame`.
    pub(super) rest: f64,
    pub(super) frame: Frame,
    pub(super) dimension: usize,
}

/// A direction laid out for repeated evaluation. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) cells: Vec<Cell>,
    pub(super) groups: Vec<Group>,
}

impl Line {
    /// `<a, w>` after moving by `d`.
    pub(super) fn margin<G: Link>(&self, link: &G, d: f64) -> f64 {
        self.groups.iter().map(|g| self.weigh(link, g, d).0).sum()
    }

    /// `c f*((v + d a)/c)` over the touched rows.
    pub(super) fn conjugate<G: Link>(&self, link: &G, d: f64) -> f64 {
        let of = |g: &Group| {
            let (_, sum, frame) = self.weigh(link, g, d);
            link.conjugate(sum, &frame, g.dimension)
        };
        self.groups.iter().map(of).sum()
    }

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

    /// Where the margin reaches `target`, if the geometry knows it in closed form.
    pub(super) fn landing<G: Link>(&self, link: &G, target: f64) -> Option<f64> {
        let [group] = self.groups.as_slice() else { return None };
        let (start, end) = group.cells;
        link.landing(&self.cells[start..end], group.rest, &group.frame, target)
    }
}
