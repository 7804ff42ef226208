//! Growing with the mistakes: `c_t = X_t sqrt((mistakes before t + 1) / U)`.
//!
//! Self-tuned Winnow (U = ln n on the simplex) and the self-tuned aggressive algorithm. As printed,
//! X_t runs over all rounds, and then Cor. 6 is false with X over the mistakes; `lazy` (the
//! default) predicts with `max(X, |x_t|)` but keeps it only if the round was a mistake, which makes
//! Cor. 6 true as stated. Fig. 5.3 and Thm. 6 take all rounds: `lazy=false`. (Thesis Fig. 5.2, 5.3,
//! Eq. 5.17.)

use super::{Clock, Largest, Schedule, positive_allowance};
use crate::error::Result;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// `c_t = X_t sqrt((mistakes + 1) / U)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mistakes {
    /// Whether a size counts only once it met a mistake or an update.
    pub lazy: bool,
    /// Allowed complexity U of the comparator.
    pub complexity: Option<f64>,
    /// Largest dual norm so far.
    #[serde(skip_serializing_if = "Largest::is_zero")]
    pub largest: Largest,
}

impl Default for Mistakes {
    fn default() -> Self {
        Mistakes { lazy: true, complexity: None, largest: Largest::default() }
    }
}

impl Component for Mistakes {
    const ABOUT: &'static str = "c_t = X_t sqrt((mistakes + 1)/U)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Fig. 5.2, 5.3";
}

impl Schedule for Mistakes {
    fn tradeoff(&self, clock: &Clock) -> f64 {
        let most = clock.allowance(self.complexity);
        self.largest.with(clock.size) * ((clock.mistakes + 1) as f64 / most).sqrt()
    }

    fn settle(&mut self, size: f64, acted: bool) -> bool {
        let counts = acted || !self.lazy;
        if counts {
            self.largest.keep(size);
        }
        counts
    }

    fn largest(&mut self) -> Option<&mut Largest> {
        Some(&mut self.largest)
    }

    fn check(&self) -> Result<()> {
        positive_allowance(self.complexity)
    }
}
