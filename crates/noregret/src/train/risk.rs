//! What a run says about examples still to come, and which predictor it keeps.

use serde::Serialize;

/// What to promise about examples still to come, and which predictor to keep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Risk {
    /// The probability with which a promise may fail; nothing is promised without it.
    pub delta: Option<f64>,
    /// Which predictor the model keeps; the last one if left open.
    pub stop: Option<StopRule>,
    /// What no loss exceeds, as the caller knows.
    pub loss_at_most: Option<f64>,
}

/// Which predictor of a run is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopRule {
    /// One drawn at random.
    Random,
    /// The average of all.
    Average,
    /// The best of a few drawn ones on rows kept for the choice.
    Validate,
}

/// A mean that was met, and what is promised of fresh examples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bound {
    /// The mean of the run.
    pub met: f64,
    /// What that of fresh examples does not exceed.
    pub at_most: f64,
}

/// How a model was chosen on rows kept for it, and what follows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Validated {
    /// Predictors there were to choose from.
    pub candidates: usize,
    /// Rows kept for the choice.
    pub examples: u64,
    /// The mean of the best on these rows.
    pub met: f64,
    /// What its mean on fresh examples does not exceed.
    pub at_most: f64,
}

/// Everything `--risk` and `--stop` have to say.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Fresh {
    /// The probability with which a promise may fail.
    pub delta: Option<f64>,
    /// Rounds that the bounds are about.
    pub rounds: u64,
    /// Rows before them that chose something about the learner.
    pub first: u64,
    /// What no loss exceeds, as was said.
    #[serde(rename = "loss_at_most")]
    pub largest: Option<f64>,
    /// Mistakes of a predictor drawn at random from those of the rounds.
    pub error: Option<Bound>,
    /// Its loss.
    pub loss: Option<Bound>,
    /// The loss of the average of the predictors.
    pub average_loss: Option<Bound>,
    /// The model is the predictor before this of the rounds.
    pub stopped_before: Option<u64>,
    /// How the model was chosen, if by rows kept for it.
    pub validated: Option<Validated>,
    /// What the model is, if that has no promise.
    pub nothing_about: Option<&'static str>,
    /// Why nothing is promised.
    pub nothing: Option<String>,
}
