//! Thresholds on 1, ..., n with n a power of two: `h_i(x)` is positive if `x <= i`. The adversary
//! shows the middle of the thresholds that fit all answers so far, and says the opposite of the
//! learner: log2 n mistakes, though the class has VC dimension 1 and some h_i fits everything. The
//! instance is `(x/n, 1)`, in which every h_i is linear. Default n = 1024. (Shalev-Shwartz 2007,
//! App. B.2, Example 6, with the middle corrected.)

use super::{Drawn, Generator, Source};
use crate::error::{Error, Result};
use crate::random::Random;
use crate::registry::{Component, whole};
use serde::{Deserialize, Serialize};

/// Bisection of the thresholds left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Thresholds {
    /// How many thresholds there are.
    #[serde(deserialize_with = "whole")]
    pub size: usize,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds { size: 1024 }
    }
}

impl Component for Thresholds {
    const ABOUT: &'static str = "adversary: x in the middle of the thresholds left, y the opposite \
        of the answer: log2(size) rows, all mistakes";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, App. B, Example 6";
}

impl Generator for Thresholds {
    fn check(&self) -> Result<()> {
        if self.size.is_power_of_two() && (2..=1 << 50).contains(&self.size) {
            return Ok(());
        }
        Err(Error::Spec(format!("size must be a power of two from 2 to 2^50, not {}", self.size)))
    }

    fn begin(&self, _random: &mut Random) -> Box<dyn Source> {
        Box::new(Drawing { size: self.size, low: 1, high: self.size })
    }

    fn features(&self, _rows: u64) -> usize {
        2
    }

    fn is_adversary(&self) -> bool {
        true
    }
}

struct Drawing {
    size: usize,
    /// The thresholds that fit all answers.
    low: usize,
    high: usize,
}

impl Drawing {
    fn middle(&self) -> usize {
        self.low + (self.high - self.low).div_ceil(2)
    }
}

impl Source for Drawing {
    fn draw(&mut self, _random: &mut Random, example: &mut Drawn) -> Result<bool> {
        example.set_dense(&[self.middle() as f64 / self.size as f64, 1.0]);
        Ok(self.low < self.high)
    }

    fn answered(&mut self, label: f64) {
        let middle = self.middle();
        if label > 0.0 {
            self.low = middle;
        } else {
            self.high = middle - 1;
        }
    }
}
