//! Euclidean geometry: `f(w) = 0.5 |w|_2^2` on R^n, `f* = f`, `grad f*(t) = t`; additive updates.
//!
//! (Thesis Examples 1 and 3.)

use super::Geometry;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `0.5 |w|_2^2`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Euclid {}

impl Geometry for Euclid {}

impl Component for Euclid {
    const ABOUT: &'static str = "f = |w|_2^2/2 on R^n: w = v/c (additive)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 5.1.1";
}
