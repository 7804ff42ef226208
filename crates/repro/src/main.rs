//! The `noregret-repro` program: published experiments, repeated and compared with the papers.
//!
//! ```text
//! cargo run --release -p noregret-repro -- --all --out docs
//! ```
//!
//! writes docs/reproduction.md. There are four kinds of experiments, a folder each: its `mod.rs`
//! runs an experiment of that kind, its `experiments.rs` (for splits `sets.rs`, for tagging
//! `published.rs`) is the table with the published numbers.
//!
//! | file or folder | what it holds |
//! |---|---|
//! | `args` | the command line |
//! | `experiments` | the list of all experiments, found by name |
//! | `epochs/` | kernels, several epochs, test error after each |
//! | `online/` | one pass over streams, the best of a grid of settings |
//! | `splits/` | risk bounds on random splits |
//! | `alignment/` | signals aligned with events, weights learned and not |
//! | `tagging/` | sequences: text in columns, handwritten words |
//! | `data/` | data sets in memory: readers of the published files, draws, orders |
//! | `output` | where results go: standard output, or the page and its pictures |
//! | `page` | the page that holds the sections of all experiments |
//! | `chart` | lines over a few places as SVG |
//! | `threads` | work on several threads |
//! | `failure` | errors and exit codes |

mod alignment;
mod args;
mod chart;
mod data;
mod epochs;
mod experiments;
mod failure;
mod online;
mod output;
mod page;
mod splits;
mod tagging;
mod threads;

use args::Args;
use clap::Parser;
use experiments::Experiment;
use failure::Result;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("noregret-repro: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Repeats the experiments that were named, or lists all.
fn run(args: &Args) -> Result<()> {
    if args.all {
        return Experiment::all().try_for_each(|experiment| experiment.repeat(args));
    }
    if args.names.is_empty() {
        return Experiment::all().try_for_each(|experiment| experiment.print(args.json));
    }
    // All names are looked up before the first experiment takes its hours.
    let chosen =
        args.names.iter().map(|name| Experiment::find(name)).collect::<Result<Vec<_>>>()?;
    chosen.into_iter().try_for_each(|experiment| experiment.repeat(args))
}
