//! A block of rows on its way out of the cache. What the columns are is in
//! [`block_builder`](super::block_builder).
//!
//! Nothing is decoded ahead: a row's keys and values go from the bytes of the block straight into
//! its draft, in loops without branches.

use super::bytes::{Bytes, Damage, garbled};
use super::integers::Integers;
use super::key_numbers::NumberedKeys;
use super::keys::{FeatureSpan, Keys};
use super::names::Names;
use super::reals::Reals;
use super::{BLOCK_FEATURES, BLOCK_ROWS, FREE_FEATURES, ROW_FEATURES, texts};
use crate::features::{Draft, FeatureSpace, Lookup};
use crate::label::RowLabel;
use crate::row::Row;

/// The names and keys that the frames before a block have numbered.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    pub(super) names: Names,
    pub(super) keys: NumberedKeys,
}

/// A block and how much of it was read.
#[derive(Debug, Default)]
pub(super) struct BlockReader {
    rows: usize,
    columns: BlockColumns,
    /// The different labels; the first is the missing one.
    labels: Vec<RowLabel>,
    /// Where the different tags are in the payload; the first is the empty one.
    tags: Vec<(usize, usize)>,
    place: Place,
    /// No row has a tag, a group, an importance or a named feature.
    plain: bool,
}

#[derive(Debug, Default)]
struct BlockColumns {
    lines: Integers,
    labels: Integers,
    tags: Integers,
    weights: Reals,
    grouped: Integers,
    groups: Integers,
    counts: Integers,
    keys: Keys,
    values: Reals,
    named_counts: Integers,
    numbers: Integers,
    named_values: Reals,
}

/// The next row, and where its features start in the columns.
#[derive(Debug, Default, Clone, Copy)]
struct Place {
    row: usize,
    line: u64,
    first: usize,
    value: usize,
    named: usize,
}

impl BlockReader {
    /// Takes the payload of a block of `rows` rows, whose labels may be names whatever they look
    /// like.
    pub(super) fn parse(
        &mut self,
        payload: &[u8],
        rows: u32,
        named_labels: bool,
    ) -> Result<(), Damage> {
        self.rows = 0;
        let rows = rows as usize;
        if rows > BLOCK_ROWS {
            return Err(garbled("rows"));
        }
        let mut bytes = Bytes::new(payload);
        self.place = Place { line: bytes.u64()?, ..Place::default() };
        let of = &mut self.columns;
        of.lines = Integers::parse(&mut bytes, rows)?;
        self.labels.clear();
        self.labels.push(RowLabel::default());
        of.labels = texts::parse(&mut bytes, payload, rows, |_, text| {
            let mut label = RowLabel::default();
            match named_labels {
                true => label.assign(text, None),
                false => label.set(text).map_err(|_| garbled("labels"))?,
            }
            self.labels.push(label);
            Ok(())
        })?;
        self.tags.clear();
        self.tags.push((0, 0));
        of.tags = texts::parse(&mut bytes, payload, rows, |place, text| {
            self.tags.push((place, text.len()));
            Ok(())
        })?;
        of.weights = Reals::parse(&mut bytes, rows)?;
        of.grouped = Integers::parse(&mut bytes, rows)?;
        of.groups = Integers::parse(&mut bytes, rows)?;
        of.counts = Integers::parse(&mut bytes, rows)?;
        let (values, filled) = total(of.counts, payload, rows)?;
        let counts = (0..rows).map(|at| of.counts.get(payload, at) as usize);
        of.keys = Keys::parse(&mut bytes, payload, counts, (values, filled))?;
        of.values = Reals::parse(&mut bytes, values)?;
        of.named_counts = Integers::parse(&mut bytes, rows)?;
        let (named, _) = total(of.named_counts, payload, rows)?;
        of.numbers = Integers::parse(&mut bytes, named)?;
        of.named_values = Reals::parse(&mut bytes, named)?;
        bytes.end()?;
        let weighted = !matches!(of.weights, Reals::Constant(1.0));
        self.plain = !weighted && self.tags.len() == 1 && named == 0 && of.grouped.is_all(0);
        self.rows = rows;
        Ok(())
    }

    /// The number of rows not read yet.
    pub(super) fn left(&self) -> usize {
        self.rows - self.place.row
    }

    /// Steps over `rows` rows, which must be there.
    pub(super) fn skip(&mut self, payload: &[u8], rows: usize) {
        for _ in 0..rows.min(self.left()) {
            let at = self.place.row;
            let count = self.columns.counts.get(payload, at) as usize;
            self.place.line = self.place.line.wrapping_add(self.columns.lines.get(payload, at));
            self.place.first += usize::from(count > 0);
            self.place.value += count;
            self.place.named += self.columns.named_counts.get(payload, at) as usize;
            self.place.row += 1;
        }
    }

    /// Puts the next row into `row`, which comes cleared, if that needs no more than looking up
    /// integer keys that `space` knows; otherwise false, and the row is to be read in full.
    #[inline]
    pub(super) fn read_known(
        &mut self,
        payload: &[u8],
        (lookup, known): (Lookup<'_>, &mut Dictionary),
        row: &mut Row,
    ) -> Result<bool, Damage> {
        let (at, of) = (self.place, &self.columns);
        let count = of.counts.get(payload, at.row) as usize;
        if !self.plain || !of.keys.is_strict() || count == 0 {
            return Ok(false);
        }
        let span = FeatureSpan { value: at.value, first: at.first, count };
        row.indexed = if lookup.space().mask().is_some() { 0 } else { count };
        if !of.keys.slots(payload, span, (lookup, &mut known.keys), &mut row.indices)? {
            row.indices.clear();
            return Ok(false);
        }
        of.values.read(payload, at.value, count, &mut row.values)?;
        row.line = at.line.wrapping_add(of.lines.get(payload, at.row));
        self.read_label(payload, row)?;
        self.place = Place {
            row: at.row + 1,
            line: row.line,
            first: at.first + 1,
            value: at.value + count,
            named: at.named,
        };
        Ok(true)
    }

    #[inline]
    fn read_label(&self, payload: &[u8], row: &mut Row) -> Result<(), Damage> {
        let code = self.columns.labels.get(payload, self.place.row) as usize;
        row.label.copy_read(self.labels.get(code).ok_or_else(|| garbled("labels"))?);
        Ok(())
    }

    /// Puts the next row into `row` and `draft`, which come cleared; there must be one. With a
    /// space, named features that it knows come as slots.
    pub(super) fn read(
        &mut self,
        payload: &[u8],
        known: &mut Dictionary,
        space: Option<&FeatureSpace>,
        (row, draft): (&mut Row, &mut Draft),
    ) -> Result<(), Damage> {
        let (at, of) = (self.place, &self.columns);
        row.line = at.line.wrapping_add(of.lines.get(payload, at.row));
        self.read_label(payload, row)?;
        self.read_extras(payload, row)?;
        let count = of.counts.get(payload, at.row) as usize;
        if count > 0 {
            self.read_indexed(payload, count, &known.keys, draft)?;
        }
        let named = of.named_counts.get(payload, at.row) as usize;
        for place in at.named..at.named + named {
            let number = of.numbers.get(payload, place);
            let value = of.named_values.get(payload, place)?;
            known.names.push_to(draft, number, value, space)?;
        }
        self.place = Place {
            row: at.row + 1,
            line: row.line,
            first: at.first + usize::from(count > 0),
            value: at.value + count,
            named: at.named + named,
        };
        Ok(())
    }

    fn read_extras(&self, payload: &[u8], row: &mut Row) -> Result<(), Damage> {
        let (at, of) = (self.place.row, &self.columns);
        let weight = of.weights.get(payload, at)?;
        row.weight = Some(weight).filter(|&w| w >= 0.0).ok_or_else(|| garbled("importances"))?;
        let tag = of.tags.get(payload, at) as usize;
        if tag > 0 {
            let (start, len) = *self.tags.get(tag).ok_or_else(|| garbled("tags"))?;
            let text = payload.get(start..start + len).ok_or_else(|| garbled("tags"))?;
            // Copied, then checked: nothing may change what was found to be text.
            let mut tag = std::mem::take(&mut row.tag).into_bytes();
            tag.extend_from_slice(text);
            row.tag = String::from_utf8(tag).map_err(|_| garbled("tags"))?;
        }
        let grouped = of.grouped.get(payload, at) != 0;
        row.qid = grouped.then(|| of.groups.get(payload, at));
        Ok(())
    }

    #[inline]
    fn read_indexed(
        &self,
        payload: &[u8],
        count: usize,
        known: &NumberedKeys,
        draft: &mut Draft,
    ) -> Result<(), Damage> {
        let (at, of) = (self.place, &self.columns);
        let span = FeatureSpan { value: at.value, first: at.first, count };
        let (indices, values) = draft.ascending();
        let last = of.keys.decode(payload, span, known, indices)?;
        of.values.read(payload, at.value, count, values)?;
        if of.keys.is_strict() {
            let end = u32::try_from(last + 1).map_err(|_| "a key is too large")?;
            draft.end_ascending(end);
        } else {
            draft.reconsider();
        }
        Ok(())
    }
}

/// The sum of a column of counts, and how many are not 0.
fn total(counts: Integers, payload: &[u8], rows: usize) -> Result<(usize, usize), Damage> {
    let (mut sum, mut filled) = (0u64, 0);
    for at in 0..rows {
        let count = counts.get(payload, at);
        sum = sum.saturating_add(count);
        filled += usize::from(count > 0);
    }
    // No block of rows is longer, and no feature of a long one takes less than a byte.
    let limit = (BLOCK_FEATURES + ROW_FEATURES).min(payload.len().max(FREE_FEATURES));
    if sum > limit as u64 { Err(garbled("counts")) } else { Ok((sum as usize, filled)) }
}
