//! How Hedge chooses its trade-off c (the learning rate is 1/c); `ln n` is the largest complexity
//! of a mixture of n experts.
//!
//! - fixed: c in round t is c, the regret at most `c ln n + sum r_t^2/(8c)` (thesis, Lemma 1)
//! - rounds: c in round t is `r sqrt(t / (8 ln n))`, the regret at most `(3/sqrt 8) r sqrt(T ln n)`
//!   (thesis, Cor. 2)
//! - losses: c in round t is `beta sqrt(r + G_(t-1))`, `beta = 8^(1/4) sqrt(r / (2 ln n))`, the
//!   regret at most `2 8^(1/4) sqrt(U (L* + r)) + 4 sqrt(8) U`, `U = r ln n / 2` (thesis, Cor. 4)
//! - adaptive (default): c in round t is `Delta_(t-1) / ln n`, the regret at most
//!   `2 Delta_T <= S sqrt(T ln n) + S (4/3 ln n + 2)` (de Rooij et al. 2014, AdaHedge)
//!
//! r_t is the range of the losses of a round (largest less smallest), r a bound on it that must be
//! known, S the largest seen, G the player's loss, L* that of the best expert. Adding the same
//! number to all losses of a round changes neither weights nor regret, so a round may be centred,
//! and half its range is the dual norm of the thesis: with it Lemma 1 has Hoeffding's constant. For
//! `losses` the loss of no expert may be below 0 or above r. It is not self-bounded in the
//! max-norm, but `e^(-x) <= 1 - x + x^2/2` for x >= 0 gives each round a dual gain of at least
//! `g - <w,l^2>/(2c) >= g - r g/(2c)`, which is all that the proof of Cor. 4 asks (with L = r/2).
//! `Delta` sums, over the rounds, what the dual gained less than the loss;
//! `regret <= c_T ln n + Delta_T` holds for every c that never falls, and `adaptive` keeps both
//! terms equal: nothing need be known before, neither range nor rounds.

use super::hedge::Hedge;
use crate::certificate::regret;
use crate::error::{Error, Result, at_least};
use serde::{Deserialize, Serialize};

/// How c is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rate {
    /// This c in all rounds; 0 follows the leaders.
    Fixed(f64),
    /// Grows with the root of the rounds; losses have at most this range.
    Rounds(f64),
    /// Grows with the root of the loss; losses lie between 0 and this.
    Losses(f64),
    /// Grows with what the dual has missed.
    #[default]
    Adaptive,
}

impl Rate {
    /// The fixed c for so many rounds of losses between 0 and 1: `sqrt(T / (2 ln n))` (thesis
    /// Cor. 1), which keeps the regret below `sqrt(2 T ln n)`.
    pub fn horizon(experts: usize, rounds: u64) -> Self {
        let complexity = (experts.max(1) as f64).ln();
        // A single expert needs no weights.
        Rate::Fixed(if experts > 1 { (rounds as f64 / (2.0 * complexity)).sqrt() } else { 0.0 })
    }

    pub(super) fn check(self) -> Result<()> {
        match self {
            Rate::Fixed(c) => at_least("c", c, 0.0),
            Rate::Rounds(range) | Rate::Losses(range) => {
                at_least("the range of the losses", range, f64::MIN_POSITIVE)
            }
            Rate::Adaptive => Ok(()),
        }
    }

    /// Refuses losses outside the range that was promised.
    pub(super) fn check_losses(self, least: f64, most: f64) -> Result<()> {
        let wrong = match self {
            Rate::Rounds(range) => most - least > range,
            Rate::Losses(range) => least < 0.0 || most > range,
            Rate::Fixed(_) | Rate::Adaptive => false,
        };
        match wrong {
            false => Ok(()),
            true => Err(Error::Shape(format!(
                "losses from {least} to {most} leave the range that was promised ({self:?})"
            ))),
        }
    }

    /// c of the next round.
    pub(super) fn tradeoff(self, hedge: &Hedge) -> f64 {
        let complexity = hedge.complexity();
        if complexity == 0.0 {
            return 0.0;
        }
        match self {
            Rate::Fixed(c) => c,
            Rate::Rounds(range) => {
                range * ((hedge.rounds() + 1) as f64 / (8.0 * complexity)).sqrt()
            }
            Rate::Losses(range) => {
                let factor = 8f64.powf(0.25) * (range / (2.0 * complexity)).sqrt();
                factor * (range + hedge.loss()).sqrt()
            }
            Rate::Adaptive => hedge.missed() / complexity,
        }
    }

    /// What is proved about the regret before the run, given what the bound speaks of.
    pub(super) fn promise(self, hedge: &Hedge) -> f64 {
        let (complexity, rounds) = (hedge.complexity(), hedge.rounds() as f64);
        match self {
            _ if complexity == 0.0 => 0.0,
            // Following the leader alone promises nothing.
            Rate::Fixed(c) if c == 0.0 && hedge.range() > 0.0 => f64::INFINITY,
            Rate::Fixed(c) => regret::fixed(c, complexity, hedge.widths()),
            Rate::Rounds(range) => {
                regret::sqrt_rounds(complexity, complexity, range * range / 8.0, rounds)
            }
            Rate::Losses(range) => {
                regret::bounded_domain(range / 2.0, complexity, hedge.best().1, range)
            }
            Rate::Adaptive => {
                let root = (rounds * complexity).sqrt();
                hedge.range() * (root + 4.0 / 3.0 * complexity + 2.0)
            }
        }
    }
}
