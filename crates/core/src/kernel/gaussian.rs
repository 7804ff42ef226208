//! `K(x,z) = exp(-|x - z|^2 / (2 sigma^2))`. Default sigma = 1.

use super::Kernel;
use crate::error::{Result, at_least};
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// A bump around each instance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Gaussian {
    /// Width, > 0.
    pub sigma: f64,
}

impl Default for Gaussian {
    fn default() -> Self {
        Gaussian { sigma: 1.0 }
    }
}

impl Component for Gaussian {
    const ABOUT: &'static str = "K(x,z) = exp(-|x - z|^2/(2 sigma^2))";
    const REFERENCE: &'static str = "Vapnik 1998";
}

impl Kernel for Gaussian {
    #[inline(always)]
    fn value(&self, dot: f64, square_a: f64, square_b: f64) -> f64 {
        let apart = (square_a + square_b) - 2.0 * dot;
        // Rounding may leave a little less than 0; a NaN must stay one, so no `max`.
        let apart = if apart < 0.0 { 0.0 } else { apart };
        (-0.5 * (apart / self.sigma) / self.sigma).exp()
    }

    fn sharpness(&self, square: f64) -> f64 {
        // The error of |x - z|^2 is a multiple of |x|^2 + |z|^2. Where z is far longer than x, K is
        // small.
        8.0 + 4.0 * (square / self.sigma) / self.sigma
    }

    fn check(&self) -> Result<()> {
        at_least("sigma", self.sigma, f64::MIN_POSITIVE)
    }
}
