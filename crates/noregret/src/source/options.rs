//! How data is to be read, as a user says it.

use crate::{Error, Result};
pub use noregret_io::HeaderChoice;
use noregret_io::{
    ConllOptions, CsvOptions, LabelChoice, ReadOptions, Stop, TemplateError, Templates,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// What to do about a broken row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnError {
    /// Stop there.
    #[default]
    Stop,
    /// Leave it out, and tell how many were.
    Skip,
}

/// Which rows are read; broken ones count like the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// So many at the start are not.
    pub skip: u64,
    /// So many are, at most.
    pub limit: u64,
}

impl Window {
    /// All rows.
    pub const ALL: Window = Window { skip: 0, limit: u64::MAX };
}

/// Options of everything that reads data; the defaults look at the data itself.
///
/// ```
/// use noregret::ReadingOptions;
///
/// let reading = ReadingOptions { label: Some("price".into()), ..ReadingOptions::default() };
/// assert!(reading.options().is_ok());
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReadingOptions {
    /// Name of the format; by name and first line if left open.
    pub format: Option<String>,
    /// Label column (name or number) or JSON key; `none` for no label.
    pub label: Option<String>,
    /// Importance column (name or number) or JSON key.
    pub weight: Option<String>,
    /// Group column (name or number) or JSON key.
    pub group: Option<String>,
    /// Whether a table has a header.
    pub header: HeaderChoice,
    /// Character between cells.
    pub delimiter: Option<char>,
    /// Words that mean "no value" in tables, separated by commas: besides the usual ones, or after
    /// a leading `=` in place of them.
    pub missing: Option<String>,
    /// Decimal mark of tables, a point or a comma.
    pub decimal: Option<char>,
    /// Columns whose numbers are names of categories.
    pub categorical: Vec<String>,
    /// Columns or JSON keys to split into words.
    pub text: Vec<String>,
    /// Templates for the features of tokens in columns: a file of them, or the templates themselves
    /// (the name of a built-in set is one).
    pub templates: Option<String>,
    /// What to do about a broken row.
    pub on_error: OnError,
    /// So many rows at the start are left out.
    pub skip: u64,
    /// So many rows are read, at most.
    pub limit: Option<u64>,
    /// Threads that read ahead and find expensive scores, 0 for all there are.
    pub threads: usize,
    /// Whether the end of the last file is waited at, for rows that are appended to it.
    pub follow: bool,
    /// What ends the reading as the end of the data does, from any thread.
    pub stop: Option<Stop>,
}

impl ReadingOptions {
    /// Whether anything was said about the columns of tables, besides the label.
    pub fn describes_columns(&self) -> bool {
        !matches!(self.header, HeaderChoice::Auto)
            || !self.categorical.is_empty()
            || self.missing.is_some()
            || self.decimal.is_some()
    }

    /// An option that was given and means something in tables only.
    pub(crate) fn table_option(&self) -> Option<&'static str> {
        let given = [
            (self.delimiter.is_some(), "--delimiter"),
            (self.missing.is_some(), "--missing"),
            (self.decimal.is_some(), "--decimal"),
            (!self.categorical.is_empty(), "--categorical"),
            (!matches!(self.header, HeaderChoice::Auto), "--header"),
        ];
        given.into_iter().find(|(given, _)| *given).map(|(_, option)| option)
    }

    /// The columns or keys to split into words, each once, in sorted order.
    pub fn text(&self) -> Vec<String> {
        let all: BTreeSet<&String> = self.text.iter().collect();
        all.into_iter().cloned().collect()
    }

    /// The templates for tokens in columns, if any were given.
    ///
    /// # Errors
    /// [`Error::Usage`] if one is broken, or the file that holds them cannot be read.
    pub fn templates(&self) -> Result<Option<Templates>> {
        let Some(typed) = &self.templates else { return Ok(None) };
        let file = Path::new(typed);
        let text = match file.is_file() {
            true => fs::read_to_string(file)
                .map_err(|error| Error::Usage(format!("--templates {typed}: {error}")))?,
            false => typed.clone(),
        };
        let place = |error: TemplateError| match file.is_file() {
            true => format!("{typed}:{}:{}: {error}", error.line, error.column),
            false => format!("--templates: {error} (byte {}){}", error.column, no_file(typed)),
        };
        text.parse().map(Some).map_err(|error| Error::Usage(place(error)))
    }

    /// Whether the reading was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_asked)
    }

    /// Which rows are read.
    pub fn window(&self) -> Window {
        Window { skip: self.skip, limit: self.limit.unwrap_or(Window::ALL.limit) }
    }

    /// The usual table, but for the words that mean "no value".
    fn cells(&self) -> CsvOptions {
        let mut csv = CsvOptions::default();
        let Some(typed) = &self.missing else { return csv };
        let (words, replace) =
            typed.strip_prefix('=').map_or((typed.as_str(), false), |w| (w, true));
        if replace {
            csv.missing.clear();
            csv.missing_numbers.clear();
        }
        let words = words.split(',').map(str::trim).filter(|word| !word.is_empty());
        csv.missing.extend(words.map(str::to_owned));
        csv
    }

    fn decimal_comma(&self) -> Result<bool> {
        match self.decimal {
            None | Some('.') => Ok(false),
            Some(',') if self.delimiter == Some(',') => {
                Err(Error::Usage("--decimal and --delimiter are the same character".into()))
            }
            Some(',') => Ok(true),
            Some(mark) => Err(Error::Usage(format!("--decimal is . or , and not '{mark}'"))),
        }
    }

    /// The options of a reader.
    ///
    /// # Errors
    /// [`Error::Usage`] if they contradict each other or name what does not exist.
    pub fn options(&self) -> Result<ReadOptions> {
        if self.weight.is_some() && self.weight == self.label {
            return Err(Error::Usage("--label and --weight are the same column".into()));
        }
        if self.group.is_some() && (self.group == self.label || self.group == self.weight) {
            return Err(Error::Usage("--group is a column that is nothing else".into()));
        }
        let delimiter =
            match self.delimiter {
                None => None,
                Some(c) => Some(u8::try_from(c).map_err(|_| {
                    Error::Usage(format!("the delimiter '{c}' is not a single byte"))
                })?),
            };
        check_format(self.format.as_deref())?;
        let label = self.label.as_deref().map(LabelChoice::from_text).unwrap_or_default();
        let csv = CsvOptions {
            header: self.header,
            delimiter,
            categorical: self.categorical.clone(),
            decimal_comma: self.decimal_comma()?,
            ..self.cells()
        };
        let (format, threads) = (self.format.clone(), self.threads);
        let (weight, group, text) = (self.weight.clone(), self.group.clone(), self.text());
        let options = ReadOptions { format, label, weight, group, text, ..ReadOptions::default() };
        let conll = ConllOptions { templates: self.templates()?, ..ConllOptions::default() };
        let (follow, stop) = (self.follow, self.stop.clone());
        Ok(ReadOptions { csv, conll, threads, follow, stop, ..options })
    }
}

/// Refuses a format that does not exist.
///
/// # Errors
/// [`Error::Usage`] that lists those there are.
pub fn check_format(name: Option<&str>) -> Result<()> {
    match name.map(noregret_io::format::by_name) {
        Some(Err(unknown)) => Err(Error::Usage(unknown.to_string())),
        _ => Ok(()),
    }
}

/// What to add where a text may have been meant as the name of a file.
fn no_file(typed: &str) -> String {
    match typed.contains(char::is_whitespace) {
        true => String::new(),
        false => format!(", and there is no file '{typed}'"),
    }
}
