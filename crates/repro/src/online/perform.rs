//! All streams of an online experiment, and the best setting of every algorithm on each.

use super::experiments::{Experiment, Powers, Row};
use super::grid::{self, Candidate, Run, Setting};
use super::stream::Stream;
use crate::failure::Result;
use crate::threads;
use std::ops::Range;
use std::path::Path;
use std::time::Instant;

/// On so many draws all settings are tried; then only the best ones.
pub(crate) const SCREENING: usize = 2;
/// So many settings of an algorithm stay, for the paper's range of C and for the wider one.
pub(crate) const KEPT: usize = 3;

/// On so many draws the algorithms are tried that are tried near another one.
pub(crate) const NEAR_DRAWS: usize = 3;

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
    /// Whether another setting does as well.
    pub(crate) tied: bool,
    /// Mistakes after each tenth of the rounds, in the first draw.
    pub(crate) curve: Vec<u64>,
}

/// How a candidate did so far.
#[derive(Clone, Debug)]
struct Score {
    candidate: Candidate,
    /// The sum of the percentages of the draws.
    errors: f64,
    draws: usize,
    /// Of the first draw.
    curve: Vec<u64>,
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
    let threads = threads::count(settings.threads);
    let limit = settings.limit.unwrap_or(usize::MAX);
    let mut rounds = 0;
    let mut measure = |scores: &mut [Score], draws: Range<usize>| -> Result<()> {
        for draw in draws {
            let stream = Stream::load(row.origin, dir, (settings.seed, draw as u64), limit)?;
            rounds = stream.rounds();
            let candidates: Vec<Candidate> = scores.iter().map(|score| score.candidate).collect();
            let runs = grid::run(experiment, &candidates, &stream, threads)?;
            scores.iter_mut().zip(runs).for_each(|(score, run)| score.add(run));
        }
        Ok(())
    };
    let draws = settings.repetitions.max(1);
    let mut scores = fresh(grid::candidates(experiment, row));
    measure(&mut scores, 0..draws.min(SCREENING))?;
    if draws > SCREENING {
        scores = screen(scores, [row.powers, experiment.tried]);
        measure(&mut scores, SCREENING..draws)?;
    }
    let algorithms = 0..experiment.algorithms.len();
    let all = |scores: &[Score], powers: Powers| -> Vec<Best> {
        algorithms.clone().filter_map(|algorithm| best(scores, algorithm, powers)).collect()
    };
    let found: Vec<Setting> = all(&scores, row.powers).iter().map(|best| best.setting).collect();
    let mut late = fresh(grid::near(experiment, &found));
    measure(&mut late, 0..draws.min(NEAR_DRAWS))?;
    scores.extend(late);
    let (best, widest) = (all(&scores, row.powers), all(&scores, experiment.tried));
    Ok(StreamResult { best, widest, rounds, seconds: start.elapsed().as_secs_f64() })
}

/// Candidates before the first draw.
fn fresh(candidates: Vec<Candidate>) -> Vec<Score> {
    let score = |candidate| Score { candidate, errors: 0.0, draws: 0, curve: Vec::new() };
    candidates.into_iter().map(score).collect()
}

impl Score {
    /// Adds the run on one more draw.
    fn add(&mut self, run: Run) {
        if self.draws == 0 {
            self.curve = run.curve;
        }
        self.errors += run.error;
        self.draws += 1;
    }
}

/// The scores of an algorithm with C in a range.
fn within(
    scores: &[Score],
    algorithm: usize,
    (least, most): Powers,
) -> impl Iterator<Item = (usize, &Score)> {
    let range = f64::from(least).exp2()..=f64::from(most).exp2();
    scores.iter().enumerate().filter(move |(_, score)| {
        let candidate = score.candidate;
        candidate.algorithm == algorithm && range.contains(&candidate.setting.aggressiveness)
    })
}

/// The best few of every algorithm, for each of the ranges of C; the first ones of equals.
fn screen(scores: Vec<Score>, ranges: [Powers; 2]) -> Vec<Score> {
    let mut stays = vec![false; scores.len()];
    let algorithms = scores.iter().map(|score| score.candidate.algorithm + 1).max().unwrap_or(0);
    for algorithm in 0..algorithms {
        for range in ranges {
            let mut own: Vec<(usize, &Score)> = within(&scores, algorithm, range).collect();
            own.sort_by(|(_, a), (_, b)| a.errors.total_cmp(&b.errors));
            own.iter().take(KEPT).for_each(|(place, _)| stays[*place] = true);
        }
    }
    scores.into_iter().zip(stays).filter_map(|(score, stays)| stays.then_some(score)).collect()
}

/// The setting with the fewest mistakes among those with C in a range, the first of equals.
fn best(scores: &[Score], algorithm: usize, powers: Powers) -> Option<Best> {
    let own = || within(scores, algorithm, powers).map(|(_, score)| score);
    let Score { candidate, errors, draws, curve } =
        own().reduce(|a, b| if b.errors < a.errors { b } else { a })?;
    let tied = own().filter(|score| score.errors == *errors).count() > 1;
    let error = errors / (*draws).max(1) as f64;
    Some(Best { error, setting: candidate.setting, tied, curve: curve.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(algorithm: usize, power: i32, errors: f64) -> Score {
        let setting = Setting { aggressiveness: f64::from(power).exp2(), margin: 1.0 };
        let candidate = Candidate { algorithm, setting };
        Score { candidate, errors, draws: 2, curve: Vec::new() }
    }

    #[test]
    fn the_best_is_looked_for_within_the_range() {
        let scores = [score(0, -9, 1.0), score(0, -5, 3.0), score(0, 0, 2.0), score(0, 3, 2.0)];
        let found = |powers| best(&scores, 0, powers).map(|best| (best.error, best.tied));
        assert_eq!((found((-5, 3)), found((-9, 3))), (Some((1.0, true)), Some((0.5, false))));
        assert_eq!(found((4, 5)), None);
        assert_eq!(best(&scores, 0, (-5, 3)).unwrap().setting, scores[2].candidate.setting);
        assert_eq!(best(&scores, 1, (-9, 3)), None);
    }

    /// Those outside of the narrow range do not push out those inside.
    #[test]
    fn the_best_of_both_ranges_stay() {
        let outside = [-9, -8, -7].map(|power| score(0, power, 1.0));
        let inside = [(-5, 5.0), (-4, 2.0), (-3, 3.0), (-2, 5.0)];
        let inside = inside.map(|(power, errors)| score(0, power, errors));
        let other = score(1, 3, 99.0);
        let all: Vec<Score> = outside.into_iter().chain(inside).chain([other]).collect();
        let left = screen(all, [(-5, 3), (-9, 3)]);
        let powers = left.iter().map(|s| s.candidate.setting.aggressiveness.log2());
        assert_eq!(powers.collect::<Vec<_>>(), [-9.0, -8.0, -7.0, -5.0, -4.0, -3.0, 3.0]);
    }
}
