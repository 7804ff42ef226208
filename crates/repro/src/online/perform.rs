//! All streams of an online experiment, and the best setting of every algorithm on each.

use super::experiments::Experiment;
use super::grid::{self, Score, Setting};
use super::stream::{Origin, Stream};
use crate::failure::Result;
use crate::threads;
use std::path::Path;
use std::time::Instant;

/// What the user may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) repetitions: usize,
    pub(crate) seed: u64,
    /// At most so many rounds of each stream.
    pub(crate) limit: Option<usize>,
    /// 0 for all there are.
    pub(crate) threads: usize,
}

/// The best setting of an algorithm on a stream.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Best {
    /// Percent of the rounds with a mistake, mean over the draws.
    pub(crate) error: f64,
    pub(crate) setting: Setting,
}

/// What was found on a stream: the best of every algorithm.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StreamResult {
    pub(crate) best: Vec<Best>,
    pub(crate) seconds: f64,
}

/// Runs all streams; `ended` is told of each, with its number.
pub(crate) fn perform(
    experiment: &'static Experiment,
    settings: &Settings,
    dir: &Path,
    mut ended: impl FnMut(usize, &StreamResult) -> Result<()>,
) -> Result<Vec<StreamResult>> {
    let mut results: Vec<StreamResult> = Vec::new();
    for (number, row) in experiment.rows.iter().enumerate() {
        let known =
            experiment.rows[..number].iter().position(|earlier| earlier.origin == row.origin);
        let result = match known {
            Some(earlier) => results[earlier].clone(),
            None => one(experiment, row.origin, settings, dir)?,
        };
        ended(number, &result)?;
        results.push(result);
    }
    Ok(results)
}

/// Runs one stream, or means over its draws.
fn one(
    experiment: &Experiment,
    origin: Origin,
    settings: &Settings,
    dir: &Path,
) -> Result<StreamResult> {
    let start = Instant::now();
    let limit = settings.limit.unwrap_or(usize::MAX);
    let threads = threads::count(settings.threads);
    let mut means: Vec<Score> = Vec::new();
    let repetitions = settings.repetitions.max(1);
    for repetition in 0..repetitions {
        let stream = Stream::load(origin, dir, (settings.seed, repetition as u64), limit)?;
        let scores = grid::run(experiment, &stream, threads)?;
        if means.is_empty() {
            means = scores.iter().map(|score| Score { error: 0.0, ..*score }).collect();
        }
        for (mean, score) in means.iter_mut().zip(scores) {
            mean.error += score.error / repetitions as f64;
        }
    }
    let best = (0..experiment.algorithms.len()).filter_map(|algorithm| best(&means, algorithm));
    Ok(StreamResult { best: best.collect(), seconds: start.elapsed().as_secs_f64() })
}

/// The setting with the fewest mistakes, the first of equals.
fn best(scores: &[Score], algorithm: usize) -> Option<Best> {
    let own = scores.iter().filter(|score| score.algorithm == algorithm);
    let least = own.reduce(|a, b| if b.error < a.error { b } else { a })?;
    Some(Best { error: least.error, setting: least.setting })
}
