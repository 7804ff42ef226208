//! Mini-updates: after each round, `count` stored rounds are revisited one after the other.
//!
//! The store is a uniform sample of the rounds so far (reservoir sampling): round t takes the place
//! of a random one with probability `store`/t. What leaves keeps its dual variables in the weights;
//! they are not moved again. Which rounds are revisited: `random` ones, all in turn (`cyclic`), or
//! each time the one with the largest duality gap (`violated`, which looks at the whole store).
//! Defaults: count 5, store 1000, random, seed 0; count 0 is the ascent of the round alone.
//! (Shalev-Shwartz 2007, sec. 5.2.2.)

use super::Scope;
use crate::error::{Error, Result};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::{Component, whole};
use crate::replay::stored::{Arrival, Visit};
use serde::{Deserialize, Serialize};

/// Which stored rounds are revisited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RevisitOrder {
    /// Random ones (seeded).
    #[default]
    Random,
    /// One after the other.
    Cyclic,
    /// Those with the largest duality gap.
    Violated,
}

/// Some rounds of a sample.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mini {
    /// How many are revisited after each round.
    #[serde(deserialize_with = "whole")]
    pub count: usize,
    /// How many rounds are stored.
    #[serde(deserialize_with = "whole")]
    pub store: usize,
    /// Which of them are revisited.
    pub order: RevisitOrder,
    /// Seed of the sample and of the random order.
    #[serde(deserialize_with = "whole")]
    pub seed: u64,
}

impl Default for Mini {
    fn default() -> Self {
        Mini { count: 5, store: 1000, order: RevisitOrder::Random, seed: 0 }
    }
}

impl Component for Mini {
    const ABOUT: &'static str = "mini-updates: after each round some rounds of a stored sample are \
        revisited (order random, cyclic or violated)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 5.2.2";
}

impl Scope for Mini {
    fn check(&self) -> Result<()> {
        if self.store > 0 {
            return Ok(());
        }
        Err(Error::Spec("mini-updates need room for one round at least (store)".into()))
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn place(&self, arrival: &mut Arrival<'_>) -> Option<usize> {
        if arrival.kept < self.store {
            return Some(arrival.kept);
        }
        let place = arrival.random.below(arrival.before + 1) as usize;
        (place < self.store).then_some(place)
    }

    fn look_back<L: Loss, H: Hypothesis>(&self, visit: &mut Visit<'_, L, H>) {
        for _ in 0..self.count {
            let next = match self.order {
                RevisitOrder::Random => Some(visit.any()),
                RevisitOrder::Cyclic => Some(visit.next()),
                RevisitOrder::Violated => visit.worst(),
            };
            let Some(i) = next else { break };
            visit.raise(i);
        }
    }
}
