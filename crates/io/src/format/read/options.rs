//! How data is to be read: one set of options for all formats.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cache::CacheUse;
use crate::features::{Interaction, PartColumns};
use crate::format::{ConllOptions, CsvOptions};
use crate::label::LabelUse;
use crate::row::MemoryRows;
use crate::source::{DEFAULT_BLOCK, DEFAULT_LONGEST_LINE, Stop};

/// Which column (CSV) or key (JSON) is the label.
///
/// ```
/// use noregret_io::LabelChoice;
///
/// assert_eq!(LabelChoice::from_text("none"), LabelChoice::None);
/// assert_eq!(LabelChoice::from_text("price"), LabelChoice::Key("price".into()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LabelChoice {
    /// By the usual names; in CSV the last column if there is none.
    #[default]
    Auto,
    /// By the usual names, else there is none.
    Usual,
    /// There are no labels.
    None,
    /// The column or key of this name; in CSV also a column number from 1.
    Key(String),
}

impl LabelChoice {
    /// The choice that a user writes as `none`, or as a name or number.
    pub fn from_text(text: &str) -> Self {
        if text.eq_ignore_ascii_case("none") { Self::None } else { Self::Key(text.to_owned()) }
    }

    /// The text of a choice that a user has made.
    pub fn to_text(&self) -> Option<String> {
        match self {
            Self::Auto | Self::Usual => None,
            Self::None => Some("none".into()),
            Self::Key(key) => Some(key.clone()),
        }
    }
}

/// Options of a reader. Defaults: everything guessed, lines of up to 64 MiB, one thread.
///
/// ```
/// use noregret_io::{LabelChoice, ReadOptions};
///
/// let options = ReadOptions {
///     format: Some("csv".into()),
///     label: LabelChoice::from_text("price"),
///     threads: 0,
///     ..ReadOptions::default()
/// };
/// assert_eq!(options.longest_line, 64 << 20);
/// ```
#[derive(Debug, Clone)]
pub struct ReadOptions {
    /// The name of the format; guessed if `None`.
    pub format: Option<String>,
    /// Which column or key is the label.
    pub label: LabelChoice,
    /// Which column or key is the importance; in JSON `None` means the usual ones.
    pub weight: Option<String>,
    /// Which column or key is the group; `None` means `qid`.
    pub group: Option<String>,
    /// Which columns or keys are text, to be split into words; sorted.
    pub text: Vec<String>,
    /// Which features say the set and the price of a row; they take no part in anything else.
    pub parts: PartColumns,
    /// Which features are multiplied with which.
    pub interact: Vec<Interaction>,
    /// What labels are: a class each, lists of classes or numbers.
    pub labels: LabelUse,
    /// What only concerns CSV and TSV.
    pub csv: CsvOptions,
    /// What only concerns tokens in columns.
    pub conll: ConllOptions,
    /// What to do about caches.
    pub cache: CacheUse,
    /// Bytes read at a time.
    pub block: usize,
    /// How many threads parse, the caller's among them; 0 for all cores. What is read does not
    /// depend on it.
    pub threads: usize,
    /// The longest line in bytes.
    pub longest_line: usize,
    /// Whether the end of a regular file is waited at, for what is appended to it.
    pub follow: bool,
    /// What ends the reading of a pipe, a socket or a file that is followed.
    pub stop: Option<Stop>,
    /// Rows that are read in place of a file, whatever it is called.
    pub memory: Option<Arc<dyn MemoryRows>>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            format: None,
            label: LabelChoice::Auto,
            weight: None,
            group: None,
            text: Vec::new(),
            parts: PartColumns::default(),
            interact: Vec::new(),
            labels: LabelUse::Classes,
            csv: CsvOptions::default(),
            conll: ConllOptions::default(),
            cache: CacheUse::None,
            block: DEFAULT_BLOCK,
            threads: 1,
            longest_line: DEFAULT_LONGEST_LINE,
            follow: false,
            stop: None,
            memory: None,
        }
    }
}
