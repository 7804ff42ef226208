//! Readouts: which hypothesis answers once learning has been done.
//!
//! `last` is the current one; `average` the mean of all rounds' weights (kept lazily in O(nnz));
//! `vote` lets every hypothesis of the run vote with its survival count, at the price of storing the
//! updates. Progressive results always use the current hypothesis, before its label is seen.

mod vote;

pub use vote::Vote;

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
    /// The survival-weighted majority of all past weights.
    Vote,
}
