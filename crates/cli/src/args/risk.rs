//! `learn --risk` and `--stop` as typed.

use clap::{Args, ValueEnum};

/// Flags about examples still to come.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Fresh examples (of independent rows, one pass)")]
pub(crate) struct RiskArgs {
    /// Bound the error on fresh examples; the bound fails with probability DELTA at most
    #[arg(long, value_name = "DELTA", allow_negative_numbers = true)]
    pub(crate) risk: Option<f64>,
    /// Which predictor of the run the model keeps
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(crate) stop: Option<StopRule>,
    /// You know that no loss can exceed this: then --risk bounds the loss too, and that of an average
    #[arg(long, value_name = "X", requires = "risk", allow_negative_numbers = true)]
    pub(crate) loss_at_most: Option<f64>,
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
