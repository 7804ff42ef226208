//! What a format provides: rows from the lines of a chunk.
//!
//! One parser of a file, the *first*, is given chunks in their order. Its [forks](RowParser::fork)
//! are given chunks in any order, on any thread. What a fork found counts only if it was
//! [clean](RowParser::is_clean) and the first parser was between two rows when the chunk began;
//! otherwise the first one parses the chunk again.

use super::chunk_rows::RowTarget;
use crate::error::{ErrorKind, Fault, Located};
use crate::format::CsvSchema;
use crate::number;
use crate::quote::quoted;
use crate::source::Lines;

/// Parses rows of one format.
pub(crate) trait RowParser: Send {
    /// Puts the next row into `target`; false if the chunk has no more. After an error the next
    /// call goes on with the next row.
    fn next_row(&mut self, lines: &mut Lines<'_>, target: RowTarget<'_>) -> Result<bool, Located>;

    /// A parser for chunks from here on; `None` if these can only be understood in order.
    fn fork(&self) -> Option<Box<dyn RowParser>>;

    /// How often [`fork`](Self::fork) has come to mean something else.
    fn revision(&self) -> u64 {
        0
    }

    /// Whether no row is left open and, in a fork, nothing hung on the chunks before.
    fn is_clean(&self) -> bool {
        true
    }

    /// The end of the data: the error if a row is left open.
    fn finish(&mut self) -> Result<(), Located> {
        Ok(())
    }

    /// The byte between cells, if rows have any.
    fn delimiter(&self) -> Option<u8> {
        None
    }

    /// The columns, if the format has any.
    fn schema(&self) -> Option<&CsvSchema> {
        None
    }
}

/// Feeds lines to `parse` until one of them is a row; for formats with one row a line.
#[inline]
pub(crate) fn row_by_line(
    lines: &mut Lines<'_>,
    target: RowTarget<'_>,
    mut parse: impl FnMut(&[u8], &mut RowTarget<'_>) -> Result<bool, Fault>,
) -> Result<bool, Located> {
    let mut target = target;
    loop {
        let Some(line) = lines.next_line()? else { return Ok(false) };
        target.row.line = lines.line();
        match parse(line, &mut target) {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            Err(fault) => return Err(Located { line: lines.line(), fault }),
        }
    }
}

/// An importance: a finite number of 0 or more.
pub(crate) fn importance(text: &str) -> Result<f64, String> {
    let shown = || quoted(text.as_bytes());
    match number::parse(text.as_bytes()) {
        Ok(weight) if weight >= 0.0 => Ok(weight),
        Ok(_) => Err(format!("importance {} is negative", shown())),
        Err(error) => Err(format!("importance {} {error}", shown())),
    }
}

/// The line as text; what is wrong with it otherwise.
pub(crate) fn as_text(line: &[u8]) -> Result<&str, Fault> {
    if memchr::memchr(0, line).is_some() {
        return Err(ErrorKind::Binary.into());
    }
    std::str::from_utf8(line)
        .map_err(|error| Fault { at: Some(error.valid_up_to()), kind: ErrorKind::Encoding })
}
