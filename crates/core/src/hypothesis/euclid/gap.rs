//! How far an instance is from the weights: `|x - w|^2`, `<x - w, x - w_1>` and `|x - w_1|`, which
//! uniclass needs in every round.
//!
//! From inner products in O(nnz) where their difference keeps enough digits, else coordinate by
//! coordinate in O(n).

use super::EuclidSpace;
use crate::hypothesis::Hypothesis;
use crate::round::{Gap, View};
use crate::vector::Instance;

/// Relative error up to which a distance may come from differences of inner products.
const TRUST: f64 = 1e-10;

impl EuclidSpace {
    pub(super) fn start(&self, slot: usize) -> f64 {
        self.origin.get(slot).copied().unwrap_or(0.0)
    }

    /// The gap in O(nnz), from inner products; `None` if their difference would lose too many
    /// digits.
    pub(super) fn gap_by_products(&self, x: Instance<'_>, c: f64, view: &View) -> Option<Gap> {
        let (own, start, cross) =
            (self.own_square(c), x.dot(&self.origin) / c, self.cross / (c * c));
        let origin = self.origin_square / (c * c);
        let square = view.squares[0] - 2.0 * view.scores[0] + own;
        let sizes = view.squares[0].sqrt() + self.largest_square.sqrt() / c + origin.sqrt();
        let error = 4.0 * f64::EPSILON * f64::from(self.stale + 16) * sizes * sizes;
        let from_start = view.squares[0] - 2.0 * start + origin;
        (error <= TRUST * square).then(|| Gap {
            square,
            inner: (view.squares[0] - view.scores[0]) - (start - cross),
            start: (from_start.max(0.0) + error).sqrt(),
            rounding: TRUST,
        })
    }

    /// The gap in O(n), coordinate by coordinate.
    pub(super) fn gap_by_coordinates(&self, x: Instance<'_>, c: f64, view: &View) -> Gap {
        let n = self.stored.len().max(x.end());
        let mut full = vec![0.0; n];
        x.add_to(&mut full, 1.0);
        let (mut gap, mut from_start) = (Gap::default(), 0.0);
        for (j, x) in full.into_iter().enumerate() {
            let (apart, moved) = (x - self.potential(j) / c, x - self.start(j) / c);
            gap.square += apart * apart;
            gap.inner += apart * moved;
            from_start += moved * moved;
        }
        let sizes = view.squares[0].sqrt() + self.own_square(c).sqrt();
        gap.start = from_start.sqrt();
        gap.rounding = f64::EPSILON * (n as f64 + 8.0 * sizes / gap.square.sqrt());
        gap
    }
}
