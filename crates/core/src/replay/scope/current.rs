//! The current round only: past dual variables stay as they are. This is the default, and nothing
//! is stored for it.

use super::Scope;
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::Component;
use crate::replay::stored::{Arrival, Visit};
use serde::{Deserialize, Serialize};

/// No look back.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Current {}

impl Component for Current {
    const ABOUT: &'static str = "the current round only";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Eq. 3.12";
}

impl Scope for Current {
    /// Rounds are kept all the same where somebody else will revisit them.
    fn place(&self, arrival: &mut Arrival<'_>) -> Option<usize> {
        Some(arrival.kept)
    }

    fn look_back<L: Loss, H: Hypothesis>(&self, _visit: &mut Visit<'_, L, H>) {}
}
