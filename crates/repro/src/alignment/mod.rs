//! Alignment of speech with phonemes and of music with scores (thesis, chapter 9).
//!
//! | file | what it holds |
//! |---|---|
//! | `table` | tables of the data: cells by name |
//! | `speech_data` | utterances |
//! | `speech` | the experiment with them |
//! | `music_data` | performances |
//! | `music` | the experiment with them |
//! | `dtw` | baseline: dynamic time warping of chroma |
//! | `gaussian` | baseline: one Gaussian for onsets, one for other frames |

mod dtw;
mod gaussian;
mod music;
mod music_data;
mod speech;
mod speech_data;
mod table;

use crate::args::Args;
use crate::failure::{Failure, Result};
use noregret_align::dynamic::Infeasible;
use noregret_align::train::TrainingError;

/// An experiment with alignment.
#[derive(Debug)]
pub(crate) struct Experiment {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// Its title.
    pub(crate) title: &'static str,
    /// What is done, in a few words.
    pub(crate) about: &'static str,
    run: fn(&Args) -> Result<()>,
}

/// Both of them.
pub(crate) const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: speech::NAME,
        title: speech::TITLE,
        about: "100 + 300 utterances, 100 to test on",
        run: speech::repeat,
    },
    Experiment {
        name: music::NAME,
        title: music::TITLE,
        about: "each of 3 pieces left out",
        run: music::repeat,
    },
];

/// Runs an experiment and writes what came out.
pub(crate) fn repeat(experiment: &Experiment, args: &Args) -> Result<()> {
    if args.epochs.is_some() || args.shuffles.is_some() {
        let name = experiment.name;
        return Err(Failure::usage(format!("{name} has a fixed split: leave out such flags")));
    }
    (experiment.run)(args)
}

impl From<Infeasible> for Failure {
    fn from(error: Infeasible) -> Self {
        Failure::other(error.to_string())
    }
}

impl From<TrainingError> for Failure {
    fn from(error: TrainingError) -> Self {
        Failure::other(error.to_string())
    }
}
