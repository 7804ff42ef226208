//! All splits of all sets.

use super::sets::{SETS, Source};
use super::split::{self, Rows, Split};
use crate::failure::Result;
use crate::threads;
use std::path::Path;

/// What the user may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) splits: usize,
    pub(super) seed: u64,
    /// Rows at most to learn from, and at most to hold out.
    pub(super) limit: usize,
    /// 0 for all there are.
    pub(super) threads: usize,
}

/// All splits of a set.
#[derive(Debug)]
pub(super) struct SetResult {
    pub(super) source: &'static Source,
    /// How many rows each split learns from.
    pub(super) learned: usize,
    pub(super) splits: Vec<Split>,
}

/// Splits all sets; `ended` is told of each.
pub(super) fn perform(
    settings: &Settings,
    dir: &Path,
    mut ended: impl FnMut(&SetResult) -> Result<()>,
) -> Result<Vec<SetResult>> {
    let mut results = Vec::new();
    for source in SETS {
        let rows = source.read(dir)?;
        let splits = all(source, &rows, settings)?;
        let learned = split::learned(rows.len(), settings.limit);
        let result = SetResult { source, learned, splits };
        ended(&result)?;
        results.push(result);
    }
    Ok(results)
}

/// The splits of a set.
fn all(source: &'static Source, rows: &Rows, settings: &Settings) -> Result<Vec<Split>> {
    let one = |number| split::run(source, rows, settings, number);
    threads::share(settings.splits, settings.threads, one)
}
