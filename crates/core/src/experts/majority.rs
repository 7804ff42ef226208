//! Weighted majority: experts answer, the answer with the most weight wins, and experts that were
//! wrong are multiplied by beta.
//!
//! It is [`Hedge`](super::Hedge) on mistakes with `c = 1/ln(1/beta)`; beta = 0 follows those that
//! were wrong least often, which is the halving algorithm. With m the mistakes of the best of n
//! experts:
//!
//! ```text
//! mistakes of the vote        <= (m ln(1/beta) + ln n) / ln(2/(1+beta))
//! expected ones of a draw      = G <= (m ln(1/beta) + ln n) / (1-beta)
//! ```
//!
//! A vote that is wrong has at least half the weight against the right answer, with any number of
//! answers, and whatever the weights are: its mistakes are never more than `2G`. (Littlestone and
//! Warmuth 1994; thesis sec. 5.4 names it; halving: B.2.)

use super::hedge::{Advised, Hedge};
use super::rate::Rate;
use crate::error::{Error, Result};

/// Votes on answers, which are numbers of classes.
#[derive(Clone, Debug, PartialEq)]
pub struct Majority {
    beta: f64,
    hedge: Hedge,
    mistakes: u64,
}

impl Majority {
    /// So many experts; beta from 0 to below 1.
    pub fn new(experts: usize, beta: f64) -> Result<Self> {
        if !(0.0..1.0).contains(&beta) {
            return Err(Error::Spec(format!("beta must be from 0 to below 1, not {beta}")));
        }
        let c = if beta > 0.0 { -1.0 / beta.ln() } else { 0.0 };
        Ok(Majority { beta, hedge: Hedge::new(experts, Rate::Fixed(c))?, mistakes: 0 })
    }

    /// The answer with the most weight, of equals the one given first; none if nobody answers.
    pub fn vote(&self, answers: &[usize]) -> Option<usize> {
        plurality(&self.hedge.weights(), answers).map(|(answer, _)| answer)
    }

    /// The expert that a number drawn uniformly from [0, 1) chooses by the weights.
    pub fn draw(&self, drawn: f64) -> usize {
        let weights = self.hedge.weights();
        let mut sum = 0.0;
        let reached = weights.iter().position(|w| {
            sum += w;
            drawn < sum
        });
        reached.unwrap_or(weights.len() - 1)
    }

    /// Takes the answers of a round and the right one; returns whether the vote was wrong.
    pub fn learn(&mut self, answers: &[usize], right: usize) -> Result<bool> {
        let wrong = self.vote(answers) != Some(right);
        let losses: Vec<f64> = answers.iter().map(|&a| f64::from(u8::from(a != right))).collect();
        self.hedge.learn(&losses)?;
        self.mistakes += u64::from(wrong);
        Ok(wrong)
    }

    /// Mistakes of the vote.
    pub fn mistakes(&self) -> u64 {
        self.mistakes
    }

    /// About the expected mistakes of a draw.
    pub fn certificate(&self) -> Advised {
        self.hedge.certificate()
    }

    /// Most mistakes that the vote can have made, given those of the best expert.
    pub fn vote_bound(&self) -> f64 {
        self.potential() / (2.0 / (1.0 + self.beta)).ln()
    }

    /// Most expected mistakes of a draw, given those of the best expert.
    pub fn draw_bound(&self) -> f64 {
        self.potential() / (1.0 - self.beta)
    }

    /// `m ln(1/beta) + ln n`; without the first term if the best was never wrong.
    fn potential(&self) -> f64 {
        let wrong = self.hedge.best().1;
        let price = if wrong > 0.0 { -wrong * self.beta.ln() } else { 0.0 };
        price + self.hedge.complexity()
    }
}

/// The answer with the most weight, of equals the one given first, and its weight.
pub fn plurality<T: PartialEq + Clone>(weights: &[f64], answers: &[T]) -> Option<(T, f64)> {
    let mut sums: Vec<(&T, f64)> = Vec::new();
    for (answer, weight) in answers.iter().zip(weights) {
        match sums.iter_mut().find(|(known, _)| *known == answer) {
            Some((_, sum)) => *sum += weight,
            None => sums.push((answer, *weight)),
        }
    }
    let most = sums.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best });
    most.map(|(answer, weight)| (answer.clone(), weight))
}
