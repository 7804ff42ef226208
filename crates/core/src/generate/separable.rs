//! Two classes with a margin: a hidden unit vector u, instances of length 1 whose side is the sign
//! of `<u,x>` and whose `|<u,x>|` is uniform on [margin, 1]; the rest of x is orthogonal to u. With
//! `noise` the label is flipped. Defaults: 20 features, margin 0.1, no noise.

use super::{Drawn, Generator, MOST_FEATURES, Source, direction, probability, within};
use crate::error::{Error, Result};
use crate::random::Random;
use crate::registry::{Component, whole};
use serde::{Deserialize, Serialize};

/// Separable data with a margin, or nearly so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SeparableData {
    /// Coordinates.
    #[serde(deserialize_with = "whole")]
    pub features: usize,
    /// Least `|<u,x>|`.
    pub margin: f64,
    /// Probability that a label is flipped.
    pub noise: f64,
}

impl Default for SeparableData {
    fn default() -> Self {
        SeparableData { features: 20, margin: 0.1, noise: 0.0 }
    }
}

impl Component for SeparableData {
    const ABOUT: &'static str = "two classes, |x| = 1, y <u,x> >= margin for a hidden unit u; \
        labels flipped with probability noise";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 5.1";
}

impl Generator for SeparableData {
    fn check(&self) -> Result<()> {
        within("features", self.features, 2, MOST_FEATURES)?;
        probability("noise", self.noise)?;
        if self.margin > 0.0 && self.margin < 1.0 {
            return Ok(());
        }
        Err(Error::Spec(format!("margin must be between 0 and 1, not {}", self.margin)))
    }

    fn begin(&self, random: &mut Random) -> Box<dyn Source> {
        let rule = direction(self.features, 1.0, random);
        Box::new(Drawing { chosen: self.clone(), rule })
    }

    fn features(&self, _rows: u64) -> usize {
        self.features
    }
}

struct Drawing {
    chosen: SeparableData,
    rule: Vec<f64>,
}

impl Source for Drawing {
    fn draw(&mut self, random: &mut Random, example: &mut Drawn) -> Result<bool> {
        let SeparableData { features, margin, noise } = self.chosen;
        let side = random.sign();
        let along = margin + (1.0 - margin) * random.unit();
        let mut x = direction(features, 1.0, random);
        let dot: f64 = x.iter().zip(&self.rule).map(|(x, u)| x * u).sum();
        // What of the direction is orthogonal to u, as long as is left.
        let across = ((1.0 - along * along) / (1.0 - dot * dot)).sqrt();
        for (x, u) in x.iter_mut().zip(&self.rule) {
            *x = (*x - dot * u) * across + side * along * u;
        }
        example.set_dense(&x);
        example.label = if random.chance(noise) { -side } else { side };
        Ok(true)
    }
}
