//! Confidence geometry (AROW): every weight has a precision, `c H_j = c s_j^2 + 2 sum k x_j^2` (k:
//! weight of the example) over the rounds that moved it, and a step moves it by `d a_j / (c H_j)`,
//! the precision taken before the step.
//!
//! `c H` is the diagonal of the second derivative of `c |w|^2/2 + sum loss` for a squared loss, so
//! with the squared hinge and the exact step this is AROW with `r = 1/(2C) = c/2`:
//! `d = loss / (x' S x + r)`, `S_j = 1/H_j`; its full-matrix form is recursive least squares. The
//! weights are a path, not a function of v; the certificate needs only v. With `scale`,
//! `s_j = max |x_j|` so far, and what a feature can add to a score, `|w_j| s_j`, stays the same
//! when its scale grows; without, s_j = 1. Default: scale false. (Crammer, Kulesza & Dredze 2009;
//! Crammer, Mohri & Pereira 2007 for several classes.)

use super::Geometry;
use super::adaptive::{Adaptive, Cell, LARGEST_LOAD, Load, Push};
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// Where a spread stops growing: twice it is still a number.
const LARGEST_SPREAD: f64 = 1e300;

/// Weights with precisions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Confidence {
    /// Whether the scales of the features are followed.
    pub scale: bool,
}

impl Geometry for Confidence {
    fn is_adaptive(&self) -> bool {
        true
    }

    fn is_scale_free(&self) -> bool {
        self.scale
    }
}

impl Component for Confidence {
    const ABOUT: &'static str =
        "precisions c H_j = c s_j^2 + 2 sum x_j^2: w_j += d a_j/(c H_j) (adaptive regularisation)";
    const REFERENCE: &'static str = "Crammer, Kulesza & Dredze 2009 (AROW)";
}

impl Adaptive for Confidence {
    fn is_scaled(&self) -> bool {
        self.scale
    }

    #[inline(always)]
    fn stiffness(&self, spread: f64, scale: f64, c: f64) -> f64 {
        (c * scale * scale + 2.0 * spread).max(f64::MIN_POSITIVE)
    }

    #[inline(always)]
    fn bears(&self, load: &Load) -> bool {
        let square = load.size * load.size;
        let scale = if self.scale { square } else { 1.0 };
        load.c * scale + 2.0 * load.weight * square <= LARGEST_LOAD
    }

    #[inline(always)]
    fn push(&self, cell: &mut Cell, push: &Push) {
        cell.weight += push.step / self.stiffness(cell.spread, push.scale, push.c);
        cell.potential += push.step;
        cell.spread = (cell.spread + push.square).min(LARGEST_SPREAD);
    }

    fn rescale(&self, cell: &mut Cell, from: f64, to: f64) {
        cell.weight *= from / to;
    }

    fn merged_cell(&self, summed: Cell, _scale: f64) -> Cell {
        Cell { spread: summed.spread.clamp(0.0, LARGEST_SPREAD), ..summed }
    }

    fn rate(&self, _c: f64) -> f64 {
        1.0
    }
}
