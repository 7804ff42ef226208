//! All streams of an online experiment, and the best setting of every algorithm on each.

use super::experiments::{Experiment, Powers, Row};
use super::grid::{self, Score, Setting};
use super::stream::Stream;
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
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Best {
    /// Percent of the rounds with a mistake, mean over the draws.
    pub(crate) error: f64,
    pub(crate) setting: Setting,
    /// Mistakes after each tenth of the rounds, in the first draw.
    pub(crate) curve: Vec<u64>,
}

/// What was found on a stream: the best of every algorithm.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StreamResult {
    /// With C in the range of the paper.
    pub(crate) best: Vec<Best>,
    /// With any C that was tried.
    pub(crate) widest: Vec<Best>,
    pub(crate) rounds: usize,
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
        let same = |earlier: &Row| earlier.origin == row.origin && earlier.powers == row.powers;
        let result = match experiment.rows[..number].iter().position(same) {
            Some(earlier) => results[earlier].clone(),
            None => one(experiment, row, settings, dir)?,
        };
        ended(number, &result)?;
        results.push(result);
    }
    Ok(results)
}

/// Runs one stream, or means over its draws.
fn one(
    experiment: &Experiment,
    row: &Row,
    settings: &Settings,
    dir: &Path,
) -> Result<StreamResult> {
    let start = Instant::now();
    let limit = settings.limit.unwrap_or(usize::MAX);
    let threads = threads::count(settings.threads);
    let mut means: Vec<Score> = Vec::new();
    let mut rounds = 0;
    let repetitions = settings.repetitions.max(1);
    for repetition in 0..repetitions {
        let stream = Stream::load(row.origin, dir, (settings.seed, repetition as u64), limit)?;
        rounds = stream.rounds();
        let scores = grid::run(experiment, row, &stream, threads)?;
        if means.is_empty() {
            means = scores.iter().map(|score| Score { error: 0.0, ..score.clone() }).collect();
        }
        for (mean, score) in means.iter_mut().zip(scores) {
            mean.error += score.error / repetitions as f64;
        }
    }
    let algorithms = 0..experiment.algorithms.len();
    let best = |powers: Powers| {
        algorithms.clone().filter_map(|algorithm| best(&means, algorithm, powers)).collect()
    };
    let (best, widest) = (best(row.powers), best(experiment.tried));
    Ok(StreamResult { best, widest, rounds, seconds: start.elapsed().as_secs_f64() })
}

/// The setting with the fewest mistakes among those with C in a range, the first of equals.
fn best(scores: &[Score], algorithm: usize, (least, most): Powers) -> Option<Best> {
    let range = f64::from(least).exp2()..=f64::from(most).exp2();
    let fits = |score: &&Score| {
        score.algorithm == algorithm && range.contains(&score.setting.aggressiveness)
    };
    let own = scores.iter().filter(fits);
    let Score { error, setting, curve, .. } =
        own.reduce(|a, b| if b.error < a.error { b } else { a })?.clone();
    Some(Best { error, setting, curve })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_looked_for_within_the_range() {
        let score = |power: i32, error| {
            let setting = Setting { aggressiveness: f64::from(power).exp2(), margin: 1.0 };
            Score { algorithm: 0, setting, error, curve: Vec::new() }
        };
        let scores = [score(-9, 1.0), score(-5, 3.0), score(0, 2.0), score(3, 2.0)];
        let found = |powers| best(&scores, 0, powers).map(|best| best.error);
        assert_eq!((found((-5, 3)), found((-9, 3)), found((4, 5))), (Some(2.0), Some(1.0), None));
        assert_eq!(best(&scores, 0, (-5, 3)).unwrap().setting, scores[2].setting);
        assert_eq!(best(&scores, 1, (-9, 3)), None);
    }
}
