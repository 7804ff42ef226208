//! What a format provides for writing: a row as bytes.

use crate::features::FeatureSpace;
use crate::quote::quoted;
use crate::row::Row;

/// Formats rows of one format.
pub(crate) trait RowFormatter: Send {
    /// Appends what comes before the first row.
    fn begin(&mut self, _space: &FeatureSpace, _out: &mut Vec<u8>) -> Result<(), String> {
        Ok(())
    }

    /// Appends one row; an error says what the format cannot express.
    fn row(&mut self, row: &Row, space: &FeatureSpace, out: &mut Vec<u8>) -> Result<(), String>;

    /// Appends what comes after the last row.
    fn end(&mut self, _out: &mut Vec<u8>) {}
}

/// Refuses text that is empty, or holds a control character or one of `special`.
pub(crate) fn check_text(
    what: &str,
    text: &str,
    special: &[char],
    format: &str,
) -> Result<(), String> {
    let bad = |c: char| c.is_control() || special.contains(&c);
    if text.is_empty() || text.contains(bad) {
        return Err(format!("{what} {} cannot be written as {format}", quoted(text.as_bytes())));
    }
    Ok(())
}

/// Refuses importance weights in a format that has no place for them.
pub(crate) fn check_weight(row: &Row, format: &str) -> Result<(), String> {
    if row.weight == 1.0 {
        return Ok(());
    }
    Err(format!("{format} has no place for the importance {}", row.weight))
}

/// Refuses groups in a format that has no place for them.
pub(crate) fn check_group(row: &Row, format: &str) -> Result<(), String> {
    row.qid.map_or(Ok(()), |group| Err(format!("{format} has no place for the group {group}")))
}
