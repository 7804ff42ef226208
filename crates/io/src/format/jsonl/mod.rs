//! One JSON object a line.
//!
//! | key | meaning |
//! |---|---|
//! | `label`, else `target`, `class`, `y`, in any case (or the one chosen) | the label |
//! | `weight`, else `importance` (or the one chosen) | the importance, 0 or more; default 1 |
//! | `tag`, else `id` | the row's name: string or number |
//! | `qid` (or the one chosen) | the group: a whole number |
//! | `features`, if it is an object | the features; all other keys are then ignored |
//! | any other | a feature |
//!
//! A label is a number, a string, a bool, or an array of numbers and strings (joined by commas);
//! null and `[]` are missing.
//!
//! A number is the feature `key`; a string the feature `key=text` of value 1; true is 1; false and
//! null are absent; an object gives `key.inner`, an array `key.0`, `key.1`, …. A key that is
//! repeated is summed; a row with both `key.inner` and `inner` in `key` is broken. Blank lines are
//! skipped. A key that was said to be text (`outer.inner` if it is nested) gives the feature
//! `key^word` of value 1 for each different word of the strings and numbers in it, also of arrays
//! and objects.
//!
//! | file | what it holds |
//! |---|---|
//! | `parser`, `node`, `object` | a line to a JSON value to a row |
//! | `clash` | keys of a row that would be one feature |
//! | `writer` | rows to lines |

mod clash;
mod node;
mod object;
mod parser;
mod writer;

use super::{ColumnSupport, Format, Writer};

/// JSON lines in the list of formats.
pub(crate) const FORMAT: Format = Format {
    name: "jsonl",
    extensions: &["jsonl", "ndjson", "json"],
    description: "one JSON object a line; keys are features",
    columns: ColumnSupport::Keys,
    separators: Some("=.^"),
    importance: true,
    groups: true,
    ends_groups: false,
    is_cache: false,
    writer: Some(Writer {
        needs_all_features: false,
        numbers_features: false,
        formatter: |_, _| Box::new(writer::JsonlWriter),
    }),
    sniff: |line| line.starts_with(b"{"),
    settle: None,
    parser: |options| Box::new(parser::JsonlParser::new(options)),
};
