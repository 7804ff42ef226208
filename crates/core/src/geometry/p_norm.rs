//! p-norm geometry: `f(w) = |w|_q^2 / (2(q-1))` on R^n, `1/p + 1/q = 1`, p >= 2;
//! `f*(t) = |t|_p^2 / (2(p-1))`, `w_i = sign(v_i)|v_i|^(p-1) / ((p-1) c |v|_p^(p-2))`.
//!
//! Between additive (p = 2) and multiplicative (p ~ 2 ln n). Dual norm `|x|_p`. Powers are taken
//! relative to the largest potential of the row. Default p = 6. (Thesis 5.1.4, Example 5, with the
//! factor 1/(p-1) that the value of the weights needs.)

use super::{Class, Frame, Geometry, Link, NormKind};
use crate::error::{Result, at_least};
use crate::geometry::Curvature;
use crate::registry::Component;
use crate::vector::Instance;
use serde::{Deserialize, Serialize};

/// Half the squared q-norm over q-1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PNorm {
    /// At least 2.
    pub p: f64,
}

impl Default for PNorm {
    fn default() -> Self {
        PNorm { p: 6.0 }
    }
}

impl Geometry for PNorm {
    fn check(&self) -> Result<()> {
        at_least("p", self.p, 2.0)
    }

    fn curvature(&self) -> f64 {
        self.p - 1.0
    }
}

impl Component for PNorm {
    const ABOUT: &'static str = "f = |w|_q^2/(2(q-1)) on R^n: w_i ~ sign(v_i)|v_i|^(p-1) (between \
        additive and multiplicative)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 5.1.4";
}

impl PNorm {
    /// The dual exponent `p/(p-1)`.
    pub fn q(&self) -> f64 {
        self.p / (self.p - 1.0)
    }
}

/// The scale of a frame: powers are of `|v|/scale`.
fn scale(frame: &Frame) -> f64 {
    if frame.top > 0.0 { frame.top } else { 1.0 }
}

impl Link for PNorm {
    fn height(&self, v: f64) -> f64 {
        v.abs()
    }

    fn pair(&self, v: f64, frame: &Frame) -> (f64, f64) {
        let size = v.abs() / scale(frame);
        let power = size.powf(self.p - 1.0);
        (power.copysign(v), power * size)
    }

    fn reframe(&self, from: &Frame, to: &Frame) -> f64 {
        (scale(from) / scale(to)).powf(self.p)
    }

    fn folds_with_c(&self) -> bool {
        false
    }

    fn factor(&self, sum: f64, frame: &Frame) -> f64 {
        if sum <= 0.0 {
            return 0.0;
        }
        scale(frame) / ((self.p - 1.0) * frame.c) / sum.powf((self.p - 2.0) / self.p)
    }

    fn conjugate(&self, sum: f64, frame: &Frame, _n: usize) -> f64 {
        (scale(frame) * sum.max(0.0).powf(1.0 / self.p)).powi(2) / (2.0 * (self.p - 1.0) * frame.c)
    }

    fn size(&self, x: Instance<'_>) -> f64 {
        x.p_norm(self.p)
    }

    fn reach(&self, a: Instance<'_>, _full: bool, _rule: Curvature) -> f64 {
        a.p_norm(self.p)
    }

    fn norm(&self, row: impl Iterator<Item = f64>) -> f64 {
        let row: Vec<f64> = row.collect();
        Instance::Dense(&row).p_norm(self.p)
    }

    fn farthest(&self, _row: impl Iterator<Item = f64>) -> f64 {
        f64::INFINITY
    }

    fn class(&self, _n: usize, _rows: usize) -> Class {
        Class::Norm(NormKind::Dual)
    }

    fn value(&self, u: &[f64]) -> f64 {
        Instance::Dense(u).p_norm(self.q()).powi(2) / (2.0 * (self.q() - 1.0))
    }
}
