//! Geometries: what counts as a small change of the weights.
//!
//! A geometry is a complexity function f, strongly convex in some norm; the weights are
//! `w = grad f*(v/c)`. The Euclidean one lives in
//! [`EuclidSpace`](crate::hypothesis::EuclidSpace); the others are [`Link`]s, whose f* is a function of a sum over
//! coordinates that one generic hypothesis keeps up to date in O(nnz), [`Domain`]s, whose weights are a projection with one
//! threshold a row, or [`Metric`]s, whose f is a quadratic form that adapts to the data.

mod adagrad;
mod balanced;
mod ball;
mod confidence;
mod curvature;
pub(crate) mod domain;
mod entropy;
mod entropy_floor;
mod euclid;
mod l1_ball;
mod metric;
mod p_norm;
mod simplex;
mod ternary;

pub use adagrad::AdaGrad;
pub use balanced::Balanced;
pub use ball::Ball;
pub use confidence::Confidence;
pub use curvature::Curvature;
pub use domain::{Domain, Shift, Tally};
pub use entropy::Entropy;
pub use entropy_floor::EntropyFloor;
pub use euclid::Euclid;
pub use l1_ball::L1Ball;
pub use metric::{Cell as MetricCell, Metric, Push};
pub use p_norm::PNorm;
pub use simplex::Simplex;

use crate::error::Result;
use crate::hypothesis::{AnyHypothesis, Class, Hypothesis};
use crate::registry::components;
use crate::vector::Instance;

/// Numbers that keep powers and exponentials of a row in range.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Frame {
    /// Largest potential of the row when the frame was made (exponentials are taken relative to it).
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

    /// Whether all rows share one sum: one simplex for the whole matrix instead of one a row.
    fn is_joint(&self) -> bool {
        false
    }

    /// Common factor of the weights.
    fn factor(&self, sum: f64, frame: &Frame) -> f64;

    /// `c f*(v/c)` of a row with `n` coordinates.
    fn conjugate(&self, sum: f64, frame: &Frame, n: usize) -> f64;

    /// Dual norm of an instance.
    fn size(&self, x: Instance<'_>) -> f64;

    /// A number r with `a' (Hessian of f*) a <= r^2`; `full` says that `a` has no zero coordinate besides.
    fn reach(&self, a: Instance<'_>, full: bool, rule: Curvature) -> f64;

    /// Dual norm of a row of the potential.
    fn norm(&self, row: impl Iterator<Item = f64>) -> f64;

    /// `max <v,u>` over the whole bounded domain; infinite if it is unbounded.
    fn farthest(&self, row: impl Iterator<Item = f64>) -> f64;

    /// Which comparators the certificate speaks about, for `rows` rows of `n` coordinates.
    fn class(&self, n: usize, rows: usize) -> Class;

    /// `f(u)`, infinite outside the domain.
    fn value(&self, u: &[f64]) -> f64;

    /// Scale and rate of [`Response::Logistic`](crate::hypothesis::Response) for an instance whose entries all have this
    /// size, if scores answer like that.
    fn logistic(&self, _size: f64, _c: f64) -> Option<(f64, f64)> {
        None
    }

    /// Where along the cells the margin reaches `target`, if there is a closed form; `rest` is the sum over
    /// all other coordinates.
    fn landing(&self, _cells: &[Cell], _rest: f64, _frame: &Frame, _target: f64) -> Option<f64> {
        None
    }
}

components! { $
    /// Any geometry, chosen at run time.
    AnyGeometry, each_geometry {
        Euclid = "euclid",
        Entropy = "entropy",
        Balanced = "balanced",
        PNorm = "p-norm",
        AdaGrad = "adagrad",
        Confidence = "confidence",
        Ball = "ball",
        Simplex = "simplex",
        L1Ball = "l1-ball",
        EntropyFloor = "entropy-floor",
    }
}

impl AnyGeometry {
    /// Why these parameters cannot be used, if they cannot.
    pub fn check(&self) -> Result<()> {
        each_geometry!(self, g => g.check())
    }

    /// Whether weights cannot be negative.
    pub fn is_one_sided(&self) -> bool {
        matches!(
            self,
            AnyGeometry::Entropy(_) | AnyGeometry::Simplex(_) | AnyGeometry::EntropyFloor(_)
        )
    }

    /// Whether it changes with the data.
    pub fn is_adaptive(&self) -> bool {
        matches!(self, AnyGeometry::AdaGrad(_) | AnyGeometry::Confidence(_))
    }

    /// Whether predictions do not depend on the units of the features.
    pub fn is_scale_free(&self) -> bool {
        match self {
            AnyGeometry::AdaGrad(g) => g.scale,
            AnyGeometry::Confidence(g) => g.scale,
            _ => false,
        }
    }

    /// Whether competitors form a bounded set.
    pub fn is_bounded(&self) -> bool {
        matches!(AnyHypothesis::new(self, 1, None).class(), Class::Bounded { .. })
    }
}
