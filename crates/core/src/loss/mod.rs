//! Losses: how much a missed margin costs.
//!
//! Every loss is a convex scalar function phi of one number z, the round's *margin*: `z = y<w,x>`
//! for classification, `z = <w,x> - y` for regression, `z = radius - |x-w|` for uniclass; in
//! general `z = <a,w> - b` for the direction `a` and shift `b` that the problem names. Then for a
//! weight (cap) `m` of the round and a dual variable `d`, the round's dual vector is `-d a` and
//!
//! ```text
//! -g*(-d a) = d b + gain(d, m),   gain(d, m) = -m phi*(-d/m)
//! ```
//!
//! which is what the certificate adds up. `m = inf` is the hard version (C = infinity).

mod eps_insensitive;
mod hinge;
mod logistic;
mod squared;
mod squared_eps_insensitive;
mod squared_hinge;

pub use eps_insensitive::EpsInsensitive;
pub use hinge::Hinge;
pub use logistic::Logistic;
pub use squared::Squared;
pub use squared_eps_insensitive::SquaredEpsInsensitive;
pub use squared_hinge::SquaredHinge;

use crate::error::Result;
use crate::registry::components;

/// What the rest of the core may ask of a loss.
pub trait Loss {
    /// phi(z), convex and never negative.
    fn value(&self, z: f64) -> f64;

    /// `-phi'(z)`; 0 at a kink, so that a round without loss never moves anything.
    fn slope(&self, z: f64) -> f64;

    /// [`Loss::value`] and [`Loss::slope`] at once, where that is cheaper.
    #[inline]
    fn value_and_slope(&self, z: f64) -> (f64, f64) {
        (self.value(z), self.slope(z))
    }

    /// `-cap phi*(-d/cap)`, what the dual variable `d` adds to the dual value (besides `d b`).
    fn gain(&self, d: f64, cap: f64) -> f64;

    /// The exact one-constraint step in a quadratic geometry: the `d` with
    /// `d = cap slope(z + q d)`.
    ///
    /// `q >= 0` is the curvature; at `q = 0` the margin cannot move and the unit subgradient is
    /// best.
    fn step(&self, z: f64, q: f64, cap: f64) -> f64;

    /// The step of [`Loss::step`] where the best `d` is known to be near `guess`.
    fn step_near(&self, z: f64, q: f64, cap: f64, _guess: f64) -> f64 {
        self.step(z, q, cap)
    }

    /// How far `z` may move before `d`, an end of its domain or a kink, is no longer the best dual
    /// variable; below 0, how far `z` is from where `d` would be best.
    fn room(&self, _z: f64, _d: f64, _cap: f64) -> f64 {
        f64::NEG_INFINITY
    }

    /// `cap phi(z) + cap phi*(-d/cap) + d z >= 0`, what this round adds to the duality gap; where
    /// that is expensive, an estimate that is right near the optimum.
    fn discrepancy(&self, z: f64, d: f64, cap: f64) -> f64 {
        cap * self.value(z) - self.gain(d, cap) + d * z
    }

    /// Dual variables live in `cap` times this interval.
    fn domain(&self) -> (f64, f64);

    /// Why these parameters cannot be used, if they cannot.
    fn check(&self) -> Result<()>;

    /// Whether [`Loss::gain`] is proportional to `d` and does not depend on the cap. Only then can
    /// duals that exceed their cap be scaled back into a certificate, so only then is C = infinity
    /// allowed.
    fn linear_gain(&self) -> bool;

    /// How far `z` is from the nearest margin without loss (infinite if there is none).
    fn miss(&self, z: f64) -> f64;

    /// Where the loss reaches zero, if it is linear from `z` up to there.
    fn kink(&self, _z: f64) -> Option<f64> {
        None
    }

    /// Whether both a too large and a too small `z` cost (regression).
    fn two_sided(&self) -> bool {
        false
    }
}

components! { $
    /// Any loss, chosen at run time.
    AnyLoss, each_loss {
        Hinge = "hinge",
        SquaredHinge = "squared-hinge",
        EpsInsensitive = "eps-insensitive",
        SquaredEpsInsensitive = "squared-eps-insensitive",
        Squared = "squared",
        Logistic = "logistic",
    }
}

pub(crate) use each_loss;

impl AnyLoss {
    /// Sets the required margin, where the loss has one.
    pub fn set_margin(&mut self, margin: f64) -> bool {
        match self {
            AnyLoss::Hinge(l) => l.margin = margin,
            AnyLoss::SquaredHinge(l) => l.margin = margin,
            _ => return false,
        }
        true
    }

    /// Sets the insensitivity, where the loss has one.
    pub fn set_epsilon(&mut self, epsilon: f64) -> bool {
        match self {
            AnyLoss::EpsInsensitive(l) => l.epsilon = epsilon,
            AnyLoss::SquaredEpsInsensitive(l) => l.epsilon = epsilon,
            _ => return false,
        }
        true
    }

    /// The required margin, if the loss has one.
    pub fn margin(&self) -> Option<f64> {
        match self {
            AnyLoss::Hinge(l) => Some(l.margin),
            AnyLoss::SquaredHinge(l) => Some(l.margin),
            _ => None,
        }
    }
}

impl Loss for AnyLoss {
    #[inline]
    fn value(&self, z: f64) -> f64 {
        each_loss!(self, l => l.value(z))
    }
    #[inline]
    fn slope(&self, z: f64) -> f64 {
        each_loss!(self, l => l.slope(z))
    }
    #[inline]
    fn value_and_slope(&self, z: f64) -> (f64, f64) {
        each_loss!(self, l => l.value_and_slope(z))
    }
    #[inline]
    fn gain(&self, d: f64, cap: f64) -> f64 {
        each_loss!(self, l => l.gain(d, cap))
    }
    #[inline]
    fn step(&self, z: f64, q: f64, cap: f64) -> f64 {
        each_loss!(self, l => l.step(z, q, cap))
    }
    #[inline]
    fn step_near(&self, z: f64, q: f64, cap: f64, guess: f64) -> f64 {
        each_loss!(self, l => l.step_near(z, q, cap, guess))
    }
    #[inline]
    fn room(&self, z: f64, d: f64, cap: f64) -> f64 {
        each_loss!(self, l => l.room(z, d, cap))
    }
    #[inline]
    fn discrepancy(&self, z: f64, d: f64, cap: f64) -> f64 {
        each_loss!(self, l => l.discrepancy(z, d, cap))
    }
    #[inline]
    fn domain(&self) -> (f64, f64) {
        each_loss!(self, l => l.domain())
    }
    #[inline]
    fn check(&self) -> Result<()> {
        each_loss!(self, l => l.check())
    }
    #[inline]
    fn linear_gain(&self) -> bool {
        each_loss!(self, l => l.linear_gain())
    }
    #[inline]
    fn miss(&self, z: f64) -> f64 {
        each_loss!(self, l => l.miss(z))
    }
    #[inline]
    fn kink(&self, z: f64) -> Option<f64> {
        each_loss!(self, l => l.kink(z))
    }
    #[inline]
    fn two_sided(&self) -> bool {
        each_loss!(self, l => l.two_sided())
    }
}

/// The step when the margin cannot move: the whole unit subgradient, or nothing if that is
/// unbounded.
fn stuck(slope: f64, cap: f64) -> f64 {
    if slope == 0.0 || cap.is_infinite() { 0.0 } else { cap * slope }
}
