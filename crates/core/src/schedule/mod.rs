//! Schedules: how the trade-off c (= 1/C) is chosen, before each prediction.
//!
//! Every schedule is made non-decreasing by the learner, as the theorems ask (over the rounds that
//! count). `X_t` is the largest dual norm of an instance so far, U the complexity the comparator is
//! allowed (`complexity=auto`: the largest complexity of a bounded geometry, ln n on the simplex,
//! else 50, i.e. norm 10).

mod bounded_domain;
mod directions;
mod fixed;
mod hinge_sqrt;
mod horizon;
mod loss_adaptive;
mod mistakes;
mod relaxed;
mod running;
mod self_bounded;
mod sqrt;
mod strong;

pub use bounded_domain::BoundedDomain;
pub use directions::Directions;
pub use fixed::FixedRate;
pub use hinge_sqrt::HingeSqrt;
pub use horizon::Horizon;
pub use loss_adaptive::LossAdaptive;
pub use mistakes::Mistakes;
pub use relaxed::Relaxed;
pub use running::Running;
pub use self_bounded::SelfBounded;
pub use sqrt::SqrtRounds;
pub use strong::Strong;

use crate::error::{Error, Result};
use crate::registry::components;
use serde::{Deserialize, Serialize};

/// The allowance for comparators where the geometry is unbounded and nothing was said: f(u) <= 50.
pub(crate) const DEFAULT_COMPLEXITY: f64 = 50.0;

/// What is known before the prediction of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// Number of this round, from 1.
    pub round: u64,
    /// Dual norm of this instance.
    pub size: f64,
    /// Mistakes before this round.
    pub mistakes: u64,
    /// Cumulative loss before this round.
    pub loss: f64,
    /// Largest complexity of a comparator, where the geometry is bounded.
    pub most_complex: Option<f64>,
}

impl Clock {
    /// The allowance U: as given, or what the geometry says.
    pub fn allowance(&self, given: Option<f64>) -> f64 {
        given.or(self.most_complex).unwrap_or(DEFAULT_COMPLEXITY)
    }
}

/// What the rest of the core may ask of a schedule.
pub trait Schedule {
    /// c for this round. 0 means that nothing can be learned yet (all instances so far are zero).
    fn tradeoff(&self, clock: &Clock) -> f64;

    /// c, if it never changes.
    fn constant(&self) -> Option<f64> {
        None
    }

    /// c for this round, once the length of the direction that its mistake asks for is known and
    /// how many mistakes there are with it; `None` if c was chosen before the prediction.
    fn retune(&self, _length: f64, _mistakes: u64) -> Option<f64> {
        None
    }

    /// Told the length given to [`Schedule::retune`] once that round is over.
    fn keep_length(&mut self, _length: f64) {}

    /// Told, once a round is over, the size of its instance and whether it was a mistake or moved
    /// the weights; says whether its c counts, so that no later one may be smaller.
    fn settle(&mut self, _size: f64, _acted: bool) -> bool {
        true
    }

    /// The largest norm it has met, where it follows one.
    fn largest(&mut self) -> Option<&mut Largest> {
        None
    }

    /// sigma, if every round also costs `sigma f(w)`: losses are then strongly convex.
    fn strength(&self) -> Option<f64> {
        None
    }

    /// Whether C is infinite: duals are not capped and c is 1.
    fn is_hard(&self) -> bool {
        false
    }

    /// Why these parameters cannot be used, if they cannot.
    fn check(&self) -> Result<()>;
}

/// Largest dual norm so far; part of the state, not of the choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Largest(f64);

impl Largest {
    /// The largest, `size` included.
    pub fn with(self, size: f64) -> f64 {
        self.0.max(size)
    }

    /// Takes in a size.
    pub fn keep(&mut self, size: f64) {
        self.0 = self.with(size);
    }

    /// Takes in the largest of other rounds.
    pub(crate) fn absorb(&mut self, other: Largest) {
        self.keep(other.0);
    }

    fn is_zero(&self) -> bool {
        self.0 == 0.0
    }
}

/// An error unless every number is positive and finite.
fn positive(numbers: &[(&str, f64)]) -> Result<()> {
    for (name, x) in numbers {
        if !(*x > 0.0 && x.is_finite()) {
            return Err(Error::Spec(format!("{name} must be a positive number, not {x}")));
        }
    }
    Ok(())
}

/// An error unless the complexity, where it is given, is positive and finite.
fn positive_allowance(complexity: Option<f64>) -> Result<()> {
    positive(&[("complexity", complexity.unwrap_or(1.0))])
}

components! { $
    /// Any schedule, chosen at run time, with its state.
    AnySchedule, each_schedule {
        FixedRate = "fixed",
        Relaxed = "relaxed",
        Horizon = "horizon",
        SelfBounded = "self-bounded",
        SqrtRounds = "sqrt",
        Running = "running",
        HingeSqrt = "hinge-sqrt",
        Mistakes = "mistakes",
        LossAdaptive = "loss-adaptive",
        BoundedDomain = "bounded-domain",
        Strong = "strong",
        Directions = "directions",
    }
}

impl Schedule for AnySchedule {
    #[inline]
    fn tradeoff(&self, clock: &Clock) -> f64 {
        each_schedule!(self, s => s.tradeoff(clock))
    }
    #[inline]
    fn constant(&self) -> Option<f64> {
        each_schedule!(self, s => s.constant())
    }
    #[inline]
    fn retune(&self, length: f64, mistakes: u64) -> Option<f64> {
        each_schedule!(self, s => s.retune(length, mistakes))
    }
    fn keep_length(&mut self, length: f64) {
        each_schedule!(self, s => s.keep_length(length));
    }
    #[inline]
    fn settle(&mut self, size: f64, acted: bool) -> bool {
        each_schedule!(self, s => s.settle(size, acted))
    }
    fn largest(&mut self) -> Option<&mut Largest> {
        each_schedule!(self, s => s.largest())
    }
    #[inline]
    fn strength(&self) -> Option<f64> {
        each_schedule!(self, s => s.strength())
    }
    #[inline]
    fn is_hard(&self) -> bool {
        each_schedule!(self, s => s.is_hard())
    }
    #[inline]
    fn check(&self) -> Result<()> {
        each_schedule!(self, s => s.check())
    }
}
