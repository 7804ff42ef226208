//! The best fixed predictor in hindsight: `min_u c f(u) + sum_t g_t(u)` over stored rounds, by
//! repeated dual ascent.
//!
//! Every dual variable in turn takes its best value given the others; any feasible duals bound the
//! minimum from below,
//!
//! ```text
//! D = A - c f*(v/c)  <=  min_u c f(u) + sum_t g_t(u)  <=  c f(w) + sum_t g_t(w) = P
//! w = grad f*(v/c)
//! ```
//!
//! so the duality gap P - D is known and says when to stop: at `gap <= goal * P`. In the Euclidean
//! geometry, with one constraint per example, this is dual coordinate ascent for the support vector
//! machine (hinge), ridge regression (squared) and logistic regression, and for classes with the
//! hinge loss the same over all classes of an example at once ([`Rounds`]); everything else is a
//! learner that visits its rounds again
//! ([`AnyLearner::search`](crate::AnyLearner::search)). Defaults: gap 1e-4, 10,000 sweeps. (Thesis
//! sec. 3.3 and 5.2.2; Hsieh et al. 2008, "A dual coordinate descent method for large-scale linear
//! SVM".)

mod ascent;
pub(super) mod classes;
mod comparators;
mod general;
mod model;
mod quadratic;
mod regret;
mod rounds;
mod shard;
mod sweeps;

pub use comparators::{NAME, check, is_compact, phrase};
pub use regret::Regret;
pub use rounds::Rounds;
pub use shard::{Local, Played, Shard, Sums, bounds_of};

use super::work::Work;
use crate::random::xorshift_star;

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// Duality gap relative to the primal value.
    pub gap: f64,
    /// Give up after so many sweeps over the rounds.
    pub max_sweeps: u64,
    /// Seed of the order of the rounds.
    pub seed: u64,
    /// Whether rounds whose dual variable seems to stay at its bound are left out for a while.
    pub shrink: bool,
}

impl Default for Goal {
    fn default() -> Self {
        Goal { gap: 1e-4, max_sweeps: 10_000, seed: 0, shrink: true }
    }
}

/// Told how many rounds a search has visited, again and again; false ends it there.
pub type GoesOn<'a> = dyn FnMut(u64) -> bool + 'a;

/// Where a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// P, the value reached: `c f(w)` and the loss.
    pub primal: f64,
    /// D: no predictor has a smaller value.
    pub dual: f64,
    /// `sum_t g_t(w)`.
    pub loss: f64,
}

impl Bounds {
    /// P - D.
    pub fn gap(&self) -> f64 {
        self.primal - self.dual
    }

    /// The gap relative to P.
    pub fn relative_gap(&self) -> f64 {
        if self.gap() <= 0.0 { 0.0 } else { self.gap() / self.primal }
    }

    fn meet(&self, goal: &Goal) -> bool {
        self.gap() <= goal.gap * self.primal
    }
}

/// The best fixed predictor, as far as it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimum {
    /// Values at the end.
    pub bounds: Bounds,
    /// `f(w)`, from the weights themselves: as a difference of values it would have few digits
    /// left.
    pub complexity: f64,
    /// Sweeps made.
    pub sweeps: u64,
    /// Whether the gap is what was asked for.
    pub reached: bool,
    /// The dual variables of each round, where [`Rounds`] kept them (one, or one a class); a
    /// learner has its own.
    pub duals: Vec<f64>,
    /// Trade-off c.
    pub c: f64,
}

/// Where the random numbers of a seed start: not at 0, which the generator cannot leave.
pub(super) fn start(seed: u64) -> u64 {
    (seed ^ 0x9E37_79B9_7F4A_7C15).max(1)
}

/// A random order (Fisher and Yates).
pub(super) fn shuffle<T>(order: &mut [T], random: &mut u64) {
    shuffle_on(order, random, &mut order.len(), &mut Work::all());
}

/// Goes on with a random order, of which so much is left; whether it is over.
pub(super) fn shuffle_on<T>(
    order: &mut [T],
    random: &mut u64,
    left: &mut usize,
    work: &mut Work,
) -> bool {
    while *left > 1 {
        if !work.lasts() {
            return false;
        }
        let pick = ((xorshift_star(random) >> 32) * *left as u64) >> 32;
        *left -= 1;
        order.swap(*left, pick as usize);
        work.spend(1);
    }
    true
}
