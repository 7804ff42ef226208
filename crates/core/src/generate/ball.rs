//! Points of a ball, without labels: uniform in the ball of the radius around a hidden centre,
//! which is `distance` from
//! 0. With `noise` a point is uniform in the ball three times as wide, and may lie outside.
//!    Defaults: 5 features, radius 1, distance 3, no noise. For uniclass. (Crammer et al. 2003,
//!    sec. 2.)

use super::{Drawn, Generator, MOST_FEATURES, Source, direction, probability, within};
use crate::error::{Result, at_least};
use crate::random::Random;
use crate::registry::{Component, whole};
use serde::{Deserialize, Serialize};

/// How much wider the ball of noisy points is.
const WIDER: f64 = 3.0;

/// What is normal, and some that is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ball {
    /// Coordinates.
    #[serde(deserialize_with = "whole")]
    pub features: usize,
    /// Radius of the ball.
    pub radius: f64,
    /// How far from 0 its centre is.
    pub distance: f64,
    /// Probability that a point is drawn from the wider ball.
    pub noise: f64,
}

impl Default for Ball {
    fn default() -> Self {
        Ball { features: 5, radius: 1.0, distance: 3.0, noise: 0.0 }
    }
}

impl Component for Ball {
    const ABOUT: &'static str = "no labels: points of a ball around a hidden centre, noisy ones of \
        a wider ball: for uniclass";
    const REFERENCE: &'static str = "Crammer et al. 2003, sec. 2";
}

impl Generator for Ball {
    fn check(&self) -> Result<()> {
        within("features", self.features, 1, MOST_FEATURES)?;
        at_least("radius", self.radius, 0.0)?;
        at_least("distance", self.distance, 0.0)?;
        probability("noise", self.noise)
    }

    fn begin(&self, random: &mut Random) -> Box<dyn Source> {
        let centre = direction(self.features, self.distance, random);
        Box::new(Drawing { chosen: self.clone(), centre })
    }

    fn features(&self, _rows: u64) -> usize {
        self.features
    }

    fn is_labelled(&self) -> bool {
        false
    }
}

struct Drawing {
    chosen: Ball,
    centre: Vec<f64>,
}

impl Source for Drawing {
    fn draw(&mut self, random: &mut Random, example: &mut Drawn) -> Result<bool> {
        let Ball { features, radius, noise, .. } = self.chosen;
        let radius = if random.chance(noise) { WIDER * radius } else { radius };
        // The volume within a distance grows with its power.
        let far = radius * random.unit().powf(1.0 / features as f64);
        let mut x = direction(features, far, random);
        x.iter_mut().zip(&self.centre).for_each(|(x, centre)| *x += centre);
        example.set_dense(&x);
        Ok(true)
    }
}
