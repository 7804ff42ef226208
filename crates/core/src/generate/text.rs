//! Rows like those of text: a vocabulary whose words are as frequent as ranks allow (Zipf), topics
//! with words of their own, one or two topics a row; values are `(1 + ln tf) ln(1 + n/rank)` scaled
//! to length 1. Two classes by the main topic, even or odd (which of the two turns every `drift`
//! rows, if that is not 0), or with `classes` the topic itself, from 1. With `noise` the label is
//! flipped, or any class. Defaults: 50,000 features, about 75 different words a row, 50 topics,
//! noise 0.02, no drift.

use super::law::Law;
use super::{Drawn, Generator, MOST_FEATURES, Source, probability, within};
use crate::error::{Result, at_least};
use crate::random::Random;
use crate::registry::{Component, whole};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Rows like those of text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TextLike {
    /// Words there are.
    #[serde(deserialize_with = "whole")]
    pub features: usize,
    /// Different words a row, on average.
    pub words: f64,
    /// Topics, if there are two classes.
    #[serde(deserialize_with = "whole")]
    pub topics: usize,
    /// Classes if not 0, a topic each.
    #[serde(deserialize_with = "whole")]
    pub classes: usize,
    /// Probability that a label is flipped or drawn at random.
    pub noise: f64,
    /// Rows after which the classes change places; never if 0.
    #[serde(deserialize_with = "whole")]
    pub drift: usize,
}

impl Default for TextLike {
    fn default() -> Self {
        TextLike { features: 50_000, words: 75.0, topics: 50, classes: 0, noise: 0.02, drift: 0 }
    }
}

impl Component for TextLike {
    const ABOUT: &'static str = "sparse rows like tf-idf of text: Zipf vocabulary, topics, unit \
        length; two classes or a class a topic";
    const REFERENCE: &'static str = "as the generator of the speed benchmarks";
}

/// Words of a topic, at most.
const TOPIC_WORDS: usize = 400;
/// Spread of the logarithm of the number of words.
const SPREAD: f64 = 0.55;

impl Generator for TextLike {
    fn check(&self) -> Result<()> {
        within("features", self.features, 16, MOST_FEATURES)?;
        within("topics", self.topics, 2, 10_000)?;
        within("classes", self.classes, 0, 10_000)?;
        at_least("words", self.words, 1.0)?;
        probability("noise", self.noise)
    }

    fn begin(&self, random: &mut Random) -> Box<dyn Source> {
        let mut words: Vec<u32> = (0..self.features as u32).collect();
        for last in (1..words.len()).rev() {
            words.swap(last, random.below(last + 1));
        }
        let topics = if self.classes > 0 { self.classes } else { self.topics };
        let size = TOPIC_WORDS.min(self.features / 4);
        let topic = |_| (0..size).map(|_| random.below(self.features)).collect();
        Box::new(Library {
            topics: (0..topics).map(topic).collect(),
            chosen: self.clone(),
            words,
            background: Law::new((0..self.features).map(|rank| (rank as f64 + 20.0).powf(-0.95))),
            topical: Law::new((0..size).map(|rank| 1.0 / (rank as f64 + 10.0))),
            prior: Law::new((0..topics).map(|rank| 1.0 / (rank as f64 + 8.0))),
            rows: 0,
        })
    }

    fn features(&self, _rows: u64) -> usize {
        self.features
    }
}

struct Library {
    chosen: TextLike,
    /// The word of each rank.
    words: Vec<u32>,
    /// The ranks of the words of each topic.
    topics: Vec<Vec<usize>>,
    background: Law,
    topical: Law,
    prior: Law,
    rows: usize,
}

impl Library {
    /// How often each rank occurs in a row about these topics.
    fn counts(&self, topics: (usize, usize), random: &mut Random) -> BTreeMap<usize, u32> {
        let middle = self.chosen.words.ln() - 0.5 * SPREAD * SPREAD;
        let length = (middle + SPREAD * random.normal()).exp().round();
        let length = (length as usize).clamp(4, self.chosen.features / 4);
        let (main, topical) = (0.6 + 0.4 * random.unit(), 0.25 + 0.45 * random.unit());
        let mut counts = BTreeMap::new();
        for _ in 0..50 * length {
            if counts.len() == length {
                break;
            }
            let rank = if random.chance(topical) {
                let topic = if random.chance(main) { topics.0 } else { topics.1 };
                self.topics[topic][self.topical.draw(random)]
            } else {
                self.background.draw(random)
            };
            *counts.entry(rank).or_insert(0) += 1;
        }
        counts
    }

    fn label(&self, topic: usize, random: &mut Random) -> f64 {
        let noisy = random.chance(self.chosen.noise);
        if self.chosen.classes > 0 {
            let class = if noisy { random.below(self.chosen.classes) } else { topic };
            return (class + 1) as f64;
        }
        let turned = self.rows.checked_div(self.chosen.drift).unwrap_or(0);
        if (topic + turned).is_multiple_of(2) != noisy { 1.0 } else { -1.0 }
    }
}

impl Source for Library {
    fn draw(&mut self, random: &mut Random, example: &mut Drawn) -> Result<bool> {
        let first = self.prior.draw(random);
        let second = if random.chance(0.35) { self.prior.draw(random) } else { first };
        let vocabulary = self.chosen.features as f64;
        let value = |(rank, count): (usize, u32)| {
            let rarity = (1.0 + vocabulary / (rank as f64 + 1.0)).ln();
            (self.words[rank], (1.0 + f64::from(count).ln()) * rarity)
        };
        let mut row: Vec<(u32, f64)> =
            self.counts((first, second), random).into_iter().map(value).collect();
        row.sort_unstable_by_key(|&(word, _)| word);
        let norm = row.iter().map(|(_, value)| value * value).sum::<f64>().sqrt();
        example.clear();
        row.iter().for_each(|&(word, value)| example.push(word as usize, value / norm));
        example.label = self.label(first, random);
        self.rows += 1;
        Ok(true)
    }
}
