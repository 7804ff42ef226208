//! Line search: the step that makes `Z(a) = sum_i w_i exp(-a v_i)` least, for real answers of any
//! size: the root of `sum_i w_i v_i exp(-a v_i)`, which falls in a. AdaBoost's step where answers
//! are -1 and 1. (Shalev-Shwartz 2007, Eq. 6.2; Schapire and Singer 1999.)

use super::{LONGEST, Look, Rule};
use crate::registry::Component;
use crate::solve::bracketed_root;
use serde::{Deserialize, Serialize};

/// The best step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LineSearch {}

impl Component for LineSearch {
    const ABOUT: &'static str =
        "alpha = argmin Z, for real answers: exp-loss <= exp(-1/2 sum (e/H)^2)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Eq. 6.2; Schapire and Singer 1999";
}

impl Rule for LineSearch {
    fn step(&self, look: &Look<'_>) -> f64 {
        let slope = |a: f64| -> f64 {
            let each = look.weights.iter().zip(look.values);
            each.map(|(w, v)| w * v * (-a * v).exp()).sum()
        };
        bracketed_root(0.0, LONGEST / look.reach, slope)
    }

    fn needs_signs(&self) -> bool {
        false
    }
}
