//! Hedge: `w_i = e^(-L_i/c) / sum_j e^(-L_j/c)`, L_i the loss of expert i so far, c by its
//! [`Rate`].
//!
//! The regret against expert i is `G - L_i`, against a mixture u `G - <L,u>`, G being the player's
//! loss; the best mixture is the best expert. Every round costs O(n). Losses are any finite
//! numbers, unless the rate asks for a range. (Freund and Schapire 1997; thesis Lemma 1 with the
//! relative entropy.)

use super::rate::Rate;
use crate::error::{Error, Result};
use crate::number::{Additive, Sum};
use serde::{Deserialize, Serialize};

/// The weights of n experts and what they have lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hedge {
    rate: Rate,
    losses: Vec<Sum>,
    /// The player's own.
    own: Sum,
    /// Sum over the rounds of the loss less the gain of the dual.
    missed: Sum,
    /// `sum r_t^2 / (8 c_t)`.
    widths: Sum,
    range: f64,
    rounds: u64,
    /// c of the last round.
    last: f64,
}

/// What is known about the regret, from what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Advised {
    /// Loss of the player: the mean of the experts' by the weights of each round.
    pub loss: f64,
    /// The expert that lost least (the first of equals).
    pub best: usize,
    /// Its loss.
    pub best_loss: f64,
    /// The difference, which is the regret against the best expert and the best mixture, exactly.
    pub regret: f64,
    /// `c ln n + Delta`: what the weights alone prove about it.
    pub proved: f64,
    /// What the rate promises before the run, at worst.
    pub promised: f64,
}

impl Hedge {
    /// So many experts, alike.
    pub fn new(experts: usize, rate: Rate) -> Result<Self> {
        rate.check()?;
        if experts == 0 {
            return Err(Error::Spec("there must be an expert to follow".into()));
        }
        let (losses, none) = (vec![Sum::default(); experts], Sum::default());
        let (range, rounds, last) = (0.0, 0, 0.0);
        Ok(Hedge { rate, losses, own: none, missed: none, widths: none, range, rounds, last })
    }

    /// The weights for the next round.
    pub fn weights(&self) -> Vec<f64> {
        softmin(&self.totals(), self.tradeoff())
    }

    /// Takes the losses of a round; returns what the player lost.
    pub fn learn(&mut self, losses: &[f64]) -> Result<f64> {
        if losses.len() != self.losses.len() {
            let (given, asked) = (losses.len(), self.losses.len());
            return Err(Error::Shape(format!("{given} losses for {asked} experts")));
        }
        if let Some(wrong) = losses.iter().find(|loss| !loss.is_finite()) {
            return Err(Error::NotFinite(format!("the loss {wrong} of an expert is not finite")));
        }
        let bounds = |(low, high): (f64, f64), &x: &f64| (low.min(x), high.max(x));
        let (least, most) = losses.iter().fold((f64::INFINITY, f64::NEG_INFINITY), bounds);
        self.rate.check_losses(least, most)?;
        let c = self.tradeoff();
        let (totals, weights) = (self.totals(), self.weights());
        let loss: f64 = weights.iter().zip(losses).map(|(w, l)| w * l).sum();
        self.missed.add((loss - mixed(&totals, &weights, losses, c)).max(0.0));
        let range = most - least;
        if c > 0.0 {
            self.widths.add(range * range / (8.0 * c));
        }
        self.losses.iter_mut().zip(losses).for_each(|(sum, loss)| sum.add(*loss));
        self.own.add(loss);
        (self.range, self.last) = (self.range.max(range), c);
        self.rounds += 1;
        Ok(loss)
    }

    /// The weights and losses of all rounds: those of this, which all `parts` began with, and
    /// those that each part has seen since. `None` if they follow other numbers of experts.
    ///
    /// What the weights prove begins anew from the regret that is known by then: with
    /// `Delta = G - min_i L_i` and every c, `G <= -c ln(mean_i e^(-L_i/c)) + Delta`, from where the
    /// proof goes on as from the first round.
    ///
    /// ```
    /// use noregret_core::experts::{Hedge, Rate};
    ///
    /// let base = Hedge::new(2, Rate::Adaptive)?;
    /// let (mut a, mut b) = (base.clone(), base.clone());
    /// a.learn(&[1.0, 0.0])?;
    /// b.learn(&[1.0, 0.0])?;
    /// let merged = base.merged(&[&a, &b]).unwrap();
    /// assert_eq!((merged.totals(), merged.rounds()), (vec![2.0, 0.0], 2));
    /// # Ok::<(), noregret_core::Error>(())
    /// ```
    #[must_use]
    pub fn merged(&self, parts: &[&Hedge]) -> Option<Hedge> {
        let mut merged = self.clone();
        for part in parts {
            if part.losses.len() != self.losses.len() || part.rate != self.rate {
                return None;
            }
            for (own, (now, began)) in
                merged.losses.iter_mut().zip(part.losses.iter().zip(&self.losses))
            {
                own.grow(now, began);
            }
            merged.own.grow(&part.own, &self.own);
            merged.missed.grow(&part.missed, &self.missed);
            merged.widths.grow(&part.widths, &self.widths);
            merged.rounds.grow(&part.rounds, &self.rounds);
            merged.range = merged.range.max(part.range);
            merged.last = merged.last.max(part.last);
        }
        let open = merged.own.value() - merged.best().1 - merged.missed.value();
        if open > 0.0 {
            merged.missed.add(open);
        }
        Some(merged)
    }

    /// How many experts there are.
    pub fn experts(&self) -> usize {
        self.losses.len()
    }

    /// Rounds so far.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Loss of the player so far.
    pub fn loss(&self) -> f64 {
        self.own.value()
    }

    /// Loss of every expert so far.
    pub fn totals(&self) -> Vec<f64> {
        self.losses.iter().map(Sum::value).collect()
    }

    /// The expert that lost least, the first of equals, and its loss.
    pub fn best(&self) -> (usize, f64) {
        let totals = self.losses.iter().map(Sum::value).enumerate();
        totals.reduce(|best, next| if next.1 < best.1 { next } else { best }).unwrap_or((0, 0.0))
    }

    /// Regret against a mixture of the experts, exactly.
    pub fn regret(&self, mixture: &[f64]) -> f64 {
        let other: f64 = self.totals().iter().zip(mixture).map(|(loss, u)| loss * u).sum();
        self.loss() - other
    }

    /// All that is known about the regret against the best.
    pub fn certificate(&self) -> Advised {
        let ((best, best_loss), loss) = (self.best(), self.loss());
        let slack = self.own.slack() + self.missed.slack();
        let proved = self.last * self.complexity() + self.missed() + slack;
        // The same rounding is allowed for in both; with one expert it is all there is.
        // Of several runs that were merged the promises do not add up to that of one.
        let promised = (self.rate.promise(self) + slack).max(proved);
        let regret = loss - best_loss;
        Advised { loss, best, best_loss, regret, proved, promised }
    }

    /// The largest complexity of a mixture.
    pub(super) fn complexity(&self) -> f64 {
        (self.losses.len() as f64).ln()
    }

    pub(super) fn missed(&self) -> f64 {
        self.missed.value()
    }

    pub(super) fn widths(&self) -> f64 {
        self.widths.value()
    }

    /// Largest range of the losses of a round.
    pub(super) fn range(&self) -> f64 {
        self.range
    }

    fn tradeoff(&self) -> f64 {
        self.rate.tradeoff(self)
    }
}

/// `softmax(-losses/c)`, shifted by the least; at c = 0 those with the least share all.
fn softmin(losses: &[f64], c: f64) -> Vec<f64> {
    let least = losses.iter().copied().fold(f64::INFINITY, f64::min);
    let weigh = |loss: &f64| match loss - least {
        0.0 => 1.0,
        behind if c > 0.0 => (-behind / c).exp(),
        _ => 0.0,
    };
    let mut weights: Vec<f64> = losses.iter().map(weigh).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|w| *w /= sum);
    weights
}

/// What the dual gains in a round: `-c ln sum_i w_i e^(-l_i/c)`, at c = 0 how much the least total
/// grows.
fn mixed(totals: &[f64], weights: &[f64], losses: &[f64], c: f64) -> f64 {
    let least = |numbers: &mut dyn Iterator<Item = f64>| numbers.fold(f64::INFINITY, f64::min);
    if c <= 0.0 {
        let after = least(&mut totals.iter().zip(losses).map(|(total, loss)| total + loss));
        return after - least(&mut totals.iter().copied());
    }
    let weighed = || weights.iter().zip(losses).filter(|(w, _)| **w > 0.0);
    let shift = least(&mut weighed().map(|(_, loss)| *loss));
    shift - c * weighed().map(|(w, loss)| w * (-(loss - shift) / c).exp()).sum::<f64>().ln()
}
