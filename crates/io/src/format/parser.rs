//! What a format provides: the next row of a stream of lines.

use super::csv::CsvSchema;
use crate::error::{DataError, ErrorKind, Fault};
use crate::features::Draft;
use crate::number;
use crate::quote::quoted;
use crate::row::Row;
use crate::source::Lines;

/// Where a parser puts a row: `row` and `draft` come cleared.
pub(crate) struct Target<'a> {
    pub(crate) row: &'a mut Row,
    pub(crate) draft: &'a mut Draft,
}

impl Target<'_> {
    /// Takes the label at byte `at`.
    pub(crate) fn set_label(&mut self, text: &str, at: Option<usize>) -> Result<(), Fault> {
        self.row.label.set(text).map_err(|error| {
            let reason = format!("label {} {error}", quoted(text.as_bytes()));
            Fault { at, kind: ErrorKind::Parse(reason) }
        })
    }
}

/// Parses rows of one format.
pub(crate) trait RowParser: Send {
    /// Puts the next row into `target`; false at the end. After a row error the next call goes on
    /// with the next row.
    fn next_row(&mut self, lines: &mut Lines, target: Target<'_>) -> Result<bool, DataError>;

    /// The columns, if the format has any.
    fn schema(&self) -> Option<&CsvSchema> {
        None
    }
}

/// For formats with one row a line: feeds lines to `parse` until one of them is a row.
pub(crate) fn row_by_line(
    lines: &mut Lines,
    target: Target<'_>,
    mut parse: impl FnMut(&[u8], &mut Target<'_>) -> Result<bool, Fault>,
) -> Result<bool, DataError> {
    let mut target = target;
    loop {
        let Some(line) = lines.next_line()? else { return Ok(false) };
        match parse(line, &mut target) {
            Ok(true) => {
                target.row.line = lines.line();
                return Ok(true);
            }
            Ok(false) => {}
            Err(fault) => return Err(lines.locate(fault)),
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
