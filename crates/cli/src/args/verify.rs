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
    /// The data file it learned from
    data: PathBuf,
    /// The trace of its run (learn --trace); without it the run is made again
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
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
            reading: self.reading.reading(),
        }
    }
}
