//! What a format says about itself: nothing outside of its folder knows a format by its name.

use super::read::{ReadOptions, RowParser};
use super::write::{RowFormatter, WriteOptions};
use crate::error::Located;
use crate::features::FeatureSpace;

/// A data format: how it is called, recognised, read and written, and what its rows can hold.
///
/// ```
/// use noregret_io::format::{ColumnSupport, by_name};
///
/// let svmlight = by_name("svmlight").expect("known");
/// assert_eq!(svmlight.extensions, ["svm", "svmlight", "libsvm"]);
/// assert!(svmlight.has_numbers_only() && svmlight.groups && !svmlight.importance);
/// let refusals = svmlight.columns.refusals().expect("it has no columns");
/// assert_eq!(refusals.weight, "svmlight has no columns for --weight");
/// assert_eq!(by_name("csv").expect("known").columns, ColumnSupport::Table);
/// ```
pub struct Format {
    /// What `--format` calls it.
    pub name: &'static str,
    /// File name extensions, without the dot.
    pub extensions: &'static [&'static str],
    /// One line for a listing.
    pub description: &'static str,
    /// Whether options can name the column or key of the label, the importance, the group, texts.
    pub columns: ColumnSupport,
    /// The characters that may follow a namespace, column or key within the name of a feature;
    /// `None` if features have numbers only.
    pub separators: Option<&'static str>,
    /// Whether a row has a place for its importance, without a column being chosen for it.
    pub importance: bool,
    /// Whether a row has a place for its group, without a column being chosen for it.
    pub groups: bool,
    /// Whether a group ends with a line of its own, so that its rows come all at once.
    pub ends_groups: bool,
    /// Whether it is the binary cache of data in another format.
    pub is_cache: bool,
    /// How it is written; `None` if it can only be read.
    pub writer: Option<Writer>,
    /// Whether the first line that is not blank nor a comment looks like it.
    pub(crate) sniff: fn(&[u8]) -> bool,
    /// What must be known of the file before its parser is made.
    pub(crate) settle: Option<Settle>,
    /// Makes a parser.
    pub(crate) parser: fn(&ReadOptions) -> Box<dyn RowParser>,
}

impl Format {
    /// Whether features have numbers and no names, so that there are no namespaces either.
    pub fn has_numbers_only(&self) -> bool {
        self.separators.is_none()
    }

    /// Whether templates make the features of its rows.
    pub fn takes_templates(&self) -> bool {
        self.settle.is_some()
    }

    /// The names of the numbers 1, 2, … that stand for the features of this space in written data;
    /// `None` if it is written with their own names or numbers.
    pub fn numbered_names(&self, space: &FeatureSpace) -> Option<Vec<String>> {
        if space.is_all_indices() || !self.writer.as_ref()?.numbers_features {
            return None;
        }
        let slots = 0..space.len() as u32;
        Some(slots.filter_map(|slot| space.name(slot)).map(|name| name.to_string()).collect())
    }
}

/// How the first bytes of a file complete the options of its reader.
pub(crate) struct Settle {
    /// Whether the bytes are enough.
    pub(crate) is_told: fn(&[u8]) -> bool,
    /// Fills in what the options leave open.
    pub(crate) settle: fn(&[u8], &mut ReadOptions) -> Result<(), Located>,
}

/// How rows of a format are written ([`Format::writer`]).
pub struct Writer {
    /// Whether all features must be known before the first row is written, so that the data has to
    /// be read twice.
    pub needs_all_features: bool,
    /// Whether features with names are written as numbers ([`Format::numbered_names`]).
    pub numbers_features: bool,
    /// Makes a formatter.
    pub(crate) formatter: fn(&FeatureSpace, &WriteOptions) -> Box<dyn RowFormatter>,
}

/// Whether the parts of a row have names by which options can choose them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnSupport {
    /// Rows are records of a table, whose header lists the columns.
    Table,
    /// Rows are objects with keys, of which a later row may bring new ones.
    Keys,
    /// There are no columns, and options that name one are refused.
    Refused(Refusals),
    /// There are no columns, and options that name one do nothing.
    Ignored,
}

impl ColumnSupport {
    /// Why options that name a column are refused, if they are.
    pub fn refusals(&self) -> Option<&Refusals> {
        match self {
            Self::Refused(refusals) => Some(refusals),
            Self::Table | Self::Keys | Self::Ignored => None,
        }
    }
}

/// The messages to a user who names a column of a format that has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusals {
    /// About `--weight`.
    pub weight: &'static str,
    /// About `--group`.
    pub group: &'static str,
    /// About `--text`.
    pub text: &'static str,
}
