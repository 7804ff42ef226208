//! A line search through one round: the margin as a function of the dual variable.
//!
//! The touched coordinates are gathered once; each evaluation then costs their number, because the sum
//! over all other coordinates of a row is known. Frames are widened to the far end of the line first, so
//! no exponential overflows on the way.

use crate::geometry::{Cell, Frame, Link};

/// The touched coordinates of one row.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) cells: (usize, usize),
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
        let of = |g: &Group| link.conjugate(self.weigh(link, g, d).1, &g.frame, g.dimension);
        self.groups.iter().map(of).sum()
    }

    /// Margin and sum of one row after moving by `d`.
    fn weigh<G: Link>(&self, link: &G, group: &Group, d: f64) -> (f64, f64) {
        let (start, end) = group.cells;
        let (mut along, mut sum) = (0.0, group.rest);
        for cell in &self.cells[start..end] {
            let (weight, fold) = link.pair(cell.v + d * cell.a, &group.frame);
            along += cell.a * weight;
            sum += fold;
        }
        (along * link.factor(sum, &group.frame), sum)
    }

    /// Where the margin reaches `target`, if the geometry knows it in closed form.
    pub(super) fn landing<G: Link>(&self, link: &G, target: f64) -> Option<f64> {
        let [group] = self.groups.as_slice() else { return None };
        let (start, end) = group.cells;
        link.landing(&self.cells[start..end], group.rest, &group.frame, target)
    }
}
