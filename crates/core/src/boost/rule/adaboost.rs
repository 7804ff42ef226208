//! AdaBoost: the step that makes Z least, `alpha = 1/2 ln((1-eps)/eps)` for answers of -1 and 1
//! with error eps; then `Z = 2 sqrt(eps (1-eps)) <= exp(-e^2/2)`. (Shalev-Shwartz 2007, Eq. 6.6;
//! Freund and Schapire 1997.)

use super::{LONGEST, Look, Rule};
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// AdaBoost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AdaBoost {}

impl Component for AdaBoost {
    const ABOUT: &'static str = "alpha = 1/2 ln((1-eps)/eps): exp-loss <= exp(-1/2 sum e^2)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Eq. 6.6; Freund and Schapire 1997";
}

impl Rule for AdaBoost {
    fn step(&self, look: &Look<'_>) -> f64 {
        let each = || look.weights.iter().zip(look.values);
        let right: f64 = each().filter(|(_, v)| **v > 0.0).map(|(w, _)| w).sum();
        // The sum of nothing is -0.
        let wrong: f64 = each().filter(|(_, v)| **v < 0.0).map(|(w, _)| w).sum();
        (0.5 * (right / wrong.abs()).ln()).clamp(0.0, LONGEST)
    }
}
