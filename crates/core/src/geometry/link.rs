//! Geometries whose conjugate is a function of a sum over coordinates.

use super::{Class, Curvature};
use crate::vector::Instance;

/// Numbers that keep powers and exponentials of a row in range.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Frame {
    /// Largest potential of the row when the frame was made (exponentials are taken relative to
    /// it).
    pub top: f64,
    /// Trade-off.
    pub c: f64,
}

/// A touched coordinate on a line search: its share of the direction and its potential.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Coordinate.
    pub coordinate: usize,
    /// Share `a_j` of the direction.
    pub a: f64,
    /// Potential `v_j`.
    pub v: f64,
}

/// The formulas of a geometry whose conjugate is a function of a sum over coordinates.
///
/// `w_j = factor(sum) weight(v_j)` with `sum = sum_j fold(v_j)`.
pub trait Link: Clone {
    /// The size of a potential that decides the frame.
    fn height(&self, v: f64) -> f64;

    /// (weight, fold) of one coordinate.
    fn pair(&self, v: f64, frame: &Frame) -> (f64, f64);

    /// Factor by which a sum changes when its frame changes.
    fn reframe(&self, from: &Frame, to: &Frame) -> f64;

    /// Whether the terms of the sum depend on the trade-off, so that a new c means a new sum.
    fn folds_with_c(&self) -> bool {
        true
    }

    /// Whether all rows share one sum: one simplex for the whole matrix instead of one per row.
    fn is_joint(&self) -> bool {
        false
    }

    /// Common factor of the weights.
    fn factor(&self, sum: f64, frame: &Frame) -> f64;

    /// `c f*(v/c)` of a row with `n` coordinates.
    fn conjugate(&self, sum: f64, frame: &Frame, n: usize) -> f64;

    /// Dual norm of an instance.
    fn size(&self, x: Instance<'_>) -> f64;

    /// A number r with `a' (Hessian of f*) a <= r^2`; `full` says that `a` has no zero coordinate
    /// besides.
    fn reach(&self, a: Instance<'_>, full: bool, rule: Curvature) -> f64;

    /// Dual norm of a row of the potential.
    fn norm(&self, row: impl Iterator<Item = f64>) -> f64;

    /// `max <v,u>` over the whole bounded domain; infinite if it is unbounded.
    fn farthest(&self, row: impl Iterator<Item = f64>) -> f64;

    /// Which comparators the certificate speaks about, for `rows` rows of `n` coordinates.
    fn class(&self, n: usize, rows: usize) -> Class;

    /// `f(u)`, infinite outside the domain.
    fn value(&self, u: &[f64]) -> f64;

    /// Scale and rate of [`Response::Logistic`](crate::hypothesis::Response) for an instance whose
    /// entries all have this size, if scores answer like that.
    fn logistic(&self, _size: f64, _c: f64) -> Option<(f64, f64)> {
        None
    }

    /// Where along the cells the margin reaches `target`, if there is a closed form; `rest` is the
    /// sum over all other coordinates.
    fn landing(&self, _cells: &[Cell], _rest: f64, _frame: &Frame, _target: f64) -> Option<f64> {
        None
    }
}
