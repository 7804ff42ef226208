//! Folders of recordings, each with its labels or its score beside it.
//!
//! | file | what it holds |
//! |---|---|
//! | `recording` | a WAV file with its name |
//! | `folder` | files of a folder that belong together |
//! | `labels` | phones and their starts, from a label file of any kind |
//! | `speech` | utterances to learn from |
//! | `music` | performances to learn from |

mod folder;
mod labels;
mod music;
mod recording;
mod speech;

pub use folder::Skipped;
use folder::{Folder, Pair};
pub use labels::{Labels, SILENCE, read_phones};
pub use music::{Performance, performances, score_of};
pub use recording::Recording;
pub(crate) use speech::check_length;
pub use speech::{LabelledUtterance, utterances};

use crate::audio::Channel;

/// How a folder is read.
#[derive(Clone, Debug, Default)]
pub struct CorpusOptions {
    /// Which channel of the recordings is used.
    pub channel: Channel,
    /// The tier of TextGrids; the one with a name like "phones" if none is chosen.
    pub tier: Option<String>,
    /// Whether broken files are left out; else the first one is an error.
    pub skip_broken: bool,
}

/// What was read, and what was left out.
#[derive(Clone, Debug)]
pub struct Corpus<T> {
    /// The examples, by name.
    pub examples: Vec<T>,
    /// What was left out, with the reasons.
    pub skipped: Vec<Skipped>,
    /// Recordings that were brought to another sample rate.
    pub resampled: usize,
}
