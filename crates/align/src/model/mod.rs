//! Aligners with the parameters of their sound, so that a recording is always seen alike.
//!
//! | file | what it holds |
//! |---|---|
//! | `file` | what a model file says of itself |
//! | `speech` | the model that aligns utterances |
//! | `learn_speech` | learning it from labelled utterances |
//! | `music` | the model that aligns performances |
//! | `learn_music` | learning it from performances |
//! | `inspect` | what a model of either kind holds |

mod file;
mod inspect;
mod learn_music;
mod learn_speech;
mod music;
mod speech;

pub use inspect::inspect;
pub use learn_music::MusicLearning;
pub use learn_speech::SpeechLearning;
pub use music::MusicModel;
pub use speech::SpeechModel;

use crate::error::Error;
use crate::output::BaseWeight;
use crate::train::{Scales, TrainingError};

/// An error of training, with the name of the file instead of its number.
fn named(error: TrainingError, name: impl Fn(usize) -> String) -> Error {
    match error {
        TrainingError::Example { number, reason } => {
            Error::whole(&name(number.saturating_sub(1)), reason.to_string())
        }
        other => Error::Parameter(other.to_string()),
    }
}

/// The weights by name.
fn weights(names: &[&'static str], weights: &[f64], scales: &Scales) -> Vec<BaseWeight> {
    let all = names.iter().zip(weights).zip(scales.values());
    all.map(|((&name, &weight), &scale)| BaseWeight { name, weight, scale }).collect()
}
