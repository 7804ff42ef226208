//! Rows to svmlight text: `label [qid:N] index:value … [# tag]`, indices ascending.
//!
//! If all features have integer keys these are the indices. Otherwise every feature is written as
//! its slot + 1, and
//! [`Format::numbered_names`](crate::Format::numbered_names) tells what the numbers mean.

use std::io::Write;

use super::FORMAT;
use crate::features::{FeatureName, FeatureSpace};
use crate::format::write::{RowFormatter, check_text, check_weight};
use crate::number::push_shortest;
use crate::row::Row;

const NAME: &str = FORMAT.name;

/// Formats svmlight text.
pub(super) struct SvmlightWriter {
    /// Whether slots stand for the features, some of which have names.
    numbered: bool,
    features: Vec<(u64, f64)>,
}

impl RowFormatter for SvmlightWriter {
    fn row(&mut self, row: &Row, space: &FeatureSpace, out: &mut Vec<u8>) -> Result<(), String> {
        check_weight(row, NAME)?;
        let start = out.len();
        if let Some(label) = row.label.text() {
            check_text("label", &label, &[' ', ':', '#', '|'], NAME)?;
            out.extend_from_slice(label.as_bytes());
        }
        let mut separator: &[u8] = if out.len() == start { b"" } else { b" " };
        if let Some(group) = row.qid {
            out.extend_from_slice(separator);
            // Writing to a Vec cannot fail.
            let _ = write!(out, "qid:{group}");
            separator = b" ";
        }
        self.sort(row, space);
        for &(index, value) in &self.features {
            out.extend_from_slice(separator);
            let _ = write!(out, "{index}:");
            push_shortest(out, value);
            separator = b" ";
        }
        if out.len() == start {
            return Err("svmlight has no way to write a row without label and features".into());
        }
        if !row.tag.is_empty() {
            check_text("tag", &row.tag, &[], NAME)?;
            let _ = write!(out, " # {}", row.tag);
        }
        out.push(b'\n');
        Ok(())
    }
}

impl SvmlightWriter {
    pub(super) fn new(space: &FeatureSpace) -> Self {
        Self { numbered: !space.is_all_indices(), features: Vec::new() }
    }

    fn sort(&mut self, row: &Row, space: &FeatureSpace) {
        self.features.clear();
        for (slot, value) in row.features() {
            let index = match space.name(slot) {
                Some(FeatureName::Index(key)) if !self.numbered => u64::from(key),
                Some(FeatureName::Hashed(_)) => u64::from(slot),
                _ => u64::from(slot) + 1,
            };
            self.features.push((index, value));
        }
        self.features.sort_unstable_by_key(|&(index, _)| index);
    }
}
