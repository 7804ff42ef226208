//! r-of-k functions: bits x and a last coordinate -1; positive if at least r of k hidden bits are
//! on. The point `1/(r+k-1/2)` on the k bits, `(r-1/2)/(r+k-1/2)` on the last coordinate of the
//! simplex has margin `(1/2)/(r+k-1/2)`. Defaults: 100 features (the last one included), r = 2, k =
//! 5, each bit on with probability `on` = 0.4. With `noise` the label is flipped. (Shalev-Shwartz
//! 2007, sec. 5.1.2.)

use super::{Drawn, Generator, MOST_FEATURES, Source, probability, within};
use crate::error::Result;
use crate::random::Random;
use crate::registry::{Component, whole};
use serde::{Deserialize, Serialize};

/// Thresholds of hidden bits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ROfK {
    /// Coordinates, the last one included.
    #[serde(deserialize_with = "whole")]
    pub features: usize,
    /// Bits that must be on.
    #[serde(deserialize_with = "whole")]
    pub r: usize,
    /// Bits that count.
    #[serde(deserialize_with = "whole")]
    pub k: usize,
    /// Probability that a bit is on.
    pub on: f64,
    /// Probability that a label is flipped.
    pub noise: f64,
}

impl Default for ROfK {
    fn default() -> Self {
        ROfK { features: 100, r: 2, k: 5, on: 0.4, noise: 0.0 }
    }
}

impl Component for ROfK {
    const ABOUT: &'static str = "bits and a last coordinate -1; positive if at least r of k hidden \
        bits are on (what Winnow is for)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 5.1.2";
}

impl Generator for ROfK {
    fn check(&self) -> Result<()> {
        within("features", self.features, 2, MOST_FEATURES)?;
        within("k", self.k, 1, self.features - 1)?;
        within("r", self.r, 1, self.k)?;
        probability("on", self.on)?;
        probability("noise", self.noise)
    }

    fn begin(&self, random: &mut Random) -> Box<dyn Source> {
        let mut counts = vec![false; self.features - 1];
        let mut left = self.k;
        while left > 0 {
            let at = random.below(counts.len());
            left -= usize::from(!counts[at]);
            counts[at] = true;
        }
        Box::new(Drawing { chosen: self.clone(), counts })
    }

    fn features(&self, _rows: u64) -> usize {
        self.features
    }
}

struct Drawing {
    chosen: ROfK,
    /// Which bits count.
    counts: Vec<bool>,
}

impl Source for Drawing {
    fn draw(&mut self, random: &mut Random, example: &mut Drawn) -> Result<bool> {
        example.clear();
        let mut on = 0;
        for (at, counts) in self.counts.iter().enumerate() {
            if random.chance(self.chosen.on) {
                example.push(at, 1.0);
                on += usize::from(*counts);
            }
        }
        example.push(self.counts.len(), -1.0);
        let side = if on >= self.chosen.r { 1.0 } else { -1.0 };
        example.label = if random.chance(self.chosen.noise) { -side } else { side };
        Ok(true)
    }
}
