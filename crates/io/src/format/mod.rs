//! Formats: one parser a file, one line each in [`FORMATS`].
//!
//! A new format is a file with a `pub(crate) const FORMAT: Format` and its line in the table; the
//! CLI lists, guesses and opens formats from there.

use crate::cache;

pub mod csv;
mod feed;
mod guess;
mod jsonl;
mod multiplied;
mod options;
mod parser;
mod reader;
mod sheet;
mod svmlight;
mod vw;

pub use csv::{CsvOptions, CsvSchema, Header};
pub(crate) use guess::by_extension;
pub use guess::{by_name, guess};
pub use options::{LabelChoice, ReadOptions};
pub(crate) use parser::RowParser;
pub use reader::DataReader;
pub(crate) use sheet::Target;

/// A format.
pub struct Format {
    /// What `--format` calls it.
    pub name: &'static str,
    /// File name extensions, without the dot.
    pub extensions: &'static [&'static str],
    /// One line for a listing.
    pub description: &'static str,
    /// Whether the first line that is not blank nor a comment looks like it.
    pub(crate) sniff: fn(&[u8]) -> bool,
    /// Makes a parser.
    pub(crate) parser: fn(&ReadOptions) -> Box<dyn RowParser>,
}

/// All formats, in the order in which a first line is tried on them.
pub static FORMATS: &[Format] =
    &[jsonl::FORMAT, vw::FORMAT, svmlight::FORMAT, csv::TSV_FORMAT, csv::FORMAT, cache::FORMAT];
