//! The constraint of a round that has exactly one.

use super::Quality;

/// One direction, `coef` times the first row applied to the only part of the example.
///
/// Binary classification and regression have no other rounds. Such a round is one step after the
/// other, without lists, which is what a batch of them is compiled to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Single {
    /// Factor of the instance.
    pub coef: f64,
    /// `b` in `z = <a,w> - b`.
    pub shift: f64,
    /// The margin at the current weights.
    pub z: f64,
    /// Whether the answer is wrong or tied.
    pub violated: bool,
    /// How good the answer is beyond that.
    pub quality: Quality,
}
