//! Reads a trace, a line at a time.

use crate::{Error, Result};
use noregret_core::learner::Traced;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Lines};
use std::path::Path;

/// What a file that is no trace is told.
const NO_TRACE: &str = "this is no trace, which learn --trace writes";

/// The lines of a file, one after the other.
#[derive(Debug)]
pub(crate) struct TraceReader {
    lines: Lines<BufReader<File>>,
    file: String,
    line: u64,
}

impl TraceReader {
    /// Opens a trace; its first line too.
    pub(crate) fn open(path: &Path) -> Result<(Self, Value)> {
        let file = path.display().to_string();
        let opened = File::open(path).map_err(|e| Error::Other(format!("{file}: {e}")))?;
        let mut reader = TraceReader { lines: BufReader::new(opened).lines(), file, line: 0 };
        let first = match reader.next_line() {
            Ok(None) => return Err(Error::Other(format!("{}: the file is empty", reader.file))),
            Ok(Some(line)) => serde_json::from_str::<Value>(&line).ok(),
            // Bytes that are no text.
            Err(_) => None,
        };
        match first.filter(|first| first["event"] == "trace") {
            None => Err(reader.broken(NO_TRACE)),
            Some(first) if first["version"] != super::VERSION => Err(reader.broken(&format!(
                "a trace of version {}; this program reads version {}",
                first["version"],
                super::VERSION
            ))),
            Some(first) => Ok((reader, first)),
        }
    }

    /// The next round as it is written and as it is meant, or the totals.
    pub(crate) fn next(&mut self) -> Result<(Value, Option<Traced>)> {
        let Some(line) = self.next_line()? else {
            return Err(self.broken("the trace ends without its totals"));
        };
        let value: Value = self.parsed(serde_json::from_str(&line))?;
        if value["event"] == "end" {
            return Ok((value, None));
        }
        let traced = self.parsed(serde_json::from_str(&line))?;
        Ok((value, Some(traced)))
    }

    fn next_line(&mut self) -> Result<Option<String>> {
        let Some(line) = self.lines.next() else { return Ok(None) };
        self.line += 1;
        line.map(Some).map_err(|error| self.broken(&error.to_string()))
    }

    fn parsed<T>(&self, parsed: serde_json::Result<T>) -> Result<T> {
        parsed.map_err(|error| {
            // The number of the line within the line says nothing.
            let text = error.to_string();
            let reason = text.split(" at line ").next().unwrap_or(&text);
            self.broken(&format!("this is no round of a trace: {reason}"))
        })
    }

    /// A complaint about the line that was read last.
    pub(crate) fn broken(&self, reason: &str) -> Error {
        Error::Other(format!("{}:{}: {reason}", self.file, self.line))
    }
}
