//! Geometries: what counts as a small change of the weights.
//!
//! A geometry is a complexity function f, strongly convex in some norm; the weights are
//! `w = grad f*(v/c)`. The Euclidean one lives in [`EuclidSpace`](crate::hypothesis::EuclidSpace);
//! the others are [`Link`]s, whose f* is a function of a sum over coordinates that one generic
//! hypothesis keeps up to date in O(nnz), [`Domain`]s, whose weights are a projection with one
//! threshold per row, or [`Adaptive`]s, whose f is a quadratic form that adapts to the data.

mod adagrad;
mod adaptive;
mod balanced;
mod ball;
mod class;
mod confidence;
mod curvature;
pub(crate) mod domain;
mod entropy;
mod entropy_floor;
mod euclid;
mod l1_ball;
mod link;
mod p_norm;
mod simplex;
mod ternary;

pub use adagrad::AdaGrad;
pub use adaptive::{Adaptive, Cell as AdaptiveCell, Load, Push};
pub use balanced::Balanced;
pub use ball::Ball;
pub use class::{Class, Complexity, NormKind};
pub use confidence::Confidence;
pub use curvature::Curvature;
pub use domain::{Domain, Shift, Tally};
pub use entropy::Entropy;
pub use entropy_floor::EntropyFloor;
pub use euclid::Euclid;
pub use l1_ball::L1Ball;
pub use link::{Cell, Frame, Link};
pub use p_norm::PNorm;
pub use simplex::Simplex;

use crate::error::Result;
use crate::registry::components;

/// What the choice of a learner asks of every geometry.
pub(crate) trait Geometry {
    /// An error that says why these parameters cannot be used, if they cannot.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Whether weights cannot be negative.
    fn is_one_sided(&self) -> bool {
        false
    }

    /// Whether it changes with the data.
    fn is_adaptive(&self) -> bool {
        false
    }

    /// Whether predictions do not depend on the units of the features.
    fn is_scale_free(&self) -> bool {
        false
    }

    /// Whether comparators form a bounded set.
    fn is_bounded(&self) -> bool {
        false
    }

    /// The k of `f(w) = k |w|^2/2`, where f is half the square of the norm that measures
    /// comparators, times k.
    fn curvature(&self) -> f64 {
        1.0
    }
}

/// The list of geometries: the type, its name, the hypothesis that holds its weights.
///
/// Calls `$then!` with the whole list: here for [`AnyGeometry`], in `hypothesis` for the
/// hypothesis that is chosen at run time.
macro_rules! geometries {
    ($d:tt $then:ident) => {
        $then! { $d
            Euclid = "euclid" in EuclidSpace,
            Entropy = "entropy" in LinkSpace<Entropy>,
            Balanced = "balanced" in LinkSpace<Balanced>,
            PNorm = "p-norm" in LinkSpace<PNorm>,
            AdaGrad = "adagrad" in Diagonal<AdaGrad>,
            Confidence = "confidence" in Diagonal<Confidence>,
            Ball = "ball" in LinkSpace<Ball>,
            Simplex = "simplex" in Projected<Simplex>,
            L1Ball = "l1-ball" in Projected<L1Ball>,
            EntropyFloor = "entropy-floor" in Projected<EntropyFloor>,
        }
    };
}
pub(crate) use geometries;

macro_rules! any_geometry {
    ($d:tt $($geometry:ident = $name:literal in $space:ty),+ $(,)?) => {
        components! { $d
            /// Any geometry, chosen at run time.
            AnyGeometry, each_geometry { $($geometry = $name),+ }
        }
    };
}
geometries! { $ any_geometry }

impl AnyGeometry {
    /// An error that says why these parameters cannot be used, if they cannot.
    pub fn check(&self) -> Result<()> {
        each_geometry!(self, g => g.check())
    }

    /// Whether weights cannot be negative.
    pub fn is_one_sided(&self) -> bool {
        each_geometry!(self, g => g.is_one_sided())
    }

    /// Whether it changes with the data.
    pub fn is_adaptive(&self) -> bool {
        each_geometry!(self, g => g.is_adaptive())
    }

    /// Whether predictions do not depend on the units of the features.
    pub fn is_scale_free(&self) -> bool {
        each_geometry!(self, g => g.is_scale_free())
    }

    /// Whether comparators form a bounded set.
    pub fn is_bounded(&self) -> bool {
        each_geometry!(self, g => g.is_bounded())
    }

    /// The k of `f(w) = k |w|^2/2` in the norm that measures comparators; `None` where they are a
    /// bounded set, measured by f itself.
    pub fn curvature(&self) -> Option<f64> {
        (!self.is_bounded()).then(|| each_geometry!(self, g => g.curvature()))
    }
}
