//! The features of some rows as the file lists them, before they have slots.
//!
//! Rows are closed one after the other and lie in flat arrays, so that a draft can be made by one
//! thread and resolved by another without an allocation a row. Zeros are dropped on the way in. A
//! name in the default namespace that is a canonical integer becomes that integer; a name in a
//! namespace is kept as `namespace^name`.

use std::cmp::Ordering;

use super::indices::NO_SLOT;
use super::space::canonical_index;

/// A named feature: its text is `arena[start..end]`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Named {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The length of the namespace before `^`; 0 in the default namespace.
    pub(super) namespace: usize,
    pub(super) value: f64,
    /// Its slot, if that is known without the text; otherwise [`NO_SLOT`].
    pub(super) slot: u32,
}

/// Where a row ends in the arrays of a draft. Rows may be tiny, so this is too.
#[derive(Debug, Clone, Copy, Default)]
struct End {
    keys: usize,
    named: usize,
    next_key: u32,
    sorted: bool,
}

/// Collects features of rows; its buffers are reused.
#[derive(Debug)]
pub(crate) struct Draft {
    keys: Vec<u32>,
    values: Vec<f64>,
    pub(super) named: Vec<Named>,
    pub(super) arena: String,
    /// The keys of the open row ascend strictly, and none is below `next_key`.
    sorted: bool,
    next_key: u32,
    rows: Vec<End>,
    /// Where the open row starts.
    start: End,
    arena_start: usize,
    pairs: Vec<(u32, f64)>,
}

/// The features of one row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Features<'a> {
    pub(super) keys: &'a [u32],
    pub(super) values: &'a [f64],
    /// The keys ascend strictly, and all are below `next_key`.
    pub(super) sorted: bool,
    pub(super) next_key: u32,
    pub(super) named: &'a [Named],
    pub(super) arena: &'a str,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            values: Vec::new(),
            named: Vec::new(),
            arena: String::new(),
            sorted: true,
            next_key: 0,
            rows: Vec::new(),
            start: End::default(),
            arena_start: 0,
            pairs: Vec::new(),
        }
    }
}

impl Draft {
    /// Forgets all rows.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.start = End::default();
        self.arena_start = 0;
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

    /// Adds a feature with a name to the open row; `namespace` is empty for the default one, `value`
    /// must be finite.
    pub(crate) fn push_name(&mut self, namespace: &str, name: &str, value: f64) {
        if value == 0.0 {
            return;
        }
        if namespace.is_empty()
            && let Some(key) = canonical_index(name)
        {
            return self.push_index(key, value);
        }
        let start = self.arena.len();
        if !namespace.is_empty() {
            self.arena.push_str(namespace);
            self.arena.push('^');
        }
        self.arena.push_str(name);
        let end = self.arena.len();
        self.named.push(Named { start, end, namespace: namespace.len(), value, slot: NO_SLOT });
    }
}

/// What a cache keeps of a row.
impl Features<'_> {
    /// The features with integer keys, and whether the keys ascend strictly.
    pub(crate) fn indexed(&self) -> (&[u32], &[f64], bool) {
        (self.keys, self.values, self.sorted)
    }

    /// The named features: the text, the length of the namespace before its `^`, the value.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, usize, f64)> {
        self.named.iter().map(|named| {
            let text = self.arena.get(named.start..named.end).unwrap_or_default();
            (text, named.namespace, named.value)
        })
    }
}

/// How a cache fills the first row of a draft.
impl Draft {
    /// Adds a named feature as [`Features::texts`] gives it; `value` must be finite, not zero.
    pub(crate) fn push_named(&mut self, text: &str, namespace: usize, value: f64) {
        let start = self.arena.len();
        self.arena.push_str(text);
        self.named.push(Named { start, end: self.arena.len(), namespace, value, slot: NO_SLOT });
    }

    /// Adds a named feature whose slot is known; `value` must be finite, not zero.
    pub(crate) fn push_slot(&mut self, slot: u32, value: f64) {
        self.named.push(Named { start: 0, end: 0, namespace: 0, value, slot });
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

    /// The features of the open row.
    pub(super) fn open_row(&self) -> Features<'_> {
        Features {
            keys: self.keys.get(self.start.keys..).unwrap_or_default(),
            values: self.values.get(self.start.keys..).unwrap_or_default(),
            sorted: self.sorted,
            next_key: self.next_key,
            named: self.named.get(self.start.named..).unwrap_or_default(),
            arena: &self.arena,
        }
    }

    /// Ends the open row and opens the next.
    pub(crate) fn close_row(&mut self) {
        if !self.sorted {
            self.sort_row();
        }
        let (keys, named) = (self.keys.len(), self.named.len());
        let end = End { keys, named, next_key: self.next_key, sorted: self.sorted };
        self.rows.push(end);
        self.start = end;
        self.arena_start = self.arena.len();
        self.sorted = true;
        self.next_key = 0;
    }

    /// Forgets the open row.
    pub(crate) fn drop_row(&mut self) {
        self.keys.truncate(self.start.keys);
        self.values.truncate(self.start.keys);
        self.named.truncate(self.start.named);
        self.arena.truncate(self.arena_start);
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
            named: self.named.get(start.named..end.named).unwrap_or_default(),
            arena: &self.arena,
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

/// By key, then by value.
pub(super) fn in_order(a: &(u32, f64), b: &(u32, f64)) -> Ordering {
    a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
}
