//! Balanced (signed) exponentiated gradient: relative entropy over the doubled features (x, -x),
//! i.e. `w_i = R (e^(R v_i/c) - e^(-R v_i/c)) / sum_j (e^(R v_j/c) + e^(-R v_j/c))`; competitors
//! are the l1 ball of radius R.
//!
//! `f*(t) = ln((1/2n) sum_i 2 cosh(R t_i))`, dual norm `R |x|_inf`, Hessian at most `R^2
//! |a|_inf^2`. Default R = 1. (Thesis 5.1.2, which names the positive form "Balanced-Winnow"; this
//! is the balanced one.)

use super::ternary::{self, LogSum, Masses};
use super::{Cell, Frame, Geometry, Link};
use super::{Class, Complexity};
use crate::error::{Result, at_least};
use crate::geometry::Curvature;
use crate::registry::Component;
use crate::vector::Instance;
use serde::{Deserialize, Serialize};

/// Relative entropy over doubled features.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Balanced {
    /// Radius of the l1 ball.
    pub radius: f64,
}

impl Default for Balanced {
    fn default() -> Self {
        Balanced { radius: 1.0 }
    }
}

impl Geometry for Balanced {
    fn check(&self) -> Result<()> {
        at_least("radius", self.radius, f64::MIN_POSITIVE)
    }

    fn is_bounded(&self) -> bool {
        true
    }
}

impl Component for Balanced {
    const ABOUT: &'static str =
        "relative entropy over (x,-x): w_i ~ R sinh(R v_i/c) (EG+-, signed weights in the l1 ball)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 5.1.2 (doubled features)";
}

impl Balanced {
    fn exponentials(&self, v: f64, frame: &Frame) -> (f64, f64) {
        let rate = self.radius / frame.c;
        (((v - frame.top) * rate).exp(), ((-v - frame.top) * rate).exp())
    }
}

impl Link for Balanced {
    fn height(&self, v: f64) -> f64 {
        v.abs()
    }

    fn pair(&self, v: f64, frame: &Frame) -> (f64, f64) {
        let (up, down) = self.exponentials(v, frame);
        (up - down, up + down)
    }

    fn reframe(&self, from: &Frame, to: &Frame) -> f64 {
        ((from.top - to.top) * (self.radius / to.c)).exp()
    }

    fn factor(&self, sum: f64, _frame: &Frame) -> f64 {
        if sum > 0.0 { self.radius / sum } else { 0.0 }
    }

    fn conjugate(&self, sum: f64, frame: &Frame, n: usize) -> f64 {
        frame.c * (sum / (2 * n) as f64).ln() + frame.top * self.radius
    }

    fn size(&self, x: Instance<'_>) -> f64 {
        self.radius * x.max_abs()
    }

    fn reach(&self, a: Instance<'_>, _full: bool, rule: Curvature) -> f64 {
        let size = a.max_abs();
        self.radius * rule.reach(-size, size)
    }

    fn norm(&self, row: impl Iterator<Item = f64>) -> f64 {
        self.radius * row.fold(0.0, |m, v| v.abs().max(m))
    }

    fn farthest(&self, row: impl Iterator<Item = f64>) -> f64 {
        self.norm(row)
    }

    fn class(&self, n: usize, rows: usize) -> Class {
        let most = rows as f64 * ((2 * n).max(1) as f64).ln();
        let reach = (rows as f64).sqrt();
        Class::Bounded {
            set: "l1 ball",
            radius: self.radius,
            most,
            measure: Complexity::Entropy,
            reach,
        }
    }

    fn value(&self, u: &[f64]) -> f64 {
        let mass: f64 = u.iter().map(|u| u.abs()).sum();
        if mass > self.radius * (1.0 + 1e-9) {
            return f64::INFINITY;
        }
        // The mass that u leaves free is spread evenly over all 2n copies: a feasible split, so an
        // upper bound on the least relative entropy of any split.
        let copies = 2.0 * u.len() as f64;
        let spare = (1.0 - mass / self.radius).max(0.0) / copies;
        let term = |p: f64| if p > 0.0 { p * (copies * p).ln() } else { 0.0 };
        u.iter().map(|u| term(u.abs() / self.radius + spare) + term(spare)).sum()
    }

    fn landing(&self, cells: &[Cell], rest: f64, frame: &Frame, target: f64) -> Option<f64> {
        let size = ternary::common_size(cells)?;
        let mut masses = Masses { plus: LogSum::EMPTY, minus: LogSum::EMPTY, zero: rest };
        for cell in cells {
            let v = cell.v.copysign(cell.v * cell.a);
            masses.plus.add((v - frame.top) * (self.radius / frame.c));
            masses.minus.add((-v - frame.top) * (self.radius / frame.c));
        }
        let log_step = ternary::log_step(&masses, target / (self.radius * size));
        Some(log_step * frame.c / (self.radius * size))
    }
}
