//! Readouts: which hypothesis answers once learning has been done.
//!
//! `last` is the current one; `average` the mean of all rounds' weights (in O(nnz) a round, like
//! the weights), `linear` the same with round t counted t times, so that a slow start is forgotten;
//! `vote` lets every hypothesis of the run vote with its survival count, at the price of storing
//! the updates. Progressive results always use the current hypothesis, before its label is seen.

mod saved;
mod vote;

pub(crate) use vote::Vote;

use serde::{Deserialize, Serialize};

/// Which hypothesis answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Readout {
    /// The current weights.
    #[default]
    Last,
    /// The average of the weights over the rounds.
    Average,
    /// The average of the weights over the rounds, round t counted t times.
    Linear,
    /// The survival-weighted majority of all past weights.
    Vote,
}

impl Readout {
    /// Where an average answers: the power of t that round t counts with.
    pub fn power(self) -> Option<u32> {
        match self {
            Readout::Average => Some(0),
            Readout::Linear => Some(1),
            Readout::Last | Readout::Vote => None,
        }
    }
}
