//! Tokens in columns, as the shared tasks of CoNLL have them: one token a line, the last column its
//! tag, a blank line after each sentence.
//!
//! | file | what it holds |
//! |---|---|
//! | `options` | [`ConllOptions`]; [`ConllSchema`]: what a model keeps |
//! | `templates`, `template`, `crf` | [`Templates`]: the list as typed, one of it, lines of CRF++ |
//! | `function` | what a template looks at of a cell |
//! | `sets` | built-in lists |
//! | `values`, `expansion`, `pair_table` | from cells to the features of a token |
//! | `sentence`, `parser` | lines to sentences, sentences to rows |
//!
//! It is read only: a row has the features of its templates and not the cells, so that the lines it
//! came from cannot be written again.

mod crf;
mod expansion;
mod function;
mod options;
mod pair_table;
mod parser;
mod sentence;
mod sets;
mod template;
mod templates;
mod values;

use super::capabilities::Settle;
use super::{ColumnSupport, Format, Refusals};
pub use options::{ConllOptions, ConllSchema, TokenMemory};
pub use templates::{TemplateError, Templates};

/// Tokens in columns in the list of formats.
pub(crate) const FORMAT: Format = Format {
    name: "conll",
    extensions: &["conll", "iob", "bio"],
    description: "a token a line in columns, the last its tag, a blank line after each sentence",
    columns: ColumnSupport::Refused(Refusals {
        weight: "tokens in columns have no importance; --weight is for tables and JSON lines",
        group: "the sentence is the group of a token; --group is for tables and JSON lines",
        text: "tokens in columns are words already; --text is for tables and JSON lines",
    }),
    separators: Some("[="),
    importance: false,
    groups: true,
    ends_groups: true,
    is_cache: false,
    writer: None,
    sniff,
    settle: Some(Settle { is_told: parser::is_told, settle: parser::settle }),
    parser: |options| Box::new(parser::ConllParser::new(options)),
};

/// Whether a line can be nothing else: other formats are asked first.
fn sniff(line: &[u8]) -> bool {
    let mut cells = line.split(u8::is_ascii_whitespace).filter(|cell| !cell.is_empty());
    let is_tag = |cell: &[u8]| match cell {
        b"O" => true,
        [b'B' | b'I', b'-', name @ ..] => name.first().is_some_and(u8::is_ascii_alphabetic),
        _ => false,
    };
    line.starts_with(b"-DOCSTART-")
        || (cells.next_back().is_some_and(is_tag) && cells.next().is_some())
}
