//! Reads the rounds of a trace.

use crate::{Error, Result};
use noregret_core::learner::Traced;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Lines};
use std::path::Path;

/// The rounds of a file, one after the other.
#[derive(Debug)]
pub(crate) struct TraceReader {
    lines: Lines<BufReader<File>>,
    file: String,
    line: u64,
}

impl TraceReader {
    /// Opens a trace.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let file = path.display().to_string();
        let opened = File::open(path).map_err(|e| Error::Other(format!("{file}: {e}")))?;
        let mut reader = TraceReader { lines: BufReader::new(opened).lines(), file, line: 0 };
        match reader.next_value()? {
            Some(first) if first["event"] == "trace" && first["version"] == super::VERSION => {
                Ok(reader)
            }
            _ => Err(reader.broken("this is no trace of learn --trace")),
        }
    }

    /// The next round; `None` after the last.
    pub(crate) fn round(&mut self) -> Result<Option<Traced>> {
        let Some(value) = self.next_value()? else {
            return Err(self.broken("the trace ends without its totals"));
        };
        if value["event"] == "end" {
            return Ok(None);
        }
        match serde_json::from_value(value) {
            Ok(traced) => Ok(Some(traced)),
            Err(error) => Err(self.broken(&error.to_string())),
        }
    }

    fn next_value(&mut self) -> Result<Option<Value>> {
        let Some(line) = self.lines.next() else { return Ok(None) };
        self.line += 1;
        let line = line.map_err(|e| self.broken(&e.to_string()))?;
        let value = serde_json::from_str(&line).map_err(|e| self.broken(&e.to_string()))?;
        Ok(Some(value))
    }

    fn broken(&self, reason: &str) -> Error {
        Error::Other(format!("{}:{}: {reason}", self.file, self.line))
    }
}
