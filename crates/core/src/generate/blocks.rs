//! Blocks of binary tasks with one hidden rule: instances in {-1,0,1}^n that keep the planted
//! margin; a point of the simplex with so many relevant entries decides the side.
//!
//! The margin is the 75th percentile of `|<w,x>|`. In a noisy block every side is flipped with
//! probability 0.4. The rows of a block have one group. Defaults: 500 features of which 50 count,
//! half of the entries 0, blocks of 5, no noise. (Amit, Shalev-Shwartz and Singer, simultaneous
//! projections, sec. 9.1.)

use super::{Drawn, Generator, MOST_FEATURES, Source, probability, within};
use crate::error::Result;
use crate::random::Random;
use crate::registry::{Component, whole};
use serde::{Deserialize, Serialize};

/// Blocks of tasks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Blocks {
    /// Tasks a block.
    #[serde(deserialize_with = "whole")]
    pub size: usize,
    /// Coordinates.
    #[serde(deserialize_with = "whole")]
    pub features: usize,
    /// Coordinates that count.
    #[serde(deserialize_with = "whole")]
    pub relevant: usize,
    /// Share of the entries that are 0.
    pub zeros: f64,
    /// Share of the blocks whose labels are noisy.
    pub noise: f64,
}

impl Default for Blocks {
    fn default() -> Self {
        Blocks { size: 5, features: 500, relevant: 50, zeros: 0.5, noise: 0.0 }
    }
}

impl Component for Blocks {
    const ABOUT: &'static str = "blocks (qid) of tasks x in {-1,0,1}^n, y <w,x> >= 75th percentile \
        for a hidden w of the simplex; noisy blocks flip 0.4 of their labels";
    const REFERENCE: &'static str = "Amit, Shalev-Shwartz and Singer, sec. 9.1";
}

const FLIPPED: f64 = 0.4;
/// Instances from which the margin is found.
const PROBES: usize = 4000;

impl Generator for Blocks {
    fn check(&self) -> Result<()> {
        within("size", self.size, 1, 1_000_000)?;
        within("features", self.features, 1, MOST_FEATURES)?;
        within("relevant", self.relevant, 1, self.features)?;
        // With zeros alone no instance would be accepted.
        probability("noise", self.noise)?;
        probability("zeros", self.zeros)?;
        within("percent of zeros", (100.0 * self.zeros) as usize, 0, 99)
    }

    fn begin(&self, random: &mut Random) -> Box<dyn Source> {
        Box::new(self.tasks(random))
    }

    fn features(&self, _rows: u64) -> usize {
        self.features
    }
}

impl Blocks {
    /// Draws the rule and finds its margin.
    pub fn tasks(&self, random: &mut Random) -> Tasks {
        let rule = self.rule(random);
        let mut tasks = Tasks { chosen: self.clone(), rule, margin: 0.0, drawn: 0, noisy: false };
        let mut example = Drawn::default();
        let mut sizes: Vec<f64> = (0..PROBES)
            .map(|_| {
                tasks.instance(random, &mut example);
                tasks.score(&example).abs()
            })
            .collect();
        sizes.sort_by(f64::total_cmp);
        tasks.margin = sizes[PROBES * 3 / 4];
        tasks
    }

    /// Relevant entries uniform on [0, 1), then scaled to add up to 1.
    fn rule(&self, random: &mut Random) -> Vec<f64> {
        let mut rule = vec![0.0; self.features];
        let mut left = self.relevant;
        while left > 0 {
            let at = random.below(self.features);
            if rule[at] == 0.0 {
                rule[at] = random.unit().max(f64::MIN_POSITIVE);
                left -= 1;
            }
        }
        let total: f64 = rule.iter().sum();
        rule.iter_mut().for_each(|w| *w /= total);
        rule
    }
}

/// The tasks of a stream of blocks.
#[derive(Clone, Debug)]
pub struct Tasks {
    chosen: Blocks,
    rule: Vec<f64>,
    margin: f64,
    /// Tasks drawn so far.
    drawn: u64,
    /// Whether the block under way is.
    noisy: bool,
}

impl Tasks {
    /// The hidden rule.
    pub fn rule(&self) -> &[f64] {
        &self.rule
    }

    /// The margin that was planted.
    pub fn margin(&self) -> f64 {
        self.margin
    }

    fn score(&self, example: &Drawn) -> f64 {
        let terms = example.indices.iter().zip(&example.values);
        terms.map(|(&at, value)| self.rule[at as usize] * value).sum()
    }

    fn instance(&self, random: &mut Random, example: &mut Drawn) {
        example.clear();
        for at in 0..self.chosen.features {
            if random.unit() >= self.chosen.zeros {
                example.push(at, random.sign());
            }
        }
    }
}

impl Source for Tasks {
    fn draw(&mut self, random: &mut Random, example: &mut Drawn) -> Result<bool> {
        let size = self.chosen.size as u64;
        if self.drawn.is_multiple_of(size) {
            self.noisy = random.chance(self.chosen.noise);
        }
        loop {
            self.instance(random, example);
            let score = self.score(example);
            if score.abs() >= self.margin && score != 0.0 {
                let flipped = self.noisy && random.chance(FLIPPED);
                example.label = if flipped { -score.signum() } else { score.signum() };
                example.group = Some(self.drawn / size + 1);
                self.drawn += 1;
                return Ok(true);
            }
        }
    }
}
