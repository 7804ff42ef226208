//! All streams of an online experiment, and the best setting of every contender on each.

use super::arena::{Score, Setting, compete};
use super::stream::{Origin, Stream};
use super::trials::Trial;
use crate::failure::Outcome;
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

/// The best of a contender on a stream.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Best {
    /// Percent of the rounds with a mistake, mean over the draws.
    pub(crate) error: f64,
    pub(crate) setting: Setting,
}

/// A row of the table: one best a contender.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    pub(crate) best: Vec<Best>,
    pub(crate) seconds: f64,
}

/// Plays all streams; `ended` is told of each line.
pub(crate) fn perform(
    trial: &'static Trial,
    settings: &Settings,
    dir: &Path,
    mut ended: impl FnMut(usize, &Line) -> Outcome<()>,
) -> Outcome<Vec<Line>> {
    let mut lines: Vec<Line> = Vec::new();
    for (number, row) in trial.rows.iter().enumerate() {
        let known = trial.rows[..number].iter().position(|earlier| earlier.origin == row.origin);
        let line = match known {
            Some(earlier) => lines[earlier].clone(),
            None => line(trial, row.origin, settings, dir)?,
        };
        ended(number, &line)?;
        lines.push(line);
    }
    Ok(lines)
}

fn line(trial: &Trial, origin: Origin, settings: &Settings, dir: &Path) -> Outcome<Line> {
    let start = Instant::now();
    let limit = settings.limit.unwrap_or(usize::MAX);
    let threads = match settings.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let mut means: Vec<Score> = Vec::new();
    let repetitions = settings.repetitions.max(1);
    for repetition in 0..repetitions {
        let stream = Stream::load(origin, dir, (settings.seed, repetition as u64), limit)?;
        let scores = compete(trial, &stream, threads)?;
        if means.is_empty() {
            means = scores.iter().map(|score| Score { error: 0.0, ..*score }).collect();
        }
        for (mean, score) in means.iter_mut().zip(scores) {
            mean.error += score.error / repetitions as f64;
        }
    }
    let best = (0..trial.contenders.len()).filter_map(|contender| best(&means, contender));
    Ok(Line { best: best.collect(), seconds: start.elapsed().as_secs_f64() })
}

/// The setting with the fewest mistakes, the first of equals.
fn best(scores: &[Score], contender: usize) -> Option<Best> {
    let own = scores.iter().filter(|score| score.contender == contender);
    let least = own.reduce(|a, b| if b.error < a.error { b } else { a })?;
    Some(Best { error: least.error, setting: least.setting })
}
