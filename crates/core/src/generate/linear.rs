//! A number to predict: `y = <u,x> + noise`, x uniform on [-1,1]^n, u of length `size`, noise
//! uniform on [-noise, noise], so that u loses nothing at an insensitivity of at least `noise`.
//! Defaults: 10 features, size 1, noise 0.

use super::{Drawn, Generator, MOST_FEATURES, Source, direction, within};
use crate::error::{Result, at_least};
use crate::random::Random;
use crate::registry::{Component, whole};
use serde::{Deserialize, Serialize};

/// A linear target with bounded noise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LinearTarget {
    /// Coordinates.
    #[serde(deserialize_with = "whole")]
    pub features: usize,
    /// Length of the hidden vector.
    pub size: f64,
    /// Largest deviation of a label.
    pub noise: f64,
}

impl Default for LinearTarget {
    fn default() -> Self {
        LinearTarget { features: 10, size: 1.0, noise: 0.0 }
    }
}

impl Component for LinearTarget {
    const ABOUT: &'static str =
        "y = <u,x> + noise, x uniform on [-1,1]^n, |u| = size, |noise| bounded: for regression";
    const REFERENCE: &'static str = "Crammer et al. 2003, sec. 2";
}

impl Generator for LinearTarget {
    fn check(&self) -> Result<()> {
        within("features", self.features, 1, MOST_FEATURES)?;
        at_least("size", self.size, 0.0)?;
        at_least("noise", self.noise, 0.0)
    }

    fn begin(&self, random: &mut Random) -> Box<dyn Source> {
        let rule = direction(self.features, self.size, random);
        Box::new(Drawing { rule, noise: self.noise })
    }

    fn features(&self, _rows: u64) -> usize {
        self.features
    }
}

struct Drawing {
    rule: Vec<f64>,
    noise: f64,
}

impl Source for Drawing {
    fn draw(&mut self, random: &mut Random, example: &mut Drawn) -> Result<bool> {
        let x: Vec<f64> = self.rule.iter().map(|_| 2.0 * random.unit() - 1.0).collect();
        let target: f64 = x.iter().zip(&self.rule).map(|(x, u)| x * u).sum();
        example.set_dense(&x);
        example.label = target + self.noise * (2.0 * random.unit() - 1.0);
        Ok(true)
    }
}
