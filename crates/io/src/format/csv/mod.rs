//! Tables whose cells are separated by commas, semicolons or tabs.
//!
//! | file | what it holds |
//! |---|---|
//! | `record` | lines to cells: quotes, newlines in quotes |
//! | `options` | [`CsvOptions`]: what the user may choose |
//! | `schema` | [`CsvSchema`]: columns, their types, the label; part of a model |
//! | `delimiter` | which byte separates the cells, if nobody said |
//! | `header` | from the first record (and a schema) to what each cell is |
//! | `cell_number` | numbers in cells: the decimal mark, words that mean "no value" |
//! | `parser` | cells to features |
//! | `plain` | cells of a usual line to features, without looking at a cell twice |
//! | `writer` | rows to records |

mod cell_number;
mod delimiter;
mod header;
mod options;
mod parser;
mod plain;
mod record;
mod schema;
mod writer;

pub use options::{CsvOptions, HeaderChoice};
pub use schema::{Column, ColumnKind, CsvSchema};

use super::{ColumnSupport, Format, Writer};

/// Tables with commas in the list of formats.
pub(crate) const FORMAT: Format = Format {
    name: "csv",
    extensions: &["csv"],
    description: "cells between commas or semicolons; numbers are features, other text is categories",
    columns: ColumnSupport::Table,
    separators: Some("=^"),
    importance: false,
    groups: true,
    ends_groups: false,
    is_cache: false,
    writer: Some(Writer {
        needs_all_features: true,
        numbers_features: false,
        formatter: |space, options| Box::new(writer::TableWriter::new(space, options, b',')),
    }),
    sniff: delimiter::separates,
    settle: None,
    parser: |options| Box::new(parser::TableParser::new(options, None)),
};

/// Tables with tabs in the list of formats.
pub(crate) const TSV_FORMAT: Format = Format {
    name: "tsv",
    extensions: &["tsv"],
    description: "the same as csv with tabs",
    writer: Some(Writer {
        needs_all_features: true,
        numbers_features: false,
        formatter: |space, options| Box::new(writer::TableWriter::new(space, options, b'\t')),
    }),
    sniff: |line| line.contains(&b'\t'),
    settle: None,
    parser: |options| Box::new(parser::TableParser::new(options, Some(b'\t'))),
    ..FORMAT
};
