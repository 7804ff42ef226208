//! When an ascent acts: on mistakes only (conservative) or on any loss (aggressive).

use crate::round::Block;
use serde::{Deserialize, Serialize};

/// On which rounds the duals may move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Trigger {
    /// Only when the answer was wrong or tied.
    Mistake,
    /// Whenever there is a loss to reduce.
    #[default]
    Loss,
}

impl Trigger {
    /// Whether this round is one of them.
    pub fn fires(self, block: &Block) -> bool {
        self.fires_on(block.violated())
    }

    /// Whether a round whose answer is wrong or tied, or is not, is one of them.
    #[inline(always)]
    pub(crate) fn fires_on(self, violated: bool) -> bool {
        self == Trigger::Loss || violated
    }
}
