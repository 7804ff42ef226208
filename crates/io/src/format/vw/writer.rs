//! Rows to Vowpal Wabbit text: `label [importance] 'tag|namespace feature:value …`.
//!
//! A name `ns^name` is written in the namespace `ns`, a name `^name` in the default one. A value of
//! 1 is left out. A name `name:text` is written as it is.

use std::io::Write;

use super::FORMAT;
use super::parser::{is_text, needs_mark};
use crate::features::{FeatureName, FeatureSpace};
use crate::format::write::{RowFormatter, check_text};
use crate::number::push_shortest;
use crate::row::Row;

const NAME: &str = FORMAT.name;

/// Formats Vowpal Wabbit text.
pub(super) struct VwWriter;

impl RowFormatter for VwWriter {
    fn row(&mut self, row: &Row, space: &FeatureSpace, out: &mut Vec<u8>) -> Result<(), String> {
        head(row, out)?;
        let mut current = None;
        for (slot, value) in row.features() {
            let Some(name) = space.name(slot) else { continue };
            let text = name.to_string();
            let (namespace, name) = match name {
                FeatureName::Name(name) => split(name),
                _ => ("", text.as_str()),
            };
            check_text("feature", &text, &[' ', '|'], NAME)?;
            if !is_readable(name, value) {
                check_text("feature", &text, &[':'], NAME)?;
            }
            if current != Some(namespace.to_owned()) {
                let gap = if current.is_some() { " " } else { "" };
                let _ = write!(out, "{gap}|{namespace}");
                current = Some(namespace.to_owned());
            }
            let _ = write!(out, " {name}");
            if value != 1.0 {
                out.push(b':');
                push_shortest(out, value);
            }
        }
        out.extend_from_slice(if current.is_some() { b"\n" } else { b"|\n" });
        Ok(())
    }
}

/// Whether a name without a colon, or one that ends in a text as its value.
fn is_readable(name: &str, value: f64) -> bool {
    let text = |(name, text): (&str, &str)| !name.is_empty() && is_text(text) && value == 1.0;
    name.split_once(':').is_none_or(text)
}

/// Writes what stands before the first `|`: label, importance, tag.
fn head(row: &Row, out: &mut Vec<u8>) -> Result<(), String> {
    if let Some(label) = row.label.text() {
        check_text("label", &label, &[' ', ':', '|', '\''], NAME)?;
        let _ = write!(out, "{label} ");
    }
    if row.weight != 1.0 {
        if row.label.is_missing() {
            return Err("vw has no way to write an importance without a label".into());
        }
        push_shortest(out, row.weight);
        out.push(b' ');
    }
    if !row.tag.is_empty() {
        check_text("tag", &row.tag, &[' ', '|'], NAME)?;
        let _ = write!(out, "'{}", row.tag);
    }
    Ok(())
}

/// The namespace and the name in it; both must have letters.
fn split(name: &str) -> (&str, &str) {
    match name.split_once('^') {
        Some(("", marked)) if needs_mark(marked) => ("", marked),
        Some((namespace, rest)) if !namespace.is_empty() && !rest.is_empty() => (namespace, rest),
        _ => ("", name),
    }
}
