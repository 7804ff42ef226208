//! Squared: `phi(z) = s z^2`, `phi*(-d) = d^2/(4s)`; the epsilon-insensitive square at epsilon = 0.
//!
//! `half` (the default) is the `0.5 z^2` of thesis 5.3.1, without it the `z^2` of section 2.1.
//! A unit step is LMS (Widrow-Hoff), the exact step its normalised, implicit form.

use super::{Loss, SquaredEpsInsensitive};
use crate::error::Result;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `s z^2` with s = 1/2, or 1 if not `half`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Squared {
    /// Whether the square is halved.
    pub half: bool,
}

impl Default for Squared {
    fn default() -> Self {
        Squared { half: true }
    }
}

impl Squared {
    fn as_insensitive(&self) -> SquaredEpsInsensitive {
        SquaredEpsInsensitive { epsilon: 0.0, half: self.half }
    }
}

impl Component for Squared {
    const ABOUT: &'static str = "z^2/2 (half=false: z^2)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 2.1 and 5.3.1";
}

impl Loss for Squared {
    fn check(&self) -> Result<()> {
        Ok(())
    }
    fn linear_gain(&self) -> bool {
        false
    }
    fn miss(&self, z: f64) -> f64 {
        self.as_insensitive().miss(z)
    }
    fn value(&self, z: f64) -> f64 {
        self.as_insensitive().value(z)
    }
    fn slope(&self, z: f64) -> f64 {
        self.as_insensitive().slope(z)
    }
    fn gain(&self, d: f64, cap: f64) -> f64 {
        self.as_insensitive().gain(d, cap)
    }
    fn step(&self, z: f64, q: f64, cap: f64) -> f64 {
        self.as_insensitive().step(z, q, cap)
    }
    #[inline]
    fn room(&self, z: f64, d: f64, cap: f64) -> f64 {
        self.as_insensitive().room(z, d, cap)
    }
    fn domain(&self) -> (f64, f64) {
        self.as_insensitive().domain()
    }
    fn two_sided(&self) -> bool {
        true
    }
}
