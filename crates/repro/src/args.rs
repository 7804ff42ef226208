//! The command line, and the command lines that sections mention.

use clap::Parser;
use std::path::PathBuf;

/// Repeat published experiments, and compare with what was published
#[derive(Debug, Parser)]
#[command(name = "noregret-repro", version, max_term_width = 100)]
pub(crate) struct Args {
    /// Experiments to repeat; lists them if there is none
    #[arg(value_name = "NAME", conflicts_with = "all")]
    pub(crate) names: Vec<String>,
    /// All of them
    #[arg(long)]
    pub(crate) all: bool,
    /// Where the data sets are; else $NOREGRET_DATA, else ../shared/data
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
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
    limit: Option<u64>,
    /// Seed of shuffles and draws
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// Threads, else all there are; no result depends on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    threads: Option<u64>,
    /// JSON lines on standard output, one a run, instead of the section
    #[arg(long)]
    pub(crate) json: bool,
}

impl Args {
    /// The folder of the data sets: the flag, else the environment, else beside the repository.
    pub(crate) fn data_dir(&self) -> PathBuf {
        let environment = || std::env::var_os("NOREGRET_DATA").map(PathBuf::from);
        self.data.clone().or_else(environment).unwrap_or_else(|| "../shared/data".into())
    }

    /// The largest number of rows, if one was given.
    pub(crate) fn limit(&self) -> Option<usize> {
        self.limit.map(|n| n as usize)
    }

    /// The number of threads, 0 for all there are.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or(0, |n| n as usize)
    }
}

/// The command line that repeats an experiment with the flags that have a value.
pub(crate) fn command_line(name: &str, flags: &[(&str, Option<u64>)]) -> String {
    let mut words = format!("noregret-repro {name}");
    for (flag, value) in flags {
        if let Some(value) = value {
            words.push_str(&format!(" --{flag} {value}"));
        }
    }
    words
}

/// A value to mention, unless it is the usual one.
pub(crate) fn unless(usual: usize, value: usize) -> Option<u64> {
    (value != usual).then_some(value as u64)
}

/// A seed to mention, unless it is 0.
pub(crate) fn unless_zero(seed: u64) -> Option<u64> {
    (seed != 0).then_some(seed)
}
