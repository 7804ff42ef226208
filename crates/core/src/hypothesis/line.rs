//! A line search through one round: the margin as a function of the dual variable.
//!
//! The touched coordinates are gathered once; each evaluation then costs their number, because the sum
//! over all other coordinates of a row is known. Each evaluation has its own frame, so that exponentials
//! neither overflow nor all vanish anywhere on the line.

use crate::geometry::{Cell, Frame, Link};
use crate::loss::Loss;
use crate::solve::bracketed_root;

/// Relative step of a difference that stands for a derivative: the cube root of the machine precision.
const SMALL_STEP: f64 = 6e-6;

/// What a search along one direction asks.
pub(super) trait Curve {
    /// `<a, w>` after moving by `d`.
    fn margin(&self, d: f64) -> f64;

    /// `c f*((v + d a)/c)` over the touched rows.
    fn conjugate(&self, d: f64) -> f64;

    /// Where the margin reaches `target`, if that is known in closed form.
    fn landing(&self, _target: f64) -> Option<f64> {
        None
    }

    /// The dual variable that maximises `d b + gain(d) - c f*((v + d a)/c)`, at margin `z`, never worse
    /// than the unit subgradient.
    fn best_step<L: Loss>(&self, z: f64, loss: &L, cap: f64) -> f64 {
        let unit = cap * loss.slope(z);
        let shift = self.margin(0.0) - z;
        let d = match loss.kink(z) {
            Some(kink) => self
                .landing(kink + shift)
                .map(|d| d.clamp(unit.min(0.0), unit.max(0.0)))
                .unwrap_or_else(|| {
                    let miss = |d: f64| unit.signum() * (kink + shift - self.margin(d));
                    bracketed_root(0.0, unit, miss)
                }),
            None => bracketed_root(0.0, unit, |d| {
                unit.signum() * (cap * loss.slope(self.margin(d) - shift) - d)
            }),
        };
        // A numeric maximiser may fall short of the unit step; taking the better of the two keeps every
        // bound that holds for the unit step.
        let dual = |d: f64| d * shift + loss.gain(d, cap) - self.conjugate(d);
        if dual(unit) > dual(d) { unit } else { d }
    }

    /// The margin after moving by `d`, and its derivative, where scores answer on the scale `scale`.
    fn slope_at(&self, d: f64, scale: f64) -> (f64, f64) {
        let step = (d.abs() + scale) * SMALL_STEP;
        if !step.is_finite() {
            return (self.margin(d), 0.0);
        }
        let [low, here, high] = [d - step, d, d + step].map(|d| self.margin(d));
        (here, ((high - low) / (2.0 * step)).max(0.0))
    }
}

/// Adds up cells of the same coordinate from `start` on.
pub(super) fn merge(cells: &mut Vec<Cell>, start: usize) {
    let mut tail = cells.split_off(start);
    tail.sort_by_key(|c| c.coordinate);
    for same in tail.chunk_by(|a, b| a.coordinate == b.coordinate) {
        cells.push(Cell { a: same.iter().map(|c| c.a).sum(), ..same[0] });
    }
}

/// The touched coordinates of one row.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) cells: (usize, usize),
    /// Sum over the coordinates that are not touched, in `frame`.
    pub(super) rest: f64,
    pub(super) frame: Frame,
    pub(super) dimension: usize,
}

/// A direction laid out for repeated evaluation of a [`Link`]. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) cells: Vec<Cell>,
    pub(super) groups: Vec<Group>,
}

/// The line in a geometry.
pub(super) struct Linked<'a, G> {
    pub(super) line: &'a Line,
    pub(super) link: &'a G,
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
