//! How much work proof may take beside prediction.

use noregret_core::replay::witness::Effort;
use serde::{Deserialize, Serialize};

/// How much work proof may take.
///
/// ```
/// use noregret::proof::Certify;
///
/// assert_eq!(Certify::default(), Certify::Live);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certify {
    /// None: what the learner's own dual variables prove is all.
    Off,
    /// About as much as learning.
    #[default]
    Live,
    /// As much as it takes to be within a hundredth of the truth, over rows kept in memory.
    Tight,
}

impl Certify {
    /// What witnesses may take; `None` if there are to be none.
    pub(crate) fn effort(self) -> Option<Effort> {
        match self {
            Certify::Off => None,
            Certify::Live => Some(Effort::LIVE),
            Certify::Tight => Some(Effort::TIGHT),
        }
    }
}
