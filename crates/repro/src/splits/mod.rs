//! Risk bounds on random splits: how often those of `learn --risk` fail, and how loose they are.
//!
//! Data sets are split many times into rows to learn from and rows held out.
//!
//! | file | what it holds |
//! |---|---|
//! | `sets` | the table of data sets, and their reader |
//! | `split` | one split: a run, its bounds, and the errors on the rows held out |
//! | `perform` | all splits of all sets |
//! | `section` | the results as Markdown and as JSON |

mod perform;
mod section;
mod sets;
mod split;

use crate::args::Args;
use crate::failure::{Failure, Result};
use crate::output::{finish, print};
use perform::{SetResult, Settings, perform};

/// What the experiment is called.
pub(crate) const NAME: &str = "risk-splits";
/// Its title.
pub(crate) const TITLE: &str = "Risk bounds on random splits";
/// Splits of every set.
pub(crate) const SPLITS: usize = 200;
/// The probability with which a bound may fail.
const DELTA: f64 = 0.05;
/// Rows at most to learn from, and at most to hold out.
const MOST: usize = 2000;

/// Runs the experiment and writes what came out.
pub(crate) fn repeat(args: &Args) -> Result<()> {
    if args.epochs.is_some() {
        return Err(Failure::usage(format!("{NAME} is one pass: leave out --epochs")));
    }
    let settings = Settings {
        splits: args.shuffles.unwrap_or(SPLITS).max(1),
        seed: args.seed,
        limit: args.limit().unwrap_or(MOST),
        threads: args.threads(),
    };
    let ended = |result: &SetResult| match args.json {
        true => print(&section::object(result).to_string()),
        false => Ok(()),
    };
    let results = perform(&settings, &args.data_dir(), ended)?;
    finish(args, NAME, |_| section::section(&results, &settings), Vec::new)
}
