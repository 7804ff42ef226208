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
