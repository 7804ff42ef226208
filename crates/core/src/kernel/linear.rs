//! `K(x,z) = <x,z>`: the additive hypothesis over stored instances instead of weights.

use super::Kernel;
use crate::error::Result;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// The inner product itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Linear {}

impl Component for Linear {
    const ABOUT: &'static str = "K(x,z) = <x,z>";
    const REFERENCE: &'static str = "Crammer & Singer 2003, sec. 5.3";
}

impl Kernel for Linear {
    #[inline(always)]
    fn value(&self, dot: f64, _square_a: f64, _square_b: f64) -> f64 {
        dot
    }

    fn sharpness(&self, _square: f64) -> f64 {
        1.0
    }

    fn check(&self) -> Result<()> {
        Ok(())
    }
}
