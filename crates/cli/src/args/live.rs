//! Flags of runs on data that is still coming.

use clap::Args;
use noregret::train::Saving;
use std::time::Duration;

/// Checkpoints, and files that grow.
#[derive(Clone, Debug, Args)]
pub(crate) struct LiveArgs {
    /// Write the model after every N rows; --resume goes on from there
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) save_every: Option<u64>,
    /// Write the model when T seconds have passed since the last time
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) save_seconds: Option<u64>,
    /// Wait at the end of the last file for more rows, as tail -F does
    #[arg(long)]
    pub(crate) follow: bool,
    /// Rows that decide what is left open before the first answer; else 1000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) head: Option<u64>,
}

impl LiveArgs {
    /// When the model is written, for the engine.
    pub(crate) fn saving(&self) -> Saving {
        Saving { rows: self.save_every, time: self.save_seconds.map(Duration::from_secs) }
    }

    /// How many rows decide.
    pub(crate) fn head(&self) -> Option<usize> {
        self.head.map(|rows| usize::try_from(rows).unwrap_or(usize::MAX))
    }
}
