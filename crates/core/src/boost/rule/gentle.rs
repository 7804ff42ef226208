//! Gentle-Boost: the step is the edge, `alpha = e`, or `e/H^2` for answers up to H > 1 in size;
//! then `Z <= exp(-e^2/(2 max(H,1)^2))`. For real answers too. (Shalev-Shwartz 2007, ch. 6.)

use super::{Look, Rule};
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// Gentle-Boost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Gentle {}

impl Component for Gentle {
    const ABOUT: &'static str =
        "alpha = e, also for answers between -1 and 1: exp-loss <= exp(-1/2 sum e^2)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, ch. 6";
}

impl Rule for Gentle {
    fn step(&self, look: &Look<'_>) -> f64 {
        // Never shorter than e for |h| <= 1, as in the source; longer answers are scaled down.
        look.edge / look.reach.max(1.0).powi(2)
    }

    fn needs_signs(&self) -> bool {
        false
    }
}
