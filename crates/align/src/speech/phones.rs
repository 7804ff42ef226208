//! The phones that are known, and how long they last.
//!
//! A phone with fewer than 10 segments is rare and has no model of its own: it and every unknown
//! phone share the background class, the last one.

use super::SpeechExample;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Segments that a phone needs for a model of its own.
const LEAST_TOKENS: usize = 10;

/// The least deviation of a length, in frames.
const LEAST_DEVIATION: f64 = 0.5;

/// How long the segments of a class last, in frames.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Duration {
    /// Mean.
    pub mean: f64,
    /// Standard deviation, at least half a frame.
    pub deviation: f64,
    /// The longest that was seen.
    pub longest: usize,
}

impl Duration {
    fn of(lengths: &[usize]) -> Self {
        let count = lengths.len().max(1) as f64;
        let mean = lengths.iter().sum::<usize>() as f64 / count;
        let square: f64 = lengths.iter().map(|&l| (l as f64 - mean).powi(2)).sum();
        Duration {
            mean: mean.max(1.0),
            deviation: (square / count).sqrt().max(LEAST_DEVIATION),
            longest: lengths.iter().copied().max().unwrap_or(1).max(1),
        }
    }

    /// Logarithm of the Gaussian density of a length.
    pub fn log_density(&self, length: f64) -> f64 {
        let apart = (length - self.mean) / self.deviation;
        -0.5 * (std::f64::consts::TAU * self.deviation * self.deviation).ln() - 0.5 * apart * apart
    }
}

/// Classes of phones, the background last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phones {
    names: Vec<String>,
    durations: Vec<Duration>,
    /// Phones with too few segments; empty in files that were written before it was kept.
    #[serde(default)]
    rare: Vec<String>,
}

impl Phones {
    /// The phones of some examples.
    pub fn of(examples: &[SpeechExample<'_>]) -> Self {
        let mut lengths: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for example in examples {
            for (i, frames) in example.segments() {
                let phone = example.utterance.phones[i].as_str();
                lengths.entry(phone).or_default().push(frames.len());
            }
        }
        let all: Vec<usize> = lengths.values().flatten().copied().collect();
        let is_rare = |lengths: &[usize]| lengths.len() < LEAST_TOKENS;
        let rare = lengths.iter().filter(|(_, lengths)| is_rare(lengths));
        let rare = rare.map(|(&name, _)| name.to_owned()).collect();
        lengths.retain(|_, lengths| !is_rare(lengths));
        let names = lengths.keys().map(|&name| name.to_owned()).collect();
        let mut durations: Vec<Duration> = lengths.values().map(|l| Duration::of(l)).collect();
        durations.push(Duration::of(&all));
        Phones { names, durations, rare }
    }

    /// Number of classes, the background included.
    pub fn count(&self) -> usize {
        self.durations.len()
    }

    /// The class of a phone.
    pub fn class(&self, phone: &str) -> usize {
        let found = self.names.binary_search_by(|name| name.as_str().cmp(phone));
        found.unwrap_or(self.names.len())
    }

    /// The phones with a class of their own, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The phones that were seen too seldom for a class of their own, in order.
    pub fn rare(&self) -> &[String] {
        &self.rare
    }

    /// Whether there is a length for every phone and for the background, and each is positive.
    pub(super) fn is_sound(&self) -> bool {
        let is_right = |d: &Duration| d.mean > 0.0 && d.deviation > 0.0 && d.longest > 0;
        self.durations.len() == self.names.len() + 1
            && self.durations.iter().all(is_right)
            && self.names.is_sorted()
            && self.rare.is_sorted()
    }

    /// How long the phones of a class last.
    pub fn duration(&self, class: usize) -> &Duration {
        &self.durations[class]
    }
}
