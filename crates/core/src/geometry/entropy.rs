//! Relative entropy on the simplex of radius R: `f(Rp) = sum p_i ln(n p_i)`,
//! `f*(t) = ln((1/n) sum e^(R t_i))`, weights `w_i = R e^(R v_i/c) / sum_j e^(R v_j/c)`;
//! multiplicative updates.
//!
//! Strongly convex in `|.|_1 / R`, dual norm `R |x|_inf`; along a direction the Hessian is at most
//! `R^2 (max a - min a)^2 / 4`. n is the number of coordinates seen so far. With several rows
//! (classes) each has its own simplex, or, if `joint`, all together share one. Default R = 1, not
//! joint. (Thesis 5.1.2, Example 4; Winnow, EG. Width form of the curvature: Hoeffding.)

use super::ternary::{self, LogSum, Masses};
use super::{Cell, Frame, Geometry, Link};
use super::{Class, Complexity};
use crate::error::{Result, at_least};
use crate::geometry::Curvature;
use crate::registry::Component;
use crate::vector::Instance;
use serde::{Deserialize, Serialize};

/// Relative entropy to the uniform distribution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Entropy {
    /// Sum of the weights.
    pub radius: f64,
    /// Whether that is the sum of all rows together, not of each.
    pub joint: bool,
}

impl Default for Entropy {
    fn default() -> Self {
        Entropy { radius: 1.0, joint: false }
    }
}

impl Geometry for Entropy {
    fn check(&self) -> Result<()> {
        at_least("radius", self.radius, f64::MIN_POSITIVE)
    }

    fn is_one_sided(&self) -> bool {
        true
    }

    fn is_bounded(&self) -> bool {
        true
    }
}

impl Component for Entropy {
    const ABOUT: &'static str = "f = sum p ln(n p), w = R p on the simplex: w_i ~ e^(R v_i/c) \
        (multiplicative, weights >= 0)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 5.1.2";
}

impl Link for Entropy {
    fn height(&self, v: f64) -> f64 {
        v
    }

    fn pair(&self, v: f64, frame: &Frame) -> (f64, f64) {
        let e = ((v - frame.top) * (self.radius / frame.c)).exp();
        (e, e)
    }

    fn reframe(&self, from: &Frame, to: &Frame) -> f64 {
        ((from.top - to.top) * (self.radius / to.c)).exp()
    }

    fn is_joint(&self) -> bool {
        self.joint
    }

    fn factor(&self, sum: f64, _frame: &Frame) -> f64 {
        if sum > 0.0 { self.radius / sum } else { 0.0 }
    }

    fn conjugate(&self, sum: f64, frame: &Frame, n: usize) -> f64 {
        frame.c * (sum / n as f64).ln() + frame.top * self.radius
    }

    fn size(&self, x: Instance<'_>) -> f64 {
        self.radius * x.max_abs()
    }

    fn reach(&self, a: Instance<'_>, full: bool, rule: Curvature) -> f64 {
        let floor = if full { f64::INFINITY } else { 0.0 };
        let (low, high) = a.each_value().fold((floor, -floor), |(l, h), x| (l.min(x), h.max(x)));
        self.radius * rule.reach(low, high)
    }

    fn norm(&self, row: impl Iterator<Item = f64>) -> f64 {
        self.radius * row.fold(0.0, |m, v| v.abs().max(m))
    }

    fn farthest(&self, row: impl Iterator<Item = f64>) -> f64 {
        self.radius * row.reduce(f64::max).unwrap_or(0.0)
    }

    fn class(&self, n: usize, rows: usize) -> Class {
        let most = rows as f64 * (n.max(1) as f64).ln();
        let reach = (rows as f64).sqrt();
        Class::Bounded {
            set: "simplex",
            radius: self.radius,
            most,
            measure: Complexity::Entropy,
            reach,
        }
    }

    fn value(&self, u: &[f64]) -> f64 {
        let n = u.len() as f64;
        let total: f64 = u.iter().sum();
        if u.iter().any(|&u| u < 0.0) || (total - self.radius).abs() > 1e-9 * self.radius {
            return f64::INFINITY;
        }
        u.iter().map(|u| u / self.radius).filter(|&p| p > 0.0).map(|p| p * (n * p).ln()).sum()
    }

    fn logistic(&self, size: f64, c: f64) -> Option<(f64, f64)> {
        let scale = self.radius * size;
        (!self.joint).then_some((scale, scale / c))
    }

    fn landing(&self, cells: &[Cell], rest: f64, frame: &Frame, target: f64) -> Option<f64> {
        let size = ternary::common_size(cells)?;
        let mut masses = Masses { plus: LogSum::EMPTY, minus: LogSum::EMPTY, zero: rest };
        for cell in cells {
            let side = if cell.a > 0.0 { &mut masses.plus } else { &mut masses.minus };
            side.add((cell.v - frame.top) * (self.radius / frame.c));
        }
        let log_step = ternary::log_step(&masses, target / (self.radius * size));
        Some(log_step * frame.c / (self.radius * size))
    }
}
