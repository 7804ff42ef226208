//! Sequences: sentences in columns with a fixed split, handwritten words in folds.
//!
//! | file | what it holds |
//! |---|---|
//! | `sentence` | tagged sequences in memory |
//! | `columns`, `letters` | readers of the published files |
//! | `learners` | the learners that are compared |
//! | `run` | one learner: passes, with tests after some |
//! | `line` | what the runs of a learner found |
//! | `text`, `words` | the experiments: what is run, and the section |
//! | `published` | what others published |
//! | `table` | tables and pictures |

mod columns;
mod learners;
mod letters;
mod line;
mod published;
mod run;
mod sentence;
mod table;
mod text;
mod words;

use crate::args::Args;
use crate::failure::{Failure, Result};

/// An experiment of this kind.
#[derive(Debug)]
pub(crate) enum Experiment {
    /// Sentences to learn from and others to test on.
    Text(&'static text::Text),
    /// Handwritten words in folds.
    Words,
}

/// All of them.
pub(crate) static EXPERIMENTS: [Experiment; 3] = [
    Experiment::Text(&text::CHUNKING),
    Experiment::Text(&text::PARTS_OF_SPEECH),
    Experiment::Words,
];

/// Passes, unless others are asked for.
const PASSES: usize = 10;

impl Experiment {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Experiment::Text(text) => text.name,
            Experiment::Words => words::NAME,
        }
    }

    pub(crate) fn title(&self) -> &'static str {
        match self {
            Experiment::Text(text) => text.title,
            Experiment::Words => words::TITLE,
        }
    }

    /// What is done, in a few words.
    pub(crate) fn about(&self) -> String {
        let learners = match self {
            Experiment::Text(text) => text.learners.len(),
            Experiment::Words => words::LEARNED.len(),
        };
        format!("{learners} learners, {PASSES} passes")
    }
}

/// Runs an experiment and writes what came out.
pub(crate) fn repeat(experiment: &Experiment, args: &Args) -> Result<()> {
    if args.shuffles.is_some() {
        let name = experiment.name();
        return Err(Failure::usage(format!("{name} has one order: leave out --shuffles")));
    }
    match experiment {
        Experiment::Text(text) => text::repeat(text, args),
        Experiment::Words => words::repeat(args),
    }
}

/// The number of passes.
fn passes(args: &Args) -> usize {
    args.epochs.map_or(PASSES, |passes| passes as usize)
}
