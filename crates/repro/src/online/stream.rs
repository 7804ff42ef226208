//! A stream of rounds, of either kind, and what an algorithm is shown of each.

use super::blocks::Blocks;
use super::enron::Mail;
use crate::failure::Result;
use noregret::core::{Instance, Label};
use std::path::Path;

/// Where a stream comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Origin {
    /// `enron_folders/USER.svm.gz`.
    Enron {
        /// The user.
        user: &'static str,
        /// How many folders there are.
        classes: usize,
        /// Whether the words of From and To are features too (of `USER.tsv.gz`).
        headers: bool,
    },
    /// Drawn blocks of tasks.
    Blocks {
        /// Tasks per round.
        size: usize,
        /// Features that count.
        relevant: usize,
        /// Share of the blocks whose labels are noisy.
        noise: f64,
    },
}

/// What an algorithm is shown of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// The words of a message, 1 each.
    Words,
    /// The words of a message, scaled to unit length.
    UnitWords,
    /// For each folder which words are common in it (2) and which are rare (-1).
    Additive,
    /// For each folder which words are common in it (1).
    Multiplicative,
    /// The tasks of a block.
    Block,
}

impl Input {
    /// The problem that a round is with this input.
    pub(crate) fn problem(self) -> &'static str {
        match self {
            Input::Words | Input::UnitWords => "label-ranking",
            Input::Additive | Input::Multiplicative => "candidates",
            Input::Block => "tasks",
        }
    }
}

/// A round: what each input shows, and the answer.
pub(crate) trait Round {
    /// The parts of the example.
    fn parts(&self, input: Input) -> &[Instance<'_>];
    /// Its label.
    fn label(&self, input: Input) -> Label<'_>;
}

/// A stream in memory.
#[derive(Debug)]
pub(crate) enum Stream {
    /// Mail by folder.
    Mail(Mail),
    /// Blocks of tasks.
    Blocks(Blocks),
}

impl Stream {
    /// Reads or draws a stream of at most `limit` rounds.
    pub(crate) fn load(origin: Origin, dir: &Path, draw: (u64, u64), limit: usize) -> Result<Self> {
        Ok(match origin {
            Origin::Enron { user, classes, headers } => {
                let dir = dir.join("enron_folders");
                let mut mail = Mail::read(&dir, user, classes, limit)?;
                if headers {
                    mail.add_headers(&dir, user)?;
                }
                Stream::Mail(mail)
            }
            Origin::Blocks { size, relevant, noise } => {
                Stream::Blocks(Blocks::draw(size, relevant, noise, draw, limit)?)
            }
        })
    }

    /// Shows the rounds one after the other.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(&dyn Round) -> Result<()>) -> Result<()> {
        match self {
            Stream::Mail(mail) => mail.for_each(&mut visit),
            Stream::Blocks(blocks) => blocks.for_each(&mut visit),
        }
    }

    /// How many rounds there are.
    pub(crate) fn rounds(&self) -> usize {
        match self {
            Stream::Mail(mail) => mail.rounds(),
            Stream::Blocks(blocks) => blocks.rounds(),
        }
    }

    /// The margin that was planted, 1 where there is none.
    pub(crate) fn margin(&self) -> f64 {
        match self {
            Stream::Mail(_) => 1.0,
            Stream::Blocks(blocks) => blocks.margin(),
        }
    }

    /// How many coordinates an instance has, and how many classes there are (0 for none).
    pub(crate) fn shape(&self) -> (usize, usize) {
        match self {
            Stream::Mail(mail) => mail.shape(),
            Stream::Blocks(_) => (super::blocks::FEATURES, 0),
        }
    }
}
