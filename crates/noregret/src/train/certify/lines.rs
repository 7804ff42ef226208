//! A file of predictions: one a line, in the order of the rows. It is read at once, gzip and zstd
//! too; empty lines are left out at its end and nowhere else.

use crate::{Error, Result};
use noregret_io::{DataError, ErrorKind, Source};
use std::path::Path;

/// The lines of a file.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) file: String,
    text: String,
    count: u64,
}

impl Lines {
    /// Reads a file, or standard input for `-`.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let file = path.display().to_string();
        let bytes = Source::open(path)?.read_all()?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            let breaks = error.as_bytes()[..good].iter().filter(|byte| **byte == b'\n').count();
            let line = Some(breaks as u64 + 1);
            let kind = ErrorKind::Encoding;
            Error::Data(DataError { file: file.as_str().into(), line, column: None, kind })
        })?;
        Lines::of(file, text)
    }

    /// The lines of a text, which messages call `file`.
    pub(super) fn of(file: String, text: String) -> Result<Self> {
        let mut lines = Lines { file, text, count: 0 };
        lines.count = lines.iter().count() as u64;
        if lines.count == 0 {
            return Err(Error::Other(format!("{}: there is no prediction", lines.file)));
        }
        let empty = lines.iter().find(|(_, line)| line.is_empty());
        match empty.map(|(number, _)| number) {
            Some(number) => {
                Err(lines.broken(number, "the line is empty: every row has one".into()))
            }
            None => Ok(lines),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> u64 {
        self.count
    }

    /// Each with its number, from 1, without blanks around it.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, &str)> {
        let text = self.text.strip_prefix('\u{feff}').unwrap_or(&self.text);
        (1..).zip(text.trim_end().lines().map(str::trim))
    }

    /// A complaint about a line.
    pub(super) fn broken(&self, number: u64, reason: String) -> Error {
        Error::row(&self.file, number, reason)
    }
}

/// What stands between blanks and commas.
pub(super) fn tokens(line: &str) -> impl Iterator<Item = &str> + Clone {
    line.split(|c: char| c.is_whitespace() || c == ',').filter(|token| !token.is_empty())
}

/// What stands before the first blank: others write a tag after it.
pub(super) fn first(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or(line)
}

/// A token as a number.
pub(super) fn number(token: &str) -> std::result::Result<f64, String> {
    let read = noregret_io::number::parse(token.as_bytes());
    read.map_err(|error| format!("'{token}' {error}"))
}

/// Whether a token is a number, of any size.
pub(super) fn is_number(token: &str) -> bool {
    use noregret_io::number::{NumberError, parse};
    parse(token.as_bytes()) != Err(NumberError::NotANumber)
}
