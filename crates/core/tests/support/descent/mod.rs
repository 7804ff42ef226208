//! Mirror descent for strongly convex losses, with eager projections (Fig. 4.1):
//!
//! ```text
//! w_(t+1) = grad f*(grad f(w_t) - eta_t lambda_t),  eta_t = 1/(sigma t),
//! lambda_t a subgradient of g_t at w_t
//! ```
//!
//! Where every `g_t/sigma` is strongly convex with respect to f, e.g. `g_t = sigma f + h_t`, for
//! every u of the set
//!
//! ```text
//! sum_t g_t(w_t) - g_t(u) <= (1/2 sigma) sum_t |lambda_t|_*^2/t - sigma T B_f(u|w_(T+1))
//! ```
//!
//! which is at most `(L/sigma)(1 + ln T)` if `|lambda_t|_*^2 <= 2L`
//! ([`strong`](crate::certificate::regret::strong)). Any convex program fits: the caller brings
//! subgradients of dense vectors. The ordinary learner with the schedule `strong` is the same
//! without projections, and with lazy ones where there is a set. (Thesis ch. 4: Thm. 5, Lemma 5,
//! Examples 1 and 2.)

mod mirror;

pub use mirror::{EntropyMirror, EuclidMirror, Mirror};

use noregret_core::error::{Error, Result};
use noregret_core::number::Sum;

/// The state of a run.
#[derive(Clone, Debug)]
pub struct Descent<M> {
    mirror: M,
    sigma: f64,
    weights: Vec<f64>,
    rounds: u64,
    /// `sum_t |lambda_t|_*^2/t`.
    squares: Sum,
    scratch: Vec<f64>,
}

impl<M: Mirror> Descent<M> {
    /// A run from a point of the set (for the entropy, one without zeros).
    pub fn new(mirror: M, sigma: f64, start: Vec<f64>) -> Result<Self> {
        mirror.check()?;
        if !(sigma > 0.0 && sigma.is_finite()) {
            return Err(Error::Spec(format!("sigma must be a positive number, not {sigma}")));
        }
        if !mirror.contains(&start) {
            return Err(Error::Spec("the starting point is not in the set".into()));
        }
        let (squares, scratch) = (Sum::default(), Vec::new());
        Ok(Descent { mirror, sigma, weights: start, rounds: 0, squares, scratch })
    }

    /// `w_t`, what the next loss is paid at.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Rounds so far.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// One round, given a subgradient of the whole loss at the weights. On an error nothing
    /// changes.
    pub fn learn(&mut self, subgradient: &[f64]) -> Result<()> {
        if subgradient.len() != self.weights.len() {
            let (want, got) = (self.weights.len(), subgradient.len());
            return Err(Error::Shape(format!("a subgradient of {want} numbers, not {got}")));
        }
        let round = self.rounds as f64 + 1.0;
        let square = self.mirror.dual_norm(subgradient).powi(2) / round;
        if !(self.squares.value() + square).is_finite() {
            return Err(Error::NotFinite("the subgradient is not a finite vector".into()));
        }
        let eta = 1.0 / (self.sigma * round);
        self.mirror.step(&mut self.weights, subgradient, eta, &mut self.scratch);
        self.rounds += 1;
        self.squares.add(square);
        Ok(())
    }

    /// The same for the loss `sigma f + h`, given a subgradient of h.
    pub fn learn_regularised(&mut self, subgradient: &[f64]) -> Result<()> {
        let slopes = self.weights.iter().map(|&w| self.sigma * self.mirror.slope(w));
        let whole: Vec<f64> = slopes.zip(subgradient).map(|(own, h)| own + h).collect();
        self.learn(&whole)
    }

    /// `(1/2 sigma) sum_t |lambda_t|_*^2/t`: the regret against every point of the set is at most
    /// this.
    pub fn bound(&self) -> f64 {
        (self.squares.value() + self.squares.slack()) / (2.0 * self.sigma)
    }

    /// The regret against u is at most this, which is less the farther u is from the weights;
    /// infinite for a u outside the set, of which nothing is known.
    pub fn regret_against(&self, u: &[f64]) -> f64 {
        if u.len() != self.weights.len() || !self.mirror.contains(u) {
            return f64::INFINITY;
        }
        let apart = self.mirror.divergence(u, &self.weights);
        self.bound() - self.sigma * self.rounds as f64 * apart
    }
}
