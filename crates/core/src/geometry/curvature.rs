//! How the curvature of exponential weights along a direction is bounded.

use serde::{Deserialize, Serialize};

/// Bound on the Hessian of f* along a direction with entries between `low` and `high`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Curvature {
    /// `(high - low)^2 / 4`: right for every sign pattern.
    #[default]
    Width,
    /// `max(|low|, |high|)^2`: coarser, also right for every sign pattern.
    SupNorm,
    /// `max(|low|, |high|)^2 / 4`, as printed: right only for instances of one sign.
    Published,
    /// `8 max(|low|, |high|)^2`, what `published` means for uniclass.
    #[serde(skip)]
    PublishedDistance,
}

impl Curvature {
    /// Square root of the bound.
    pub fn reach(self, low: f64, high: f64) -> f64 {
        let largest = low.abs().max(high.abs());
        match self {
            Curvature::Width => 0.5 * (high - low),
            Curvature::SupNorm => largest,
            Curvature::Published => 0.5 * largest,
            Curvature::PublishedDistance => 8f64.sqrt() * largest,
        }
    }
}
