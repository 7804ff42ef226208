//! A strong hypothesis of decision stumps: `H(x) = sum_t alpha_t h_t(x)`.
//!
//! The terms are added in the order of the rounds, so that the scores of the examples it was made
//! from are their margins to the last bit. An instance costs O(rounds + stored values).

use super::Stump;
use crate::error::{Error, Result};
use crate::vector::Instance;
use std::collections::BTreeMap;

/// Stumps with their steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Committee {
    members: Vec<(f64, Stump)>,
    /// Whose feature it is: their rounds.
    rounds: BTreeMap<u32, Vec<usize>>,
}

impl Committee {
    /// The members in the order of their rounds.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn new(members: Vec<(f64, Stump)>) -> Result<Self> {
        let finite = |(step, stump): &(f64, Stump)| {
            [*step, stump.threshold, stump.below, stump.above].iter().all(|x| x.is_finite())
        };
        if !members.iter().all(finite) {
            return Err(Error::NotFinite("a stump holds a number that is not finite".into()));
        }
        let mut rounds: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (round, (_, stump)) in members.iter().enumerate() {
            if !stump.is_constant() {
                rounds.entry(stump.feature).or_default().push(round);
            }
        }
        Ok(Committee { members, rounds })
    }

    /// Steps and stumps, in the order of the rounds.
    pub fn members(&self) -> &[(f64, Stump)] {
        &self.members
    }

    /// H(x).
    ///
    /// # Errors
    /// If a value is not finite.
    pub fn score(&self, x: Instance<'_>) -> Result<f64> {
        if x.values().iter().any(|value| !value.is_finite()) {
            return Err(Error::NotFinite("a value of the instance is not finite".into()));
        }
        let mut answers: Vec<f64> =
            self.members.iter().map(|(_, stump)| stump.answer(0.0)).collect();
        x.for_each(|feature, value| {
            let rounds = u32::try_from(feature).ok().and_then(|feature| self.rounds.get(&feature));
            for &round in rounds.into_iter().flatten() {
                answers[round] = self.members[round].1.answer(value);
            }
        });
        let score = answers.iter().zip(&self.members).map(|(answer, (step, _))| step * answer);
        Ok(score.fold(0.0, |sum, term| sum + term))
    }

    /// How much each feature can change the score: `sum alpha |above - below|` over its stumps, the
    /// largest first.
    pub fn influence(&self) -> Vec<(u32, f64)> {
        let swing = |round: &usize| {
            let (step, stump) = &self.members[*round];
            step * (stump.above - stump.below).abs()
        };
        let mut all: Vec<(u32, f64)> = self
            .rounds
            .iter()
            .map(|(feature, rounds)| (*feature, rounds.iter().map(swing).sum()))
            .collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        all
    }
}
