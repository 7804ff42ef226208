//! Sets whose mirror map has one threshold per row: `w_j` depends on `v_j` and on a number that the
//! sum of the weights fixes.
//!
//! Written from the top of the row, so that a small set under large potentials keeps its digits:
//! with `g_j = rate (max height - height_j) >= 0` and a level psi,
//!
//! ```text
//! Euclid, simplex and l1 ball:  size of w_j = [psi - g_j]_+              sum = R
//! entropy, w_j >= eps R:        size of w_j = R max(eps, e^(psi - g_j))  sum = R
//! ```
//!
//! An entry is *free* if it is above its bound. Given the free ones psi has a closed form; it is
//! Newton's step for a piecewise linear convex function, so from any start the set of free entries
//! is found in a few passes (Michelot), two when it has not changed. (Thesis, section 7.1: Fig.
//! 7.1-7.3 as corrected.)

use super::{Class, Complexity};
use crate::geometry::Curvature;
use crate::number::Sum;
use crate::vector::Instance;

/// What the level of a row depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Number of free entries.
    pub free: f64,
    /// Sum over them: of the gaps, or of `e^-gap`.
    pub sum: f64,
    /// Sum of the squares of their gaps (Euclid only).
    pub square: f64,
    /// Number of the others.
    pub bound: f64,
    /// Sum of their gaps (entropy only).
    pub bound_sum: f64,
}

/// Where the threshold of a row is.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Shift {
    /// Largest height of the row.
    pub top: f64,
    /// psi.
    pub level: f64,
    /// Trade-off it was found for.
    pub c: f64,
}

/// The formulas of a set with a threshold per row, for rows of `n` coordinates. Those given here
/// are of `0.5 |w|_2^2` on a set of weights whose sizes add up to the radius.
pub trait Domain: Clone {
    /// How reports name the set.
    const SET: &'static str;

    /// Sum of the sizes of the weights.
    fn radius(&self) -> f64;

    /// Gaps are differences of heights times this.
    fn rate(&self, c: f64) -> f64 {
        1.0 / c
    }

    /// The size of a potential that is compared with the threshold.
    fn height(&self, v: f64) -> f64;

    /// A level from which the search may start: the top entry is free there.
    fn start(&self) -> f64 {
        self.radius()
    }

    /// The value of `psi - gap` above which an entry is free.
    fn edge(&self, _n: usize) -> f64 {
        0.0
    }

    /// Counts an entry.
    fn enter(&self, gap: f64, is_free: bool, tally: &mut Tally) {
        if is_free {
            tally.free += 1.0;
            tally.sum += gap;
            tally.square += gap * gap;
        }
    }

    /// Restates the tally for gaps from a top that is higher by `rise` (in gaps).
    fn raise(&self, tally: &mut Tally, rise: f64) {
        tally.square += rise * (2.0 * tally.sum + tally.free * rise);
        tally.sum += tally.free * rise;
    }

    /// The level that these free entries ask for: `sum (psi - g) = R`; `top` is the largest height
    /// times the rate.
    fn level(&self, tally: &Tally, _top: f64, _n: usize) -> f64 {
        (self.radius() + tally.sum) / tally.free.max(1.0)
    }

    /// `f*` from the tally at its level: `min_theta R theta + 0.5 sum [h - theta]_+^2` at
    /// `theta = top - psi`.
    fn conjugate(&self, tally: &Tally, top: f64, level: f64, _n: usize) -> f64 {
        let square = level * (tally.free * level - 2.0 * tally.sum) + tally.square;
        self.radius() * (top - level) + 0.5 * square.max(0.0)
    }

    /// `f*` from the gaps of all entries, by a compensated sum. Whatever the level, this is not
    /// below f*: it is the minimum over theta at some theta.
    fn conjugate_at(
        &self,
        gaps: impl Iterator<Item = f64>,
        (top, level): (f64, f64),
        _n: usize,
    ) -> Sum {
        let mut sum = Sum::default();
        sum.add(self.radius() * top);
        sum.add(-self.radius() * level);
        gaps.for_each(|gap| sum.add(0.5 * (level - gap).max(0.0).powi(2)));
        sum
    }

    /// The weight of a potential in the frame of its row.
    fn weight(&self, v: f64, shift: &Shift, n: usize) -> f64;

    /// What a weight adds to f.
    fn term(&self, w: f64, _n: usize) -> f64 {
        0.5 * w * w
    }

    /// Whether a row of a comparator lies in the set.
    fn contains(&self, u: &[f64]) -> bool;

    /// Least f of a row.
    fn least(&self, _n: usize) -> f64 {
        0.0
    }

    /// Largest f of a row.
    fn most(&self, _n: usize) -> f64 {
        0.5 * self.radius() * self.radius()
    }

    /// Dual norm of an instance.
    fn size(&self, x: Instance<'_>) -> f64 {
        x.square().sqrt()
    }

    /// A number r with `a' (Hessian of f*) a <= r^2`; `full` says that `a` has no zero coordinate
    /// besides.
    fn reach(&self, a: Instance<'_>, _full: bool, _rule: Curvature) -> f64 {
        self.size(a)
    }

    /// Dual norm of a row of the potential.
    fn norm(&self, row: impl Iterator<Item = f64>) -> f64 {
        row.map(|v| v * v).sum::<f64>().sqrt()
    }

    /// `max <v,u>` over the set, for one row: that of the largest height.
    fn farthest(&self, row: impl Iterator<Item = f64> + Clone) -> f64 {
        self.radius() * row.map(|v| self.height(v)).reduce(f64::max).unwrap_or(0.0)
    }

    /// Which comparators the certificate speaks about, for `rows` rows.
    fn class(&self, n: usize, rows: usize) -> Class {
        let (rows, radius) = (rows as f64, self.radius());
        let (most, reach) = (rows * self.most(n), radius * rows.sqrt());
        Class::Bounded { set: Self::SET, radius, most, measure: Complexity::HalfSquare, reach }
    }
}

/// The level of a row whose tally at any level is given, from a first guess; and the tally there.
pub(crate) fn find_level<D: Domain>(
    domain: &D,
    (top, n): (f64, usize),
    guess: f64,
    tally_at: impl Fn(f64) -> Tally,
) -> (f64, Tally) {
    let mut tally = tally_at(guess);
    if tally.free == 0.0 {
        tally = tally_at(domain.start());
    }
    let mut is_first = true;
    loop {
        let level = domain.level(&tally, top, n);
        let next = tally_at(level);
        // The first step may go either way; from then on entries only leave, but for rounding.
        if next.free == tally.free || (next.free > tally.free && !is_first) {
            return (level, next);
        }
        (tally, is_first) = (next, false);
    }
}
