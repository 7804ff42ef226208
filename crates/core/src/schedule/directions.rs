//! Growing with the mistakes and the longest direction: `c = X sqrt(m / (2U))`, m the mistakes with
//! this one, X the longest direction among them.
//!
//! For structured output, where the length of a direction is known only once the output is
//! predicted. The prediction does not need c: it is the same for v and v/c. A mistake is then
//! judged, and stepped on, at the c that it makes. Rounds without a mistake leave c as it is.
//! Default: U = 50, i.e. norm 10 (alignment, whose features are scaled, takes U = 1).
//! (Shalev-Shwartz 2007, Fig. 5.4 and Thm. 7.)

use super::{Clock, Largest, Schedule, positive_allowance};
use crate::error::Result;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `c = X sqrt(m / (2U))`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Directions {
    /// Allowed complexity U of the comparator.
    pub complexity: Option<f64>,
    /// Length of the longest direction that a mistake has asked for.
    #[serde(skip_serializing_if = "Largest::is_zero")]
    pub longest: Largest,
}

impl Component for Directions {
    const ABOUT: &'static str = "c = X sqrt(m/(2U)), m the mistakes, X their longest direction";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Fig. 5.4";
}

impl Directions {
    /// With this allowance U for the complexity of comparators.
    pub fn new(complexity: f64) -> Self {
        Directions { complexity: Some(complexity), ..Directions::default() }
    }

    fn at(&self, length: f64, mistakes: u64) -> f64 {
        let most = self.complexity.unwrap_or(super::DEFAULT_COMPLEXITY);
        self.longest.with(length) * (mistakes as f64 / (2.0 * most)).sqrt()
    }
}

impl Schedule for Directions {
    fn tradeoff(&self, clock: &Clock) -> f64 {
        self.at(0.0, clock.mistakes)
    }

    fn retune(&self, length: f64, mistakes: u64) -> Option<f64> {
        Some(self.at(length, mistakes))
    }

    fn keep_length(&mut self, length: f64) {
        self.longest.keep(length);
    }

    fn largest(&mut self) -> Option<&mut Largest> {
        Some(&mut self.longest)
    }

    fn check(&self) -> Result<()> {
        positive_allowance(self.complexity)
    }
}
