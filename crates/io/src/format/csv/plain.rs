//! Rows in the usual form: a line without quotes whose columns all have a type.
//!
//! Cells are taken straight from the line, numbers without looking for their end first. Whatever is
//! unusual, right or wrong, is left to `table`, which then starts the row again.

use std::sync::Arc;

use super::cell_number::CellNumbers;
use super::record::plain_cell;
use super::schema::{ColumnKind, CsvSchema};
use crate::features::{ColumnNames, canonical_index};
use crate::format::read::RowTarget;
use crate::format::read::as_text;
use crate::number;

/// What a cell is.
#[derive(Debug, Clone, Copy)]
enum Cell {
    Label,
    /// A number: the feature of the column at this place.
    Number(u32),
    /// A number: the feature with this integer key.
    Key(u32),
    /// A category of the column at this place.
    Category(u32),
    /// Words of the column at this place.
    Words(u32),
    /// It has no type yet.
    Unknown,
}

/// What the cells of a file are, in their order.
#[derive(Debug, Clone)]
pub(super) struct PlainCells {
    cells: Vec<Cell>,
    names: Arc<ColumnNames>,
    delimiter: u8,
    /// No number means "no value", holds the delimiter or has a decimal comma.
    numbers: bool,
}

impl Default for PlainCells {
    fn default() -> Self {
        let names = Arc::new(ColumnNames::new([].into_iter()));
        Self { cells: Vec::new(), names, delimiter: 0, numbers: false }
    }
}

impl PlainCells {
    /// The cells of a file that have these places among the columns of the schema.
    pub(super) fn new(schema: &CsvSchema, places: &[usize], delimiter: u8) -> Self {
        let names = schema.columns.iter().map(|column| column.name.as_str());
        let is_number = |text: &String| number::prefix(text.as_bytes()).is_some();
        let numbers = !schema.missing.iter().any(is_number)
            && !schema.decimal_comma
            && !delimiter.is_ascii_digit()
            && !b"+-.".contains(&delimiter);
        let names = Arc::new(ColumnNames::new(names));
        let mut plain = Self { cells: Vec::new(), names, delimiter, numbers };
        plain.settle(schema, places);
        plain
    }

    /// Takes over the types of the columns.
    pub(super) fn settle(&mut self, schema: &CsvSchema, places: &[usize]) {
        self.cells.clear();
        self.cells.extend(places.iter().map(|&place| cell(schema, place)));
    }

    /// The names of the columns.
    pub(super) fn names(&self) -> &Arc<ColumnNames> {
        &self.names
    }

    /// Takes the row that `line` is; false if it is unusual.
    pub(super) fn take_row(
        &self,
        line: &[u8],
        schema: Option<&CsvSchema>,
        target: &mut RowTarget<'_>,
    ) -> bool {
        let Some(schema) = schema else { return false };
        if memchr::memchr(b'"', line).is_some() || line.trim_ascii().is_empty() {
            return false;
        }
        target.draft.set_table(&self.names);
        // The place of the delimiter before the next cell, if it were there before the first.
        let mut at = 0;
        for (number, &cell) in self.cells.iter().enumerate() {
            if number > 0 {
                if line.get(at) != Some(&self.delimiter) {
                    return false;
                }
                at += 1;
            }
            match self.take_cell(cell, line, at, schema, target) {
                Some(end) => at = end,
                None => return false,
            }
        }
        at == line.len()
    }

    /// Takes the cell at `start`; where it ends, or `None` if it is unusual.
    #[inline(always)]
    fn take_cell(
        &self,
        cell: Cell,
        line: &[u8],
        start: usize,
        schema: &CsvSchema,
        target: &mut RowTarget<'_>,
    ) -> Option<usize> {
        if let Cell::Number(column) = cell
            && self.numbers
            && let Some((value, used)) = number::prefix(line.get(start..)?)
            && line.get(start + used).is_none_or(|byte| *byte == self.delimiter)
        {
            target.draft.push_column(column, value);
            return Some(start + used);
        }
        self.take_text(cell, line, start, schema, target)
    }

    fn take_text(
        &self,
        cell: Cell,
        line: &[u8],
        start: usize,
        schema: &CsvSchema,
        target: &mut RowTarget<'_>,
    ) -> Option<usize> {
        let (text, end) = plain_cell(line, start, self.delimiter);
        if text.is_empty() || schema.missing.iter().any(|missing| missing.as_bytes() == text) {
            return Some(end);
        }
        match cell {
            Cell::Label => {
                let label = CellNumbers::of(schema).plain(as_text(text).ok()?);
                target.set_label(&label, None).ok()?;
            }
            Cell::Number(column) => {
                let value = CellNumbers::of(schema).parse(as_text(text).ok()?).ok()?;
                value.into_iter().for_each(|value| target.draft.push_column(column, value));
            }
            Cell::Key(key) => {
                let value = CellNumbers::of(schema).parse(as_text(text).ok()?).ok()?;
                value.into_iter().for_each(|value| target.draft.push_index(key, value));
            }
            Cell::Category(column) => {
                let name = self.names.name(column);
                target.draft.push_category(name, as_text(text).ok()?);
            }
            Cell::Words(column) => {
                let name = self.names.name(column);
                target.draft.push_words(name, [as_text(text).ok()?]);
            }
            Cell::Unknown => return None,
        }
        Some(end)
    }
}

/// What the cells of a column are.
fn cell(schema: &CsvSchema, place: usize) -> Cell {
    let Some(column) = schema.columns.get(place) else { return Cell::Unknown };
    let Ok(number) = u32::try_from(place) else { return Cell::Unknown };
    match (column.kind, canonical_index(&column.name)) {
        _ if schema.label == Some(place) => Cell::Label,
        (ColumnKind::Unknown, _) => Cell::Unknown,
        (ColumnKind::Categorical, _) => Cell::Category(number),
        (ColumnKind::Text, _) => Cell::Words(number),
        (ColumnKind::Numeric, Some(key)) => Cell::Key(key),
        (ColumnKind::Numeric, None) => Cell::Number(number),
    }
}
