//! Lines of JSON to rows.

use super::node::Node;
use super::object::{self, ChosenKeys};
use crate::error::{ErrorKind, Fault, Located};
use crate::format::read::{ReadOptions, RowParser, RowTarget, as_text, row_by_line};
use crate::source::Lines;

/// Parses JSON lines.
pub(super) struct JsonlParser {
    keys: ChosenKeys,
    path: String,
}

impl RowParser for JsonlParser {
    fn next_row(&mut self, lines: &mut Lines<'_>, target: RowTarget<'_>) -> Result<bool, Located> {
        row_by_line(lines, target, |line, target| self.parse_line(line, target))
    }

    fn fork(&self) -> Option<Box<dyn RowParser>> {
        Some(Box::new(Self { keys: self.keys.clone(), path: String::new() }))
    }
}

impl JsonlParser {
    pub(super) fn new(options: &ReadOptions) -> Self {
        let keys = ChosenKeys {
            label: options.label.clone(),
            weight: options.weight.clone(),
            group: options.group.clone(),
            text: options.text.clone(),
        };
        Self { keys, path: String::new() }
    }

    fn parse_line(&mut self, line: &[u8], target: &mut RowTarget<'_>) -> Result<bool, Fault> {
        let text = as_text(line)?;
        if text.trim_ascii().is_empty() {
            return Ok(false);
        }
        if !text.trim_ascii_start().starts_with('{') {
            let reason = "expected one JSON object a line; \
                          if the file is in another format, say so with --format";
            return Err(ErrorKind::WrongFormat(reason.into()).into());
        }
        match serde_json::from_str(text).map_err(|error| explain(&error, text))? {
            Node::Object(entries) => {
                object::take_row(&entries, &self.keys, &mut self.path, target)?;
                Ok(true)
            }
            _ => Err(Fault::row("expected one JSON object a line".into())),
        }
    }
}

#[cold]
fn explain(error: &serde_json::Error, text: &str) -> Fault {
    if error.is_eof() {
        let reason = "the JSON object does not end on its line; jq -c . FILE writes each on one";
        return Fault::row(reason.into());
    }
    let at = error.column().saturating_sub(1);
    let found = |word: &&&str| (at.saturating_sub(1)..=at).any(|at| begins(text, at, word));
    if let Some(word) = NUMBERS_OF_PYTHON.iter().find(found) {
        let command = format!("sed 's/{word}/null/g' FILE");
        let reason = format!("{word} is no JSON; {command} writes null, which is no value");
        return Fault::parse(at, reason);
    }
    let whole = error.to_string();
    let reason = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(reason, _)| reason);
    Fault::parse(at, format!("broken JSON: {reason}"))
}

/// What some programs write for numbers that JSON does not have.
const NUMBERS_OF_PYTHON: [&str; 4] = ["NaN", "-Infinity", "Infinity", "nan"];

fn begins(text: &str, at: usize, word: &str) -> bool {
    text.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(word.as_bytes()))
}
