//! Comma- and tab-separated tables.
//!
//! | file | what it holds |
//! |---|---|
//! | `record` | lines to cells: quotes, newlines in quotes |
//! | `options` | [`CsvOptions`]: what the user may choose |
//! | `schema` | [`CsvSchema`]: columns, their types, the label; part of a model |
//! | `header` | from the first record (and a schema) to what each cell is |
//! | `table` | the parser: cells to features |
//! | `plain` | the same for the usual line, without looking at a cell twice |

mod header;
mod options;
mod plain;
mod record;
mod schema;
mod table;

pub use options::{CsvOptions, Header};
pub use schema::{Column, ColumnKind, CsvSchema};

use super::Format;

/// The registry entry for commas.
pub(crate) const FORMAT: Format = Format {
    name: "csv",
    extensions: &["csv"],
    description: "comma-separated cells; numbers are features, other text is categories",
    sniff: |line| line.contains(&b','),
    parser: |options| Box::new(table::Table::new(options, b',')),
};

/// The registry entry for tabs.
pub(crate) const TSV_FORMAT: Format = Format {
    name: "tsv",
    extensions: &["tsv"],
    description: "the same as csv with tabs",
    sniff: |line| line.contains(&b'\t'),
    parser: |options| Box::new(table::Table::new(options, b'\t')),
};
