//! Alignments as text, TextGrid and JSON; how far they are from the truth; what models hold.
//!
//! | file | what it holds |
//! |---|---|
//! | `speech` | phones with their times |
//! | `music` | notes with their onsets |
//! | `accuracy` | distances from the truth |
//! | `report` | what is said about a model that has been learned |
//! | `inspection` | what a model holds |
//! | `certificate` | what its run proves |

mod accuracy;
mod certificate;
mod inspection;
mod music;
mod report;
mod speech;

pub use accuracy::{Accuracy, TOLERANCES};
pub use inspection::{BaseWeight, Inspection};
pub use music::{AlignedNote, MusicAlignment};
pub use report::Report;
pub use speech::SpeechAlignment;

/// How an alignment is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Lines of columns.
    #[default]
    Text,
    /// A Praat TextGrid in long form.
    TextGrid,
    /// One JSON object.
    Json,
}
