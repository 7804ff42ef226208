//! `noregret compare` as typed.

use super::{DataArgs, LearnArgs, LearnerArgs, Order};
use clap::Args;
use std::path::PathBuf;

/// `noregret compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// Data files, read once in this order, each row learned from by all (`-` for standard input)
    #[arg(required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// Error of each on this data after learning
    #[arg(long, value_name = "DATA")]
    pub(crate) test: Option<PathBuf>,
    /// How often to go through the data
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) passes: u64,
    /// JSON lines on standard output, one an algorithm
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) learner: LearnerArgs,
    #[command(flatten)]
    pub(crate) reading: DataArgs,
}

impl CompareArgs {
    /// The run of `learn` that all learners share, which says nothing itself.
    pub(crate) fn learning(&self, learner: LearnerArgs) -> LearnArgs {
        LearnArgs {
            predictions: None,
            data: self.data.clone(),
            output: None,
            resume: None,
            passes: self.passes,
            cache: false,
            test: self.test.clone(),
            test_every: None,
            interact: Vec::new(),
            tolerance: None,
            order: Order::default(),
            max_updates: 0,
            until_gap: None,
            max_sweeps: 0,
            seed: 0,
            json: false,
            quiet: true,
            progress: false,
            no_progress: true,
            learner,
            reading: self.reading.clone(),
        }
    }
}
