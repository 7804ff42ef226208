//! `noregret hindsight` as typed.

use super::{DataArgs, LearnerArgs};
use clap::Args;
use noregret::Training;
use noregret::core::replay::hindsight::Goal;
use std::path::PathBuf;

/// `noregret hindsight`.
#[derive(Debug, Args)]
pub(crate) struct HindsightArgs {
    /// Data files, read once, into memory: there must be room for all of it (`-` for standard
    /// input)
    #[arg(required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// Where to write the best fixed predictor, a model like any other
    #[arg(short, long, value_name = "MODEL")]
    pub(crate) output: Option<PathBuf>,
    /// The online run to compare with: a model that learned from this data once; else one is made
    /// while reading
    #[arg(long, value_name = "MODEL")]
    pub(crate) model: Option<PathBuf>,
    /// Stop when the value is surely within this share of the least
    #[arg(long, default_value_t = 1e-4, value_name = "GAP", allow_negative_numbers = true)]
    pub(crate) gap: f64,
    /// Give up after so many sweeps over the data
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    pub(crate) max_sweeps: u64,
    /// Seed of the order of the sweeps
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) learner: LearnerArgs,
    #[command(flatten)]
    pub(crate) reading: DataArgs,
}

impl HindsightArgs {
    /// The run that reads the data.
    pub(crate) fn training(&self) -> Training {
        Training {
            data: self.data.clone(),
            choice: self.learner.choice(),
            reading: self.reading.reading(),
            resume: self.model.clone(),
            output: self.output.clone(),
            seed: self.seed,
            ..Training::default()
        }
    }

    /// When the search ends.
    pub(crate) fn goal(&self) -> Goal {
        let (gap, max_sweeps, seed) = (self.gap, self.max_sweeps, self.seed);
        Goal { gap, max_sweeps, seed, ..Goal::default() }
    }
}
