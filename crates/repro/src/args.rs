//! `noregret repro`.

use clap::Args;
use std::path::PathBuf;

/// `noregret repro`.
#[derive(Debug, Args)]
pub(crate) struct ReproArgs {
    /// Experiments to repeat; lists them if there is none
    #[arg(value_name = "NAME", conflicts_with = "all")]
    pub(crate) names: Vec<String>,
    /// All of them
    #[arg(long)]
    pub(crate) all: bool,
    /// Where the data sets are; else $NOREGRET_DATA, else ../shared/data
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Write the section into DIR/reproduction.md and the plot beside it, instead of printing
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Shuffles after the file order, or fresh draws; else as the experiment has it
    #[arg(long, value_name = "N")]
    pub(crate) shuffles: Option<usize>,
    /// Epochs; else as many as were published
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) epochs: Option<u64>,
    /// At most so many rows to learn from and to test on
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// Seed of shuffles and draws
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// Threads, else all there are; no result depends on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) threads: Option<u64>,
    /// JSON lines on standard output, one a run, instead of the section
    #[arg(long)]
    pub(crate) json: bool,
}
