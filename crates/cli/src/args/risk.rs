//! `learn --risk` and `--stop` as typed.

use clap::{Args, ValueEnum};
use noregret::train::{self, Risk};

/// Flags about examples still to come.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Batch conversion")]
pub(crate) struct RiskArgs {
    /// Bound the error on fresh rows, but for a probability DELTA (one pass)
    #[arg(long, value_name = "DELTA", allow_negative_numbers = true)]
    pub(crate) risk: Option<f64>,
    /// Which predictor the model keeps: random, average or validate
    #[arg(long, value_enum, value_name = "WHICH", hide_possible_values = true)]
    pub(crate) stop: Option<StopRule>,
    /// No loss can exceed this, you know: --risk bounds the loss too
    #[arg(long, value_name = "X", requires = "risk", allow_negative_numbers = true)]
    pub(crate) loss_at_most: Option<f64>,
}

impl RiskArgs {
    /// What is promised about fresh examples, for the engine.
    pub(crate) fn risk(&self) -> Risk {
        let stop = self.stop.map(|rule| match rule {
            StopRule::Random => train::StopRule::Random,
            StopRule::Average => train::StopRule::Average,
            StopRule::Validate => train::StopRule::Validate,
        });
        Risk { delta: self.risk, stop, loss_at_most: self.loss_at_most }
    }
}

/// Which predictor of a run is kept; the last one if nothing is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StopRule {
    /// One drawn at random (see --seed)
    Random,
    /// The average of all, as --average
    Average,
    /// The best of a few drawn ones on rows kept for the choice (every fifth; needs --risk)
    Validate,
}
