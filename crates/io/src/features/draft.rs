//! The features of some rows as the file lists them, before they have slots.
//!
//! Rows are closed one after the other and lie in flat arrays, so that a draft can be made by one
//! thread and resolved by another without an allocation a row. Zeros are dropped on the way in.
//! There are four kinds of features: integer keys, names, and columns of a table or numbers of a
//! book, whose names the whole file shares. A name in the default namespace that is a canonical
//! integer becomes that integer.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use super::book::NameBook;
use super::columns::ColumnNames;
use super::named::{NamedList, NamedRow, Section};
use super::space::canonical_index;
use super::words::Words;

/// Added to the length of the namespace of a name that is written otherwise than it is hashed; no
/// text is as long.
pub(crate) const ENCODED_NAME: usize = 1 << 31;

/// Where a row ends in the arrays of a draft. Rows may be tiny, so this is too.
#[derive(Debug, Clone, Copy, Default)]
struct End {
    keys: usize,
    named: usize,
    columns: usize,
    numbered: usize,
    next_key: u32,
    sorted: bool,
}

/// Collects features of rows; its buffers are reused.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    keys: Vec<u32>,
    values: Vec<f64>,
    named: NamedList,
    columns: Vec<u32>,
    column_values: Vec<f64>,
    /// What the columns are called.
    table: Option<Arc<ColumnNames>>,
    /// Features of value 1 by their numbers in the book.
    numbered: Vec<u32>,
    book: Option<NameBook>,
    /// Features whose slots are known already; of the first row only.
    known: Vec<(u32, f64)>,
    /// The keys of the open row ascend strictly, and none is below `next_key`.
    sorted: bool,
    next_key: u32,
    rows: Vec<End>,
    /// Where the open row starts.
    start: End,
    pairs: Vec<(u32, f64)>,
    pub(super) words: Words,
}

/// The features of one row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Features<'a> {
    pub(super) keys: &'a [u32],
    pub(super) values: &'a [f64],
    /// The keys ascend strictly, and all are below `next_key`.
    pub(super) sorted: bool,
    pub(super) next_key: u32,
    pub(super) named: NamedRow<'a>,
    /// Columns, each at most once.
    pub(super) columns: &'a [u32],
    pub(super) column_values: &'a [f64],
    pub(super) table: Option<&'a Arc<ColumnNames>>,
    /// Features of value 1 by their numbers in the book.
    pub(super) numbered: &'a [u32],
    pub(super) book: Option<&'a NameBook>,
    /// Features with their slots.
    pub(super) known: &'a [(u32, f64)],
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            values: Vec::new(),
            named: NamedList::default(),
            columns: Vec::new(),
            column_values: Vec::new(),
            table: None,
            numbered: Vec::new(),
            book: None,
            known: Vec::new(),
            sorted: true,
            next_key: 0,
            rows: Vec::new(),
            start: End::default(),
            pairs: Vec::new(),
            words: Words::default(),
        }
    }
}

impl Draft {
    /// Forgets all rows.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.start = End::default();
        self.named.clear();
        self.known.clear();
        self.drop_row();
    }

    /// Adds a feature with an integer key to the open row; `value` must be finite.
    #[inline(always)]
    pub(crate) fn push_index(&mut self, key: u32, value: f64) {
        if value != 0.0 {
            self.sorted &= key >= self.next_key;
            // The largest key is below the largest integer.
            self.next_key = key.wrapping_add(1);
            self.keys.push(key);
            self.values.push(value);
        }
    }

    /// Adds features with integer keys to the open row, as many keys as values; the values must be
    /// finite.
    #[inline(always)]
    pub(crate) fn push_indices(&mut self, keys: &[u32], values: &[f64]) {
        // Loops, not closures: those would not be compiled for the machine like the caller's
        // vectors.
        let (mut zeros, mut ascend) = (false, true);
        for &value in values {
            zeros |= value == 0.0;
        }
        for (before, after) in keys.iter().zip(keys.iter().skip(1)) {
            ascend &= before < after;
        }
        if zeros {
            for (&key, &value) in keys.iter().zip(values) {
                self.push_index(key, value);
            }
        } else if let (Some(&first), Some(&last)) = (keys.first(), keys.last()) {
            self.sorted &= ascend & (first >= self.next_key);
            self.next_key = last.wrapping_add(1);
            self.keys.extend_from_slice(keys);
            self.values.extend_from_slice(values);
        }
    }

    /// Adds a feature of the default namespace to the open row; `value` must be finite.
    pub(crate) fn push_name(&mut self, name: &str, value: f64) {
        if value == 0.0 {
            return;
        }
        match canonical_index(name) {
            Some(key) => self.push_index(key, value),
            None => self.named.push(&[name], value),
        }
    }

    /// Adds a product of features to the open row, under the name it is given.
    pub(super) fn push_product(&mut self, name: &str, value: f64) {
        self.named.push(&[name], value);
    }

    /// Adds the feature `name=text` of value 1 to the open row.
    pub(crate) fn push_category(&mut self, name: &str, text: &str) {
        self.named.push(&[name, "=", text], 1.0);
    }

    /// Takes text that lists names of one namespace; it starts with the name of that one, which is
    /// empty for the default one.
    pub(crate) fn open_section(&mut self, text: &str, namespace: &str) -> Section {
        self.named.open_section(text, namespace)
    }

    /// Adds the feature whose name is at `place` in the section to the open row; `value` must be
    /// finite, and `plain` says that the name holds no `^`.
    #[inline(always)]
    pub(crate) fn push_part(
        &mut self,
        section: &Section,
        place: Range<usize>,
        plain: bool,
        value: f64,
    ) {
        if value == 0.0 {
            return;
        }
        if section.is_default()
            && let Some(key) = canonical_index(self.named.part(section, place.clone()))
        {
            return self.push_index(key, value);
        }
        if plain {
            self.named.push_piece(section, place, value);
        } else {
            self.named.push_part(section, place, value);
        }
    }

    /// Adds a feature of the section's namespace to the open row, whose name is all `pieces` joined
    /// and is hashed as [`encoded_hash`](super::hashing::encoded_hash) does; `value` must be
    /// finite.
    pub(crate) fn push_encoded(&mut self, section: &Section, pieces: &[&str], value: f64) {
        if value != 0.0 {
            self.named.push_encoded(section, pieces, value);
        }
    }

    /// Adds the feature with this name in the section's namespace, which is not the default one, to
    /// the open row; `value` must be finite.
    pub(crate) fn push_text(&mut self, section: &Section, name: &str, value: f64) {
        if value != 0.0 {
            self.named.push_text(section, &[name], value);
        }
    }

    /// Adds the feature of the section's namespace whose name is a number to the open row; `value`
    /// must be finite.
    pub(crate) fn push_number(&mut self, section: &Section, number: u32, value: f64) {
        if section.is_default() {
            self.push_index(number, value);
        } else if value != 0.0 {
            self.named.push_text(section, &[&number.to_string()], value);
        }
    }

    /// Says what the columns are called from here on: the same in all rows of a draft.
    pub(crate) fn set_table(&mut self, table: &Arc<ColumnNames>) {
        if !self.table.as_ref().is_some_and(|known| Arc::ptr_eq(known, table)) {
            self.table = Some(Arc::clone(table));
        }
    }

    /// Adds a column to the open row, at most once; `value` must be finite.
    #[inline(always)]
    pub(crate) fn push_column(&mut self, column: u32, value: f64) {
        if value != 0.0 {
            self.columns.push(column);
            self.column_values.push(value);
        }
    }

    /// Says what numbers mean from here on: the same in all rows of a draft.
    pub(crate) fn set_book(&mut self, book: &NameBook) {
        if !self.book.as_ref().is_some_and(|known| known.is(book)) {
            self.book = Some(book.clone());
        }
    }

    /// Adds features of value 1 to the open row by their numbers in the book.
    #[inline]
    pub(crate) fn push_numbered(&mut self, numbers: &[u32]) {
        self.numbered.extend_from_slice(numbers);
    }

    /// Ends the open row and opens the next.
    pub(crate) fn close_row(&mut self) {
        if !self.sorted {
            self.sort_row();
        }
        let end = End {
            keys: self.keys.len(),
            named: self.named.len(),
            columns: self.columns.len(),
            numbered: self.numbered.len(),
            next_key: self.next_key,
            sorted: self.sorted,
        };
        self.rows.push(end);
        self.start = end;
        self.named.close_row();
        self.sorted = true;
        self.next_key = 0;
    }

    /// Adds a row that lists these features, none of which may have its slot already.
    pub(crate) fn copy_row(&mut self, features: &Features<'_>) {
        debug_assert!(features.known.is_empty(), "slots mean nothing in another space");
        self.push_indices(features.keys, features.values);
        if let Some(table) = features.table {
            self.set_table(table);
        }
        self.columns.extend_from_slice(features.columns);
        self.column_values.extend_from_slice(features.column_values);
        self.named.copy(&features.named);
        if let Some(book) = features.book.filter(|_| !features.numbered.is_empty()) {
            let book = book.open();
            let names = features.numbered.iter().map(|&number| book.name(number));
            names.for_each(|name| self.named.push(&[name], 1.0));
        }
        self.close_row();
    }

    /// Forgets the open row.
    pub(crate) fn drop_row(&mut self) {
        self.keys.truncate(self.start.keys);
        self.values.truncate(self.start.keys);
        self.columns.truncate(self.start.columns);
        self.column_values.truncate(self.start.columns);
        self.numbered.truncate(self.start.numbered);
        self.named.drop_row();
        self.sorted = true;
        self.next_key = 0;
    }

    /// A closed row by its number from 0; one that is not there is empty.
    pub(crate) fn row(&self, number: usize) -> Features<'_> {
        let before = number.checked_sub(1).and_then(|before| self.rows.get(before));
        let start = before.copied().unwrap_or_default();
        let end = self.rows.get(number).copied().unwrap_or_default();
        Features {
            keys: self.keys.get(start.keys..end.keys).unwrap_or_default(),
            values: self.values.get(start.keys..end.keys).unwrap_or_default(),
            sorted: end.sorted,
            next_key: end.next_key,
            named: self.named.row(start.named..end.named),
            columns: self.columns.get(start.columns..end.columns).unwrap_or_default(),
            column_values: self.column_values.get(start.columns..end.columns).unwrap_or_default(),
            table: self.table.as_ref(),
            numbered: self.numbered.get(start.numbered..end.numbered).unwrap_or_default(),
            book: self.book.as_ref(),
            known: if number == 0 { &self.known } else { &[] },
        }
    }

    /// The features of the open row.
    pub(super) fn open_row(&self) -> Features<'_> {
        Features {
            keys: self.keys.get(self.start.keys..).unwrap_or_default(),
            values: self.values.get(self.start.keys..).unwrap_or_default(),
            sorted: self.sorted,
            next_key: self.next_key,
            named: self.named.row(self.start.named..self.named.len()),
            columns: self.columns.get(self.start.columns..).unwrap_or_default(),
            column_values: self.column_values.get(self.start.columns..).unwrap_or_default(),
            table: self.table.as_ref(),
            numbered: self.numbered.get(self.start.numbered..).unwrap_or_default(),
            book: self.book.as_ref(),
            known: &[],
        }
    }

    /// Sorts the keys of the open row: sorting them again, to sum what is repeated, is then cheap.
    fn sort_row(&mut self) {
        let keys = self.keys.get_mut(self.start.keys..).unwrap_or_default();
        let values = self.values.get_mut(self.start.keys..).unwrap_or_default();
        self.pairs.clear();
        self.pairs.extend(keys.iter().copied().zip(values.iter().copied()));
        self.pairs.sort_unstable_by(in_order);
        for (pair, (key, value)) in self.pairs.iter().zip(keys.iter_mut().zip(values)) {
            (*key, *value) = *pair;
        }
    }
}

impl Features<'_> {
    /// The sum of the absolute values: no sum of repeated features is larger.
    pub(crate) fn absolute_sum(&self) -> f64 {
        let values = self.values.iter().chain(self.column_values).copied();
        let named = self.named.items.iter().map(|named| named.value);
        values.chain(named).map(f64::abs).sum::<f64>() + self.numbered.len() as f64
    }
}

/// What a cache keeps of a row.
impl Features<'_> {
    /// The features with integer keys, and whether the keys ascend strictly.
    pub(crate) fn indexed(&self) -> (&[u32], &[f64], bool) {
        (self.keys, self.values, self.sorted)
    }

    /// How many features have names.
    pub(crate) fn names(&self) -> usize {
        self.columns.len() + self.named.items.len() + self.numbered.len()
    }

    /// Calls `each` with every feature that has a name: the text, the length of the namespace
    /// before its `^` (plus [`ENCODED_NAME`] for those), the value. Columns come first.
    pub(crate) fn for_each_name(&self, mut each: impl FnMut(&str, usize, f64)) {
        for (&column, &value) in self.columns.iter().zip(self.column_values) {
            each(self.table.map_or("", |table| table.name(column)), 0, value);
        }
        let mut text = String::new();
        for named in self.named.items {
            let name = self.named.name(named);
            text.clear();
            name.join(&mut text);
            let mark = if named.is_encoded() { ENCODED_NAME } else { 0 };
            each(&text, name.namespace.len() + mark, named.value);
        }
        if let Some(book) = self.book.filter(|_| !self.numbered.is_empty()) {
            let book = book.open();
            self.numbered.iter().for_each(|&number| each(book.name(number), 0, 1.0));
        }
    }
}

/// How a cache fills the first row of a draft.
impl Draft {
    /// Adds a named feature as [`Features::for_each_name`] gives it; `value` must be finite, not
    /// zero.
    pub(crate) fn push_named(&mut self, text: &str, namespace: usize, value: f64) {
        let (namespace, encoded) = (namespace % ENCODED_NAME, namespace >= ENCODED_NAME);
        let section = self.named.open_section(text, text.get(..namespace).unwrap_or_default());
        let start = if namespace == 0 { 0 } else { namespace + 1 };
        match encoded {
            false => self.named.push_part(&section, start..text.len(), value),
            true => {
                let name = text.get(start..).unwrap_or_default();
                self.named.push_encoded(&section, &[name], value);
            }
        }
    }

    /// Adds a named feature whose slot is known; `value` must be finite, not zero.
    pub(crate) fn push_slot(&mut self, slot: u32, value: f64) {
        self.known.push((slot, value));
    }

    /// The buffers of keys and values, to be filled with strictly ascending keys.
    pub(crate) fn ascending(&mut self) -> (&mut Vec<u32>, &mut Vec<f64>) {
        (&mut self.keys, &mut self.values)
    }

    /// Says that the keys put into [`ascending`](Self::ascending) are below `end`.
    pub(crate) fn end_ascending(&mut self, end: u32) {
        self.next_key = end;
    }

    /// Says that the keys put there ascend, but may repeat.
    pub(crate) fn reconsider(&mut self) {
        self.sorted = self.keys.is_sorted_by(|a, b| a < b);
        self.next_key = self.keys.last().map_or(0, |&key| key.wrapping_add(1));
    }
}

/// Compares features by key, then by value.
pub(super) fn in_order(a: &(u32, f64), b: &(u32, f64)) -> Ordering {
    a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
}
