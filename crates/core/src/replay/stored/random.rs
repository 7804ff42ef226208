//! The random numbers of a scope: seeded, and part of the saved state, so that a resumed run goes
//! on with the same ones.

use crate::random::xorshift_star;
use serde::{Deserialize, Serialize};

/// State of the generator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct SavedRandom(u64);

impl Default for SavedRandom {
    fn default() -> Self {
        SavedRandom::new(0)
    }
}

impl SavedRandom {
    /// The generator of a seed; the state is never 0, which it could not leave.
    pub(crate) fn new(seed: u64) -> Self {
        SavedRandom(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A whole number below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        // The low bits alone are weak.
        (xorshift_star(&mut self.0) >> 11) % end.max(1)
    }
}
