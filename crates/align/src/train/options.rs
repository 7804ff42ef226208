//! What is chosen before learning.

use crate::dynamic::Tolerance;
use serde::{Deserialize, Serialize};

/// Which alignment a round compares the truth with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Against {
    /// The one that was predicted: Fig. 5.4 of the thesis, which tunes itself.
    #[default]
    Predicted,
    /// The one that costs most with what it scores (Eq. 5.22): PA-I with C = U.
    Maximal,
}

/// How weights are learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TrainingOptions {
    /// Which loss.
    pub against: Against,
    /// The allowances U for comparators to choose from by the cost on held-out examples; with one
    /// of them there is no choice. Default: 1.
    pub complexities: Vec<f64>,
    /// Passes over the examples. Default: 1.
    pub passes: usize,
    /// Whether the average of the weights answers, not the last ones. Default: it does.
    pub averaged: bool,
    /// How far a start may be from the truth without cost. Default: 1 frame.
    pub tolerance: Tolerance,
    /// The least length of an event in frames, 0 or 1. Default: 0.
    pub gap: usize,
}

impl Default for TrainingOptions {
    fn default() -> Self {
        TrainingOptions {
            against: Against::Predicted,
            complexities: vec![1.0],
            passes: 1,
            averaged: true,
            tolerance: Tolerance::default(),
            gap: 0,
        }
    }
}
