//! The header of a cache: which file it was made of, and how that was read. JSON, so that more can
//! be said in later versions.

use std::fs::Metadata;
use std::path::Path;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use super::FORMAT;
use crate::features::{Interaction, PartColumns};
use crate::format::{
    ConllOptions, ConllSchema, CsvOptions, CsvSchema, Format, HeaderChoice, LabelChoice,
    ReadOptions, Templates, by_name,
};

/// What identifies a state of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Fingerprint {
    pub(super) size: u64,
    /// Seconds and nanoseconds since 1970 of its last change.
    pub(super) modified: (u64, u32),
}

impl Fingerprint {
    /// The fingerprint of the file at `path`, if it is a regular one with a time.
    pub(super) fn read(path: &Path) -> Option<Self> {
        Self::from_metadata(&std::fs::metadata(path).ok()?)
    }

    fn from_metadata(about: &Metadata) -> Option<Self> {
        let since = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        let modified = (since.as_secs(), since.subsec_nanos());
        about.is_file().then_some(Self { size: about.len(), modified })
    }
}

/// The options that decide what rows a file has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RecordedOptions {
    /// The format that was asked for, if any was.
    pub(super) format: Option<String>,
    pub(super) label: LabelChoice,
    /// The column or key of the importance.
    #[serde(default)]
    pub(super) weight: Option<String>,
    /// The column or key of the group.
    #[serde(default)]
    pub(super) group: Option<String>,
    /// The columns or keys that were split into words.
    #[serde(default)]
    pub(super) text: Vec<String>,
    /// The interactions whose products the rows have.
    #[serde(default)]
    pub(super) interact: Vec<Interaction>,
    /// The features that have no part in them.
    #[serde(default, skip_serializing_if = "PartColumns::is_empty")]
    pub(super) parts: PartColumns,
    pub(super) header: HeaderChoice,
    pub(super) delimiter: Option<u8>,
    pub(super) categorical: Vec<String>,
    pub(super) missing: Vec<String>,
    #[serde(default)]
    pub(super) missing_numbers: Vec<String>,
    #[serde(default)]
    pub(super) decimal_comma: bool,
    pub(super) schema: Option<CsvSchema>,
    /// The templates for tokens, and what a model says of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) templates: Option<Templates>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) tokens: Option<ConllSchema>,
    /// Whether the rows of tokens have their lines.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) echo: bool,
    pub(super) longest_line: usize,
}

impl RecordedOptions {
    pub(super) fn new(options: &ReadOptions) -> Self {
        Self {
            format: options.format.clone(),
            label: options.label.clone(),
            weight: options.weight.clone(),
            group: options.group.clone(),
            text: options.text.clone(),
            interact: options.interact.clone(),
            parts: apart(options),
            header: options.csv.header,
            delimiter: options.csv.delimiter,
            categorical: options.csv.categorical.clone(),
            missing: options.csv.missing.clone(),
            missing_numbers: options.csv.missing_numbers.clone(),
            decimal_comma: options.csv.decimal_comma,
            schema: options.csv.schema.clone(),
            templates: options.conll.templates.clone(),
            tokens: options.conll.schema.clone(),
            echo: options.conll.echo,
            longest_line: options.longest_line,
        }
    }
}

/// What says sets and prices is a feature of a cache like the others, so that it only matters to
/// the products.
fn apart(options: &ReadOptions) -> PartColumns {
    match options.interact.is_empty() {
        true => PartColumns::default(),
        false => PartColumns { optional: false, ..options.parts.clone() },
    }
}

/// The header of a cache, which its first frame holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CacheHeader {
    /// The source, if it was a file.
    pub(super) source: Option<Fingerprint>,
    /// The format of the source.
    pub(super) format: String,
    pub(super) reading: RecordedOptions,
    /// The columns and templates of tokens that were found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tokens: Option<ConllSchema>,
}

impl CacheHeader {
    /// The header for a source read as `format`.
    pub(crate) fn new(source: Option<&Path>, format: &str, options: &ReadOptions) -> Self {
        let source = source.and_then(Fingerprint::read);
        let reading = RecordedOptions::new(options);
        Self { source, format: format.to_owned(), reading, tokens: None }
    }

    /// The header for a copy of the rows, fresh for no source: which rows were left out before is
    /// not known.
    pub(crate) fn for_copy(&self) -> Self {
        Self { source: None, ..self.clone() }
    }

    /// The label, the importance, the group, the text columns, the delimiter and the templates that
    /// the source was read with.
    pub(crate) fn choices(&self) -> ReadOptions {
        let RecordedOptions { label, weight, group, text, delimiter, templates, .. } =
            self.reading.clone();
        let conll = ConllOptions { templates, ..ConllOptions::default() };
        let csv = CsvOptions { delimiter, ..CsvOptions::default() };
        ReadOptions { label, weight, group, text, csv, conll, ..ReadOptions::default() }
    }

    /// The format of the source; the cache itself if this version does not know it.
    pub(super) fn format(&self) -> &'static Format {
        by_name(&self.format).unwrap_or(&FORMAT)
    }

    /// Whether the rows have products of features.
    pub(super) fn is_multiplied(&self) -> bool {
        !self.reading.interact.is_empty()
    }
}
