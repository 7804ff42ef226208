//! Rows to text: the formats of [`format`](mod@crate::format), written.
//!
//! What is written reads back as the same rows, or is refused: nothing is renamed or lost silently
//! (except tags, which svmlight keeps as a comment and CSV drops). Numbers are written in the
//! shortest form that reads back as the same `f64`.
//!
//! A new format is a file with a `pub(crate) const WRITER: Writer` and its line in [`WRITERS`].

mod csv;
mod error;
mod formatter;
mod jsonl;
mod sink;
mod svmlight;
mod vw;
mod writer;

pub use error::{WriteError, WriteFault};
pub(crate) use formatter::RowFormatter;
pub(crate) use sink::Sink;
pub use svmlight::numbered_names;
pub use writer::{DataWriter, WriteOptions};

use crate::cache;
use crate::features::FeatureSpace;

/// A format that can be written.
pub struct Writer {
    /// Its name, as in [`FORMATS`](crate::FORMATS).
    pub name: &'static str,
    /// True if all features must be known before the first row is written, so that the data has to
    /// be read twice.
    pub needs_all_features: bool,
    pub(crate) formatter: fn(&FeatureSpace, &WriteOptions) -> Box<dyn RowFormatter>,
}

/// All formats that can be written.
pub static WRITERS: &[Writer] =
    &[jsonl::WRITER, vw::WRITER, svmlight::WRITER, csv::TSV_WRITER, csv::WRITER, cache::WRITER];
