//! How data is to be read.

use crate::failure::{Failure, Outcome};
use clap::{Args, ValueEnum};
use noregret_io::{CsvOptions, HeaderChoice, LabelChoice, ReadOptions};
use std::collections::BTreeSet;

/// What to do about a broken row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// Stop there
    Stop,
    /// Leave it out, and say how many were
    Skip,
}

/// Whether the first record of a table names its columns.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum HeaderArg {
    /// Look
    Auto,
    /// It does
    Yes,
    /// It does not
    No,
}

/// Flags of every command that reads data.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reading data")]
pub(crate) struct DataArgs {
    /// svmlight, vw, csv, tsv, jsonl or nrc; else by name and first line
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Label column (name or number) or JSON key; `none` for no label
    #[arg(long, value_name = "COL")]
    pub(crate) label: Option<String>,
    /// Importance column (name or number) or JSON key; VW text has its own
    #[arg(long, value_name = "COL")]
    pub(crate) weight: Option<String>,
    /// Group column (name or number) or JSON key, whole numbers; else `qid`
    #[arg(long, value_name = "COL")]
    pub(crate) group: Option<String>,
    /// Whether a table has a header
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) header: HeaderArg,
    /// Character between cells, if not a comma (or a tab in .tsv)
    #[arg(long, value_name = "CHAR")]
    pub(crate) delimiter: Option<char>,
    /// Columns whose numbers are names of categories
    #[arg(long, value_name = "COLS", value_delimiter = ',')]
    pub(crate) categorical: Vec<String>,
    /// Columns or JSON keys to split into words, each a feature column^word
    #[arg(long, value_name = "COLS", value_delimiter = ',')]
    text: Vec<String>,
    /// What to do about a broken row
    #[arg(long, value_enum, default_value = "stop", value_name = "WHAT")]
    pub(crate) on_error: OnError,
    /// Leave out the first N rows (of all files together; in every pass)
    #[arg(long, default_value_t = 0, value_name = "N", hide_default_value = true)]
    pub(crate) skip: u64,
    /// Then read N rows at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// Threads that read ahead and, with a kernel, find scores; else all there are (no result ever depends on it)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    threads: Option<u64>,
}

/// Which rows are read; broken ones count like the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// So many at the start are not.
    pub(crate) skip: u64,
    /// So many are, at most.
    pub(crate) limit: u64,
}

impl Window {
    /// All rows.
    pub(crate) const ALL: Window = Window { skip: 0, limit: u64::MAX };
}

impl DataArgs {
    /// Whether anything was said about the columns of tables, besides the label.
    pub(crate) fn describes_columns(&self) -> bool {
        !matches!(self.header, HeaderArg::Auto) || !self.categorical.is_empty()
    }

    /// The columns or keys to split into words, each once, in sorted order.
    pub(crate) fn text(&self) -> Vec<String> {
        let all: BTreeSet<&String> = self.text.iter().collect();
        all.into_iter().cloned().collect()
    }

    /// Which rows are read.
    pub(crate) fn window(&self) -> Window {
        Window { skip: self.skip, limit: self.limit.unwrap_or(Window::ALL.limit) }
    }

    /// How many threads to use; 0 for all there are.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or(0, |n| usize::try_from(n).unwrap_or(usize::MAX))
    }

    /// The options of the reader.
    pub(crate) fn options(&self) -> Outcome<ReadOptions> {
        if self.weight.is_some() && self.weight == self.label {
            return Err(Failure::Usage("--label and --weight are the same column".into()));
        }
        if self.group.is_some() && (self.group == self.label || self.group == self.weight) {
            return Err(Failure::Usage("--group is a column that is nothing else".into()));
        }
        let delimiter = match self.delimiter {
            None => None,
            Some(c) => Some(u8::try_from(c).map_err(|_| {
                Failure::Usage(format!("the delimiter '{c}' is not a single byte"))
            })?),
        };
        let header = match self.header {
            HeaderArg::Auto => HeaderChoice::Auto,
            HeaderArg::Yes => HeaderChoice::Yes,
            HeaderArg::No => HeaderChoice::No,
        };
        check_format(self.format.as_deref())?;
        let label = self.label.as_deref().map(LabelChoice::from_text).unwrap_or_default();
        let csv = CsvOptions {
            header,
            delimiter,
            categorical: self.categorical.clone(),
            ..CsvOptions::default()
        };
        let (format, threads) = (self.format.clone(), self.threads());
        let (weight, group, text) = (self.weight.clone(), self.group.clone(), self.text());
        let options = ReadOptions { format, label, weight, group, text, ..ReadOptions::default() };
        Ok(ReadOptions { csv, threads, ..options })
    }
}

/// Refuses a format that does not exist.
pub(crate) fn check_format(name: Option<&str>) -> Outcome<()> {
    match name.map(noregret_io::format::by_name) {
        Some(Err(unknown)) => Err(Failure::Usage(unknown.to_string())),
        _ => Ok(()),
    }
}
