//! Euclidean geometry on a ball: `f(w) = 0.5 |w|_2^2` on `|w|_2 <= R`; with `N = |t|_2`
//! `f*(t) = 0.5 N^2` up to R and `R N - 0.5 R^2` beyond, `grad f*(t) = t min(1, R/N)`: additive
//! updates, and one factor that brings the weights back.
//!
//! Dual norm `|x|_2`. Every row (class) has its own ball. Squares are taken relative to the largest
//! potential of the row. Default R = 10, the norm that the schedules allow elsewhere. (Thesis
//! Example 1; lazy projection.)

use super::{Cell, Frame, Geometry, Link};
use super::{Class, Complexity};
use crate::error::{Result, at_least};
use crate::geometry::Curvature;
use crate::registry::Component;
use crate::vector::Instance;
use serde::{Deserialize, Serialize};

/// `0.5 |w|_2^2` on a ball.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ball {
    /// Largest norm of the weights.
    pub radius: f64,
}

impl Default for Ball {
    fn default() -> Self {
        Ball { radius: 10.0 }
    }
}

impl Geometry for Ball {
    fn check(&self) -> Result<()> {
        at_least("radius", self.radius, f64::MIN_POSITIVE)
    }

    fn is_bounded(&self) -> bool {
        true
    }
}

impl Component for Ball {
    const ABOUT: &'static str =
        "f = |w|_2^2/2 on the ball |w|_2 <= R: w = v/c min(1, R c/|v|) (additive, bounded)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Examples 1 and 3";
}

/// The scale of a frame: squares are of `v/scale`.
fn scale(frame: &Frame) -> f64 {
    if frame.top > 0.0 { frame.top } else { 1.0 }
}

impl Link for Ball {
    fn height(&self, v: f64) -> f64 {
        v.abs()
    }

    fn pair(&self, v: f64, frame: &Frame) -> (f64, f64) {
        let share = v / scale(frame);
        (share, share * share)
    }

    fn reframe(&self, from: &Frame, to: &Frame) -> f64 {
        (scale(from) / scale(to)).powi(2)
    }

    fn folds_with_c(&self) -> bool {
        false
    }

    fn factor(&self, sum: f64, frame: &Frame) -> f64 {
        (scale(frame) / frame.c).min(self.radius / sum.max(0.0).sqrt())
    }

    fn conjugate(&self, sum: f64, frame: &Frame, _n: usize) -> f64 {
        let (norm, edge) = (scale(frame) * sum.max(0.0).sqrt(), self.radius * frame.c);
        if norm <= edge { 0.5 * norm * (norm / frame.c) } else { self.radius * (norm - 0.5 * edge) }
    }

    fn size(&self, x: Instance<'_>) -> f64 {
        x.square().sqrt()
    }

    fn reach(&self, a: Instance<'_>, _full: bool, _rule: Curvature) -> f64 {
        a.square().sqrt()
    }

    fn norm(&self, row: impl Iterator<Item = f64>) -> f64 {
        row.map(|v| v * v).sum::<f64>().sqrt()
    }

    fn farthest(&self, row: impl Iterator<Item = f64>) -> f64 {
        self.radius * self.norm(row)
    }

    fn class(&self, _n: usize, rows: usize) -> Class {
        let (rows, radius) = (rows as f64, self.radius);
        let most = 0.5 * rows * radius * radius;
        Class::Bounded {
            set: "ball",
            radius,
            most,
            measure: Complexity::HalfSquare,
            reach: radius * rows.sqrt(),
        }
    }

    fn value(&self, u: &[f64]) -> f64 {
        let square = Instance::Dense(u).square();
        let inside = square.sqrt() <= self.radius * (1.0 + 1e-9);
        if inside { 0.5 * square } else { f64::INFINITY }
    }

    /// With y = `<v + d a, a>` and the part of v across a, `|v + d a|^2 = across + y^2/|a|^2`: the
    /// margin is `y/c` inside the ball, `y R/|v + d a|` on its rim, where it tends to `R |a|`.
    fn landing(&self, cells: &[Cell], rest: f64, frame: &Frame, target: f64) -> Option<f64> {
        let unit = scale(frame);
        let (mut along, mut square, mut whole) = (0.0, 0.0, rest);
        for cell in cells {
            let (v, a) = (cell.v / unit, cell.a);
            along += v * a;
            square += a * a;
            whole += v * v;
        }
        let across = (whole - along * along / square).max(0.0);
        let (c, radius) = (frame.c / unit, self.radius);
        let inside = target * c;
        let y = if across + inside * inside / square <= (radius * c).powi(2) {
            inside
        } else {
            let room = radius * radius - target * target / square;
            if room > 0.0 {
                target * (across / room).sqrt()
            } else {
                target.signum() * f64::INFINITY
            }
        };
        let d = unit * (y - along) / square;
        (!d.is_nan()).then_some(d)
    }
}
