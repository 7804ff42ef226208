//! Formats: a folder each, with the parser and the writer side by side, and one line in
//! [`FORMATS`].
//!
//! | folder | what it holds |
//! |---|---|
//! | `svmlight`, `vw`, `csv`, `jsonl`, `conll` | one format each (tsv is csv with tabs) |
//! | `read` | what all parsers share, and [`DataReader`] |
//! | `write` | what all writers share, and [`DataWriter`] |
//! | `capabilities` | [`Format`]: what a format says about itself |
//! | `guess` | which format a file is in |
//!
//! A new format is a folder with a `pub(crate) const FORMAT: Format` and its line in the table: it
//! is then listed, guessed, read and written, and what it cannot hold is refused with its own
//! words. The binary [`cache`] is a format too.

mod capabilities;
mod conll;
mod csv;
mod guess;
mod jsonl;
mod read;
mod svmlight;
mod vw;
mod write;

pub use capabilities::{ColumnSupport, Format, Refusals, Writer};
pub use conll::{ConllOptions, ConllSchema, TemplateError, Templates, TokenMemory};
pub use csv::{Column, ColumnKind, CsvOptions, CsvSchema, HeaderChoice};
pub(crate) use guess::by_extension;
pub use guess::{by_name, guess};
pub use read::{DataReader, LabelChoice, ReadOptions};
pub(crate) use read::{RowParser, RowTarget};
pub use write::{DataWriter, WriteError, WriteFault, WriteOptions};
pub(crate) use write::{RowFormatter, Sink};

use crate::cache;

/// All formats, in the order in which a first line is tried on them.
///
/// ```
/// let names: Vec<_> = noregret_io::FORMATS.iter().map(|format| format.name).collect();
/// assert_eq!(names, ["jsonl", "vw", "svmlight", "tsv", "csv", "conll", "nrc"]);
/// ```
pub static FORMATS: &[Format] = &[
    jsonl::FORMAT,
    vw::FORMAT,
    svmlight::FORMAT,
    csv::TSV_FORMAT,
    csv::FORMAT,
    conll::FORMAT,
    cache::FORMAT,
];

/// The format of data that says nothing about itself: a file without rows, or standard output.
///
/// ```
/// assert!(noregret_io::format::by_name(noregret_io::format::DEFAULT_FORMAT).is_ok());
/// ```
pub const DEFAULT_FORMAT: &str = svmlight::FORMAT.name;
