//! Learning the weights of base functions.
//!
//! | file | what it holds |
//! |---|---|
//! | `scale` | base functions brought to a common scale |
//! | `example` | base functions with the truth, which their candidates hold |
//! | `structure` | alignment as a structured output of the core |
//! | `learn` | passes of the learner; the choice of U |
//! | `options` | what is chosen before |
//! | `summary` | what a run proves |
//! | `model_file` | aligners as bytes |

mod example;
mod learn;
pub(crate) mod model_file;
mod options;
mod scale;
mod structure;
mod summary;

pub use example::{Example, Widen};
pub use learn::{Learned, learn};
pub use options::{Against, TrainingOptions};
pub use scale::Scales;
pub use structure::Aligning;
pub use summary::Summary;

use crate::dynamic::Infeasible;
use crate::words::count;

/// Why nothing could be learned.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrainingError {
    /// There are no examples to learn the weights from.
    #[error("{}: at least {needed} are needed", count(*given, "example"))]
    TooFew {
        /// How many there are.
        given: usize,
        /// How many it takes.
        needed: usize,
    },
    /// An example cannot be aligned.
    #[error("example {number}: {reason}")]
    Example {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        reason: Infeasible,
    },
    /// The learner refused a round or an option.
    #[error(transparent)]
    Learner(#[from] noregret_core::Error),
}

/// Why bytes are not an aligner, or an aligner cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// It is not a model file.
    #[error(transparent)]
    File(#[from] noregret_io::model::ModelError),
    /// It is a model of another kind.
    #[error("the model is not a {0}")]
    Kind(&'static str),
    /// A part is missing or invalid.
    #[error("the model is broken: {0}")]
    Content(String),
}
