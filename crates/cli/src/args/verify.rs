//! `noregret verify`: what was typed.

use super::DataArgs;
use clap::Args;
use noregret::Verification;
use std::path::PathBuf;

/// `noregret verify`.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// Model file
    model: PathBuf,
    /// The data it learned from, in the same order
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The trace of its run (learn --trace), to be compared with the run made again
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Leave out every Nth row, as learn --test-every N did
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    test_every: Option<u64>,
    /// JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    reading: DataArgs,
}

impl VerifyArgs {
    /// What is to be checked, for the engine.
    pub(crate) fn verification(&self) -> Verification {
        Verification {
            model: self.model.clone(),
            data: self.data.clone(),
            trace: self.trace.clone(),
            test_every: self.test_every,
            reading: self.reading.reading(),
        }
    }
}
