//! Rows to JSON objects: `{"label":…,"weight":…,"tag":…,"qid":…,"features":{"name":value,…}}`.
//!
//! Keys without content are left out. A label is written as a number if that reads back as the
//! same text, otherwise as a string.

use std::io::Write;

use crate::features::FeatureSpace;
use crate::format::write::RowFormatter;
use crate::number::push_shortest;
use crate::row::Row;

/// Formats JSON lines.
pub(super) struct JsonlWriter;

impl RowFormatter for JsonlWriter {
    fn row(&mut self, row: &Row, space: &FeatureSpace, out: &mut Vec<u8>) -> Result<(), String> {
        out.push(b'{');
        if let Some(label) = row.label.text() {
            out.extend_from_slice(b"\"label\":");
            push_label(out, &label, row.label.number())?;
            out.push(b',');
        }
        if row.weight != 1.0 {
            out.extend_from_slice(b"\"weight\":");
            push_shortest(out, row.weight);
            out.push(b',');
        }
        if !row.tag.is_empty() {
            out.extend_from_slice(b"\"tag\":");
            push_text(out, &row.tag)?;
            out.push(b',');
        }
        if let Some(group) = row.qid {
            // Writing to a Vec cannot fail.
            let _ = write!(out, "\"qid\":{group},");
        }
        out.extend_from_slice(b"\"features\":{");
        for (place, (slot, value)) in row.features().enumerate() {
            let Some(name) = space.name(slot) else { continue };
            if place > 0 {
                out.push(b',');
            }
            push_text(out, &name.to_string())?;
            out.push(b':');
            push_shortest(out, value);
        }
        out.extend_from_slice(b"}}\n");
        Ok(())
    }
}

fn push_label(out: &mut Vec<u8>, text: &str, number: Option<f64>) -> Result<(), String> {
    let start = out.len();
    if let Some(number) = number {
        push_shortest(out, number);
        if out.get(start..) == Some(text.as_bytes()) {
            return Ok(());
        }
        out.truncate(start);
    }
    push_text(out, text)
}

fn push_text(out: &mut Vec<u8>, text: &str) -> Result<(), String> {
    serde_json::to_writer(out, text).map_err(|error| error.to_string())
}
