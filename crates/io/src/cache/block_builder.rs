//! A block of rows on its way into the cache: one column for each thing a row has.
//!
//! In this order: the line before the first row (u64) and the steps from row to row; labels and
//! tags ([`texts`](super::texts)); importances ([`reals`](super::reals)); whether there is a group,
//! and which ([`integers`](super::integers)); then the features with integer keys: how many in each
//! row, the keys ([`keys`](super::keys)), the values; then the named features: how many in each
//! row, their numbers, the values. Keys are sorted within a row.

use super::key_numbers::KeysBuilder;
use super::names::NamesBuilder;
use super::texts::TextsBuilder;
use super::{BLOCK_FEATURES, BLOCK_ROWS, ROW_FEATURES, integers, keys, least_width, reals};
use crate::features::Features;
use crate::row::Row;

/// What all blocks share: the numbers of names and keys.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    pub(super) names: NamesBuilder,
    pub(super) keys: KeysBuilder,
}

/// Collects the rows of a block, one column for each thing they have.
#[derive(Debug, Default)]
pub(super) struct BlockBuilder {
    line_before: u64,
    last_line: u64,
    lines: Vec<u64>,
    labels: TextsBuilder,
    tags: TextsBuilder,
    weights: Vec<f64>,
    grouped: Vec<u64>,
    groups: Vec<u64>,
    counts: Vec<u64>,
    keys: Vec<u32>,
    /// The numbers of the keys up to the first that has none.
    key_numbers: Vec<u16>,
    values: Vec<f64>,
    named_counts: Vec<u64>,
    numbers: Vec<u64>,
    named_values: Vec<f64>,
    sorted: Vec<(u32, f64)>,
}

impl BlockBuilder {
    /// The number of rows collected.
    pub(super) fn rows(&self) -> usize {
        self.lines.len()
    }

    /// Whether the block should be written before the next row.
    pub(super) fn is_full(&self) -> bool {
        self.rows() >= BLOCK_ROWS || self.values.len() + self.numbers.len() >= BLOCK_FEATURES
    }

    /// Adds a row; fails if it is larger than a cache takes.
    pub(super) fn push(
        &mut self,
        row: &Row,
        features: &Features<'_>,
        numbering: &mut Numbering,
    ) -> Result<(), String> {
        let (keys, values, sorted) = features.indexed();
        let named = features.names();
        if keys.len().max(named) > ROW_FEATURES {
            return Err(format!("line {} has more than {ROW_FEATURES} features", row.line));
        }
        if self.lines.is_empty() {
            // As if a row stood on the line before: then most blocks have equal steps.
            self.line_before = row.line.wrapping_sub(1);
            self.last_line = self.line_before;
        }
        self.lines.push(row.line.wrapping_sub(self.last_line));
        self.last_line = row.line;
        self.labels.push(row.label.text().as_deref());
        self.tags.push(Some(row.tag.as_str()).filter(|tag| !tag.is_empty()));
        self.weights.push(row.weight);
        self.grouped.push(row.qid.is_some().into());
        self.groups.push(row.qid.unwrap_or(0));
        self.counts.push(keys.len() as u64);
        let first = self.keys.len();
        if sorted {
            self.keys.extend_from_slice(keys);
            self.values.extend_from_slice(values);
        } else {
            self.sorted.clear();
            self.sorted.extend(keys.iter().copied().zip(values.iter().copied()));
            self.sorted.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
            self.keys.extend(self.sorted.iter().map(|pair| pair.0));
            self.values.extend(self.sorted.iter().map(|pair| pair.1));
        }
        if self.key_numbers.len() == first {
            let keys = self.keys.iter().skip(first);
            self.key_numbers.extend(keys.map_while(|&key| numbering.keys.number(key)));
        }
        self.named_counts.push(named as u64);
        features.for_each_name(|text, namespace, value| {
            self.numbers.push(numbering.names.number(text, namespace).into());
            self.named_values.push(value);
        });
        Ok(())
    }

    /// Appends the block and forgets its rows.
    pub(super) fn flush(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.line_before.to_le_bytes());
        integers::encode(self.lines.iter().copied(), out);
        self.labels.flush(out);
        self.tags.flush(out);
        reals::encode(&self.weights, out);
        integers::encode(self.grouped.iter().copied(), out);
        integers::encode(self.groups.iter().copied(), out);
        integers::encode(self.counts.iter().copied(), out);
        keys::encode(&self.keys, &self.key_numbers, &self.counts, out);
        reals::encode(&self.values, out);
        integers::encode(self.named_counts.iter().copied(), out);
        let width = least_width(self.numbers.len());
        integers::encode_at(width, self.numbers.iter().copied(), out);
        reals::encode(&self.named_values, out);
        self.forget();
    }

    fn forget(&mut self) {
        for column in [
            &mut self.lines,
            &mut self.grouped,
            &mut self.groups,
            &mut self.counts,
            &mut self.named_counts,
            &mut self.numbers,
        ] {
            column.clear();
        }
        self.keys.clear();
        self.key_numbers.clear();
        for column in [&mut self.weights, &mut self.values, &mut self.named_values] {
            column.clear();
        }
    }
}
