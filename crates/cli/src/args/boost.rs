//! `noregret boost` as typed.

use super::DataArgs;
use clap::Args;
use noregret::Training;
use std::path::PathBuf;

/// `noregret boost`.
#[derive(Debug, Args)]
pub(crate) struct BoostArgs {
    /// Data files with two classes, read into memory (`-` for standard input)
    #[arg(required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// Where to write the model
    #[arg(short, long, value_name = "MODEL")]
    pub(crate) output: Option<PathBuf>,
    /// How far a round steps, see `noregret list rules`
    #[arg(long, default_value = "adaboost", value_name = "RULE")]
    pub(crate) rule: String,
    /// Decision stumps at most
    #[arg(
        long,
        default_value_t = 100,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(crate) rounds: u64,
    /// By how much every stump is said to beat a half (rules majority and capped)
    #[arg(long, value_name = "G", allow_negative_numbers = true)]
    pub(crate) gamma: Option<f64>,
    /// Error on this data afterwards
    #[arg(long, value_name = "DATA")]
    pub(crate) test: Option<PathBuf>,
    /// JSON lines on standard output, one a round and one at the end
    #[arg(long)]
    pub(crate) json: bool,
    /// No report
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) reading: DataArgs,
}

impl BoostArgs {
    /// The run that reads the data.
    pub(crate) fn training(&self) -> Training {
        Training {
            data: self.data.clone(),
            reading: self.reading.reading(),
            output: self.output.clone(),
            ..Training::default()
        }
    }
}
