//! How often the risk bounds of `learn --risk` fail on real data, and how loose they are: many random splits of a set into rows to
//! learn from and rows held out.
//!
//! | file | what it holds |
//! |---|---|
//! | `sets` | the data |
//! | `split` | one split: a run, its bounds, and the errors on the rows held out |
//! | `section` | what came out, as Markdown |

pub(crate) mod section;
mod sets;
mod split;

use crate::failure::{Failure, Outcome};
use sets::{SETS, Source};
use split::{Rows, Split};
use std::path::Path;

/// What the experiment is called.
pub(crate) const NAME: &str = "risk-splits";
/// Its title.
pub(crate) const TITLE: &str = "Risk bounds on random splits";
/// The probability with which a bound may fail.
pub(crate) const DELTA: f64 = 0.05;
/// Splits of every set.
pub(crate) const SPLITS: usize = 200;
/// Rows at most to learn from, and at most to hold out.
pub(crate) const MOST: usize = 2000;

/// What the user may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) splits: usize,
    pub(crate) seed: u64,
    /// Rows at most to learn from, and at most to hold out.
    pub(crate) limit: usize,
    /// 0 for all there are.
    pub(crate) threads: usize,
}

/// All splits of a set.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) source: &'static Source,
    pub(crate) learned: usize,
    pub(crate) splits: Vec<Split>,
}

/// Splits all sets; `ended` is told of each.
pub(crate) fn perform(
    settings: &Settings,
    dir: &Path,
    mut ended: impl FnMut(&Line) -> Outcome<()>,
) -> Outcome<Vec<Line>> {
    let mut lines = Vec::new();
    for source in SETS {
        let rows = source.read(dir)?;
        let splits = all(source, &rows, settings)?;
        let learned = split::learned(rows.len(), settings.limit);
        let line = Line { source, learned, splits };
        ended(&line)?;
        lines.push(line);
    }
    Ok(lines)
}

/// The splits, each thread taking every so manieth; no result depends on their number.
fn all(source: &'static Source, rows: &Rows, settings: &Settings) -> Outcome<Vec<Split>> {
    let threads = match settings.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let some = |first: usize| {
        let numbers = (first..settings.splits).step_by(threads);
        let one = |number| Ok((number, split::play(source, rows, settings, number)?));
        numbers.map(one).collect::<Outcome<Vec<(usize, Split)>>>()
    };
    let parts = std::thread::scope(|scope| {
        let some = &some;
        let running: Vec<_> = (0..threads).map(|first| scope.spawn(move || some(first))).collect();
        let lost = |_| Failure::Other("a thread of the experiment stopped".into());
        let joined = running.into_iter().map(|thread| thread.join().map_err(lost).flatten());
        joined.collect::<Outcome<Vec<_>>>()
    })?;
    let mut splits: Vec<(usize, Split)> = parts.into_iter().flatten().collect();
    splits.sort_by_key(|(number, _)| *number);
    Ok(splits.into_iter().map(|(_, split)| split).collect())
}
