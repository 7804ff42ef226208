//! One JSON object a line.
//!
//! | key | meaning |
//! |---|---|
//! | `label`, else `target`, `class`, `y` (or the one chosen) | the label: number, string, bool, or an array of numbers and strings (joined by commas); null and `[]` are missing |
//! | `weight`, else `importance` (or the one chosen) | the importance, a number of 0 or more; default 1 |
//! | `tag`, else `id` | the row's name: string or number |
//! | `qid` (or the one chosen) | the group: a whole number |
//! | `features`, if it is an object | the features; all other keys are then ignored |
//! | any other | a feature |
//!
//! A number is the feature `key`; a string the feature `key=text` of value 1; true is 1; false and
//! null are absent; an object gives `key.inner`, an array `key.0`, `key.1`, …. A key that is repeated
//! is summed. Blank lines are skipped. A key that was said to be text (`outer.inner` if it is nested) gives the feature
//! `key^word` of value 1 for each different word of the strings and numbers in it, also of arrays and objects.

mod node;
mod object;

use super::Format;
use super::options::ReadOptions;
use super::parser::{RowParser, as_text, row_by_line};
use super::sheet::Target;
use crate::error::{ErrorKind, Fault, Located};
use crate::source::Lines;
use node::Node;
use object::Keys;

/// The registry entry.
pub(crate) const FORMAT: Format = Format {
    name: "jsonl",
    extensions: &["jsonl", "ndjson", "json"],
    description: "one JSON object a line; keys are features",
    sniff: |line| line.starts_with(b"{"),
    parser: |options: &ReadOptions| {
        let keys = Keys {
            label: options.label.clone(),
            weight: options.weight.clone(),
            group: options.group.clone(),
            text: options.text.clone(),
        };
        Box::new(Jsonl { keys, path: String::new() })
    },
};

struct Jsonl {
    keys: Keys,
    path: String,
}

impl RowParser for Jsonl {
    fn next_row(&mut self, lines: &mut Lines<'_>, target: Target<'_>) -> Result<bool, Located> {
        row_by_line(lines, target, |line, target| self.parse_line(line, target))
    }

    fn fork(&self) -> Option<Box<dyn RowParser>> {
        Some(Box::new(Self { keys: self.keys.clone(), path: String::new() }))
    }
}

impl Jsonl {
    fn parse_line(&mut self, line: &[u8], target: &mut Target<'_>) -> Result<bool, Fault> {
        let text = as_text(line)?;
        if text.trim_ascii().is_empty() {
            return Ok(false);
        }
        if !text.trim_ascii_start().starts_with('{') {
            let reason = "expected one JSON object a line; if the file is in another format, say so with --format";
            return Err(ErrorKind::WrongFormat(reason.into()).into());
        }
        match serde_json::from_str(text).map_err(|error| explain(&error))? {
            Node::Object(entries) => {
                object::take_row(&entries, &self.keys, &mut self.path, target)?;
                Ok(true)
            }
            _ => Err(Fault::row("expected one JSON object a line".into())),
        }
    }
}

fn explain(error: &serde_json::Error) -> Fault {
    if error.is_eof() {
        return Fault::row("the JSON object does not end on its line".into());
    }
    let whole = error.to_string();
    let reason = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(reason, _)| reason);
    Fault::parse(error.column().saturating_sub(1), format!("broken JSON: {reason}"))
}
