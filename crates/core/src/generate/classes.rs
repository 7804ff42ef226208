//! Several classes with a margin: a hidden matrix U of Frobenius norm 1, one row per class;
//! instances of length 1 are drawn until the best row is ahead of the others by the margin. With
//! `noise` the label is any class. Defaults: 4 classes, 10 features, margin 0.1, no noise.

use super::{Drawn, Generator, MOST_FEATURES, Source, direction, probability, within};
use crate::error::{Error, Result, at_least};
use crate::random::Random;
use crate::registry::{Component, whole};
use serde::{Deserialize, Serialize};

/// Separable data of several classes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ManyClasses {
    /// Classes, numbered from 1.
    #[serde(deserialize_with = "whole")]
    pub classes: usize,
    /// Coordinates.
    #[serde(deserialize_with = "whole")]
    pub features: usize,
    /// Lead of the right class.
    pub margin: f64,
    /// Probability that a label is drawn at random.
    pub noise: f64,
}

impl Default for ManyClasses {
    fn default() -> Self {
        ManyClasses { classes: 4, features: 10, margin: 0.1, noise: 0.0 }
    }
}

impl Component for ManyClasses {
    const ABOUT: &'static str = "several classes, |x| = 1, <U_y,x> - <U_r,x> >= margin for a \
        hidden U of norm 1; labels drawn at random with probability noise";
    const REFERENCE: &'static str = "Crammer and Singer 2003, sec. 2";
}

/// Instances tried for one that keeps the margin.
const TRIES: usize = 20_000;

impl Generator for ManyClasses {
    fn check(&self) -> Result<()> {
        within("classes", self.classes, 2, 10_000)?;
        within("features", self.features, 2, MOST_FEATURES / self.classes)?;
        probability("noise", self.noise)?;
        at_least("margin", self.margin, 0.0)
    }

    fn begin(&self, random: &mut Random) -> Box<dyn Source> {
        let rows = direction(self.classes * self.features, 1.0, random);
        Box::new(Drawing { chosen: self.clone(), rows })
    }

    fn features(&self, _rows: u64) -> usize {
        self.features
    }
}

struct Drawing {
    chosen: ManyClasses,
    rows: Vec<f64>,
}

impl Drawing {
    /// The class of an instance from 0, and its lead.
    fn best(&self, x: &[f64]) -> (usize, f64) {
        let (mut best, mut first, mut second) = (0, f64::NEG_INFINITY, f64::NEG_INFINITY);
        for (class, row) in self.rows.chunks(x.len()).enumerate() {
            let score: f64 = row.iter().zip(x).map(|(u, x)| u * x).sum();
            if score > first {
                (best, second, first) = (class, first, score);
            } else {
                second = second.max(score);
            }
        }
        (best, first - second)
    }
}

impl Source for Drawing {
    fn draw(&mut self, random: &mut Random, example: &mut Drawn) -> Result<bool> {
        let ManyClasses { classes, features, margin, noise } = self.chosen;
        for _ in 0..TRIES {
            let x = direction(features, 1.0, random);
            let (class, lead) = self.best(&x);
            if lead >= margin {
                example.set_dense(&x);
                let class = if random.chance(noise) { random.below(classes) } else { class };
                example.label = (class + 1) as f64;
                return Ok(true);
            }
        }
        Err(Error::Spec(format!(
            "none of {TRIES} instances has the margin {margin}: choose a smaller one"
        )))
    }
}
