//! The starting point of uniclass in the space of a kernel.
//!
//! The centre starts at `phi(x_0)`, and the coefficients are those of `v = c (w - phi(x_0))` over
//! the moved instances `phi(x_i) - phi(x_0)`, so that the norm that is followed is the distance
//! from the start. With `k_i = K(x_i, x_0)` all inner products of moved instances come from plain
//! ones, `<phi(x) - phi(x_0), phi(z) - phi(x_0)> = K(x,z) - K(x,x_0) - K(z,x_0) + K(x_0,x_0)`.
//! The centre itself is `w = (1 - sum a_i) phi(x_0) + sum a_i phi(x_i)`, a convex combination.
//! (Crammer et al. 2003, end of sec. 3.)

use super::Expansion;
use super::point::Point;
use crate::kernel::{AnyKernel, Kernel};
use crate::round::{Gap, View};
use std::sync::Arc;

/// Where the weights began.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) point: Arc<Point>,
    /// `K(x_0, x_0)`.
    pub(super) own: f64,
}

/// An instance seen from the start.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moved {
    /// `K(x, x_0)`.
    pub(super) near: f64,
    /// `|phi(x) - phi(x_0)|^2`.
    pub(super) own: f64,
    /// A bound on the terms that an inner product with it is made of: `|phi(x)| + |phi(x_0)|`.
    pub(super) reach: f64,
}

impl Start {
    pub(super) fn new(kernel: &AnyKernel, point: Arc<Point>) -> Self {
        let own = kernel.value(point.square, point.square, point.square);
        Start { point, own }
    }

    /// The instance of square `own` as seen from here.
    pub(super) fn see(&self, kernel: &AnyKernel, x: &Point, own: f64) -> Moved {
        let dense = x.dense(x.end());
        let near = kernel.value(self.point.dot(&dense), x.square, self.point.square);
        let moved = (own - 2.0 * near + self.own).max(0.0);
        Moved { near, own: moved, reach: own.sqrt() + self.own.sqrt() }
    }
}

impl Expansion {
    /// An instance as seen from the start; from 0 where there is none.
    pub(super) fn moved(&self, x: &Point, own: f64) -> Moved {
        match &self.start {
            Some(start) => start.see(&self.kernel, x, own),
            None => Moved { near: 0.0, own, reach: own.sqrt() },
        }
    }

    /// `sum_i a_i` over the stored coefficients.
    pub(super) fn mass(&self) -> f64 {
        self.sums().0
    }

    /// `sum_i a_i` and `sum_i a_i K(x_i, x_0)` over the stored coefficients.
    fn sums(&self) -> (f64, f64) {
        let mut sums = (0.0, 0.0);
        for s in &self.patterns.list {
            for c in &s.coefs {
                sums.0 += c.value;
                sums.1 += c.value * s.near;
            }
        }
        sums
    }

    /// What the start adds to `<v, phi(x)>`, of which the coefficients give `sum_i a_i K(x_i, x)`;
    /// `c` times the starting point included.
    pub(super) fn share_of_start(&self, x: &Point, c: f64) -> f64 {
        if self.start.is_none() {
            return 0.0;
        }
        self.moved(x, 0.0).near * (c - self.scale * self.mass())
    }

    /// `<v, phi(x) - phi(x_0)>`, v being measured from the start, from `<w, phi(x)>` at c.
    pub(super) fn score_from_start(&self, near: f64, score: f64, c: f64) -> f64 {
        let Some(start) = &self.start else { return c * score };
        let (mass, at) = self.sums();
        c * (score - near) - self.scale * (at - mass * start.own)
    }

    /// From `scale sum_i a_i K(x_i, x)` and `K(x, x_0)` to the same sum over moved instances.
    pub(super) fn centre(&self, scale: f64) -> impl Fn(f64, f64) -> f64 + use<> {
        let start = self.start.as_ref().map(|start| (start.own, self.sums()));
        move |raw, near| match start {
            Some((own, (mass, at))) => raw - scale * (at + mass * (near - own)),
            None => raw,
        }
    }

    /// `|phi(x) - w|^2` and what goes with it.
    pub(super) fn gap_at(&self, x: &Point, c: f64, view: &View) -> Gap {
        let moved = self.moved(x, view.squares[0]);
        let score = self.score_from_start(moved.near, view.scores[0], c) / c;
        let error = self.norm.gap_error(c, moved.reach);
        let square = moved.own - 2.0 * score + self.norm.square.max(0.0) / (c * c);
        let start = (moved.own + error).sqrt();
        // What is not known to be apart is not: no direction leads from one to the other.
        match square > error {
            true => Gap { square, inner: moved.own - score, start, rounding: error / square },
            false => Gap { square: 0.0, inner: 0.0, start, rounding: 1.0 },
        }
    }
}
