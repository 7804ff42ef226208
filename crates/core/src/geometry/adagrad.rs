//! Diagonal adaptive geometry (AdaGrad in its dual averaging form): `f_t(w) = 0.5 sum_j H_j w_j^2`,
//! `H_j = s_j sqrt(delta s_j^2 + G_j)`, `G_j = sum_t (d_t a_(t,j))^2`, `w_j = v_j / (c H_j)`.
//!
//! A feature that has been moved often moves little, a rare one far. With `scale`, `s_j = max
//! |x_j|` so far and predictions do not depend on the units of the features; without, s_j = 1. H
//! never falls, so what the growth of H does to D_t = A - c f_t*(v/c) only raises it: with the
//! exact step D never falls, as in every other geometry. For unit steps, losses of slope at most 1,
//! a fixed c and delta >= 1 the regret is at most
//! `(c/2) sum_j s_j sqrt(delta s_j^2 + G_j) u_j^2 + (1/c) sum_j climb_j`,
//! `climb_j = sum_t (sqrt(G_(t,j)) - sqrt(G_(t-1,j)))/s_(t,j)`, which is `sqrt(G_j)/s_j` if the
//! scale stood still (`certificate::regret::adagrad`). A smaller delta may break it. Defaults:
//! delta 1, scale true. (Duchi, Hazan & Singer 2011, sec. 3, composite dual averaging; scales as in
//! Ross, Mineiro & Langford 2013.)

use super::Geometry;
use super::adaptive::{Adaptive, Cell, LARGEST_LOAD, Load, Push};
use crate::error::{Result, at_least};
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// Half the squared norm, weighted by the square root of what has been moved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AdaGrad {
    /// What a feature weighs before it has moved, in units of its squared scale.
    pub delta: f64,
    /// Whether the scales of the features are followed.
    pub scale: bool,
}

impl Default for AdaGrad {
    fn default() -> Self {
        AdaGrad { delta: 1.0, scale: true }
    }
}

impl Geometry for AdaGrad {
    fn check(&self) -> Result<()> {
        at_least("delta", self.delta, f64::MIN_POSITIVE)
    }

    fn is_adaptive(&self) -> bool {
        true
    }

    fn is_scale_free(&self) -> bool {
        self.scale
    }
}

impl Component for AdaGrad {
    const ABOUT: &'static str =
        "f = sum H_j w_j^2/2, H_j = s_j sqrt(delta s_j^2 + sum (d a_j)^2): w = v/(cH) (adaptive)";
    const REFERENCE: &'static str =
        "Duchi, Hazan & Singer 2011, sec. 3; Ross, Mineiro & Langford 2013";
}

impl AdaGrad {
    #[inline(always)]
    fn height(&self, spread: f64, scale: f64) -> f64 {
        (scale * (self.delta * scale * scale + spread).sqrt()).max(f64::MIN_POSITIVE)
    }
}

impl Adaptive for AdaGrad {
    fn is_scaled(&self) -> bool {
        self.scale
    }

    #[inline(always)]
    fn stiffness(&self, spread: f64, scale: f64, c: f64) -> f64 {
        c * self.height(spread, scale)
    }

    #[inline(always)]
    fn bears(&self, load: &Load) -> bool {
        let scale = if self.scale { load.size } else { 1.0 };
        let (square, step) = (scale * scale, load.mass * load.size);
        // c H is the scale times the root of a sum of these, times c.
        let is_small = load.c * scale <= 1e10 * LARGEST_LOAD.sqrt();
        square.max(self.delta * square) + step * step <= LARGEST_LOAD && is_small
    }

    #[inline(always)]
    fn push(&self, cell: &mut Cell, push: &Push) {
        cell.potential += push.step;
        cell.spread += push.step * push.step;
        cell.weight = cell.potential / self.height(cell.spread, push.scale);
    }

    fn rescale(&self, cell: &mut Cell, _from: f64, to: f64) {
        cell.weight = cell.potential / self.height(cell.spread, to);
    }

    fn merged_cell(&self, summed: Cell, scale: f64) -> Cell {
        let potential = summed.weight * self.height(summed.spread, scale);
        Cell { potential, ..summed }
    }

    fn rate(&self, c: f64) -> f64 {
        1.0 / c
    }
}
