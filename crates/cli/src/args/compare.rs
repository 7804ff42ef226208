//! `noregret compare` as typed.

use super::{DataArgs, LearnerArgs, ProofArgs};
use clap::Args;
use noregret::core::replay::hindsight::Goal;
use noregret::train::Comparison;
use noregret::{Choice, Training};
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
    #[arg(
        long,
        default_value_t = 1,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(crate) passes: u64,
    /// Draw error, loss and certified regret against rounds as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// After the pass, find the best fixed predictor for the loss, geometry and C of each, and show
    /// the true regret against it beside the certified one; keeps the data in memory, once for all
    #[arg(long, conflicts_with = "passes")]
    pub(crate) hindsight: bool,
    /// Stop each search of --hindsight when the value is surely within this share of the least
    #[arg(
        long,
        default_value_t = 1e-3,
        value_name = "GAP",
        allow_negative_numbers = true,
        requires = "hindsight"
    )]
    pub(crate) gap: f64,
    /// Give up after so many sweeps over the data under --hindsight
    #[arg(long, default_value_t = 1000, value_name = "N", requires = "hindsight")]
    pub(crate) max_sweeps: u64,
    #[command(flatten)]
    pub(crate) proof: ProofArgs,
    /// JSON lines on standard output, one an algorithm
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) learner: LearnerArgs,
    #[command(flatten)]
    pub(crate) reading: DataArgs,
}

impl CompareArgs {
    /// The comparison that was asked for, for the engine.
    pub(crate) fn comparison(&self) -> Comparison {
        let choice = Choice { algorithm: None, ..self.learner.choice() };
        let training = Training {
            data: self.data.clone(),
            choice,
            reading: self.reading.reading(),
            passes: self.passes,
            certify: self.proof.mode(),
            ..Training::default()
        };
        let goal = Goal { gap: self.gap, max_sweeps: self.max_sweeps, ..Goal::default() };
        Comparison {
            training,
            among: self.learner.algorithm.clone(),
            test: self.test.clone(),
            curves: self.plot.is_some(),
            hindsight: self.hindsight.then_some(goal),
        }
    }
}
