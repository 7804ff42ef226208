//! How data is to be read.

use clap::{Args, ValueEnum};
use noregret::ReadingOptions;
use noregret::io::FORMATS;
use noregret::source::{self, HeaderChoice};

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
    #[arg(long, value_name = "FORMAT", help = format_help())]
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
    #[arg(
        long,
        value_enum,
        default_value = "auto",
        value_name = "auto|yes|no",
        hide_possible_values = true
    )]
    pub(crate) header: HeaderArg,
    /// Character between cells, if no comma or semicolon (or tab in .tsv)
    #[arg(long, value_name = "CHAR")]
    pub(crate) delimiter: Option<char>,
    /// Words for "no value" in tables, besides NA, null, …; =WORDS: no others
    #[arg(long, value_name = "WORDS", allow_hyphen_values = true)]
    missing: Option<String>,
    /// Decimal mark of tables, . or ,
    #[arg(long, value_name = "CHAR")]
    decimal: Option<char>,
    /// Columns whose numbers are names of categories
    #[arg(long, value_name = "COLS", value_delimiter = ',')]
    pub(crate) categorical: Vec<String>,
    /// Columns or JSON keys to split into words, each a feature column^word
    #[arg(long, value_name = "COLS", value_delimiter = ',')]
    text: Vec<String>,
    /// Features of tokens: a built-in set, "w[-1..1] shape[0]" ..., or a file
    #[arg(long, value_name = "LIST")]
    templates: Option<String>,
    /// What to do about a broken row
    #[arg(
        long,
        value_enum,
        default_value = "stop",
        value_name = "stop|skip",
        hide_possible_values = true
    )]
    pub(crate) on_error: OnError,
    /// Leave out the first N rows (of all files together; in every pass)
    #[arg(long, value_name = "N")]
    pub(crate) skip: Option<u64>,
    /// Then read N rows at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// Threads that read ahead or find scores of kernels; else all (no result differs)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    threads: Option<u64>,
}

/// The help of `--format`: the formats there are.
fn format_help() -> String {
    let names: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
    format!("{}; else by name and first line", names.join(", "))
}

impl DataArgs {
    /// How the data is read, for the engine.
    pub(crate) fn reading(&self) -> ReadingOptions {
        ReadingOptions {
            format: self.format.clone(),
            label: self.label.clone(),
            weight: self.weight.clone(),
            group: self.group.clone(),
            header: match self.header {
                HeaderArg::Auto => HeaderChoice::Auto,
                HeaderArg::Yes => HeaderChoice::Yes,
                HeaderArg::No => HeaderChoice::No,
            },
            delimiter: self.delimiter,
            missing: self.missing.clone(),
            decimal: self.decimal,
            categorical: self.categorical.clone(),
            text: self.text.clone(),
            templates: self.templates.clone(),
            on_error: match self.on_error {
                OnError::Stop => source::OnError::Stop,
                OnError::Skip => source::OnError::Skip,
            },
            skip: self.skip.unwrap_or(0),
            limit: self.limit,
            threads: self.threads.map_or(0, |n| usize::try_from(n).unwrap_or(usize::MAX)),
            ..ReadingOptions::default()
        }
    }
}
