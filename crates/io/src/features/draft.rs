//! The features of one row as the file lists them, before they have slots.
//!
//! Zeros are dropped on the way in. A name in the default namespace that is a canonical integer
//! becomes that integer; a name in a namespace is kept as `namespace^name`.

use super::indices::NO_SLOT;
use super::space::canonical_index;

/// A named feature: `text` is `arena[start..end]`.
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

/// Collects features; its buffers are reused from row to row.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(super) keys: Vec<u32>,
    pub(super) values: Vec<f64>,
    /// The keys ascend strictly so far, and none is below this.
    pub(super) next_key: u64,
    pub(super) sorted: bool,
    pub(super) named: Vec<Named>,
    pub(super) arena: String,
    pub(super) pairs: Vec<(u32, f64)>,
    pub(super) unknown: Vec<Named>,
}

impl Draft {
    /// Forgets the row.
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
        self.next_key = 0;
        self.sorted = true;
        self.named.clear();
        self.arena.clear();
    }

    /// Adds a feature with an integer key; `value` must be finite.
    #[inline(always)]
    pub(crate) fn push_index(&mut self, key: u32, value: f64) {
        if value != 0.0 {
            self.sorted &= u64::from(key) >= self.next_key;
            self.next_key = u64::from(key) + 1;
            self.keys.push(key);
            self.values.push(value);
        }
    }

    /// Adds a feature with a name; `namespace` is empty for the default one, `value` must be finite.
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

/// What a cache keeps of a draft, and how it fills one.
impl Draft {
    /// The features with integer keys, and whether the keys ascend strictly.
    pub(crate) fn indexed(&self) -> (&[u32], &[f64], bool) {
        (&self.keys, &self.values, self.sorted)
    }

    /// The named features: the text, the length of the namespace before its `^`, the value.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&str, usize, f64)> {
        self.named.iter().map(|named| {
            let text = self.arena.get(named.start..named.end).unwrap_or_default();
            (text, named.namespace, named.value)
        })
    }

    /// Adds a named feature as [`named`](Self::named) gives it; `value` must be finite, not zero.
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
    pub(crate) fn end_ascending(&mut self, end: u64) {
        self.next_key = end;
    }

    /// Says that the keys put there ascend, but may repeat.
    pub(crate) fn reconsider(&mut self) {
        self.sorted = self.keys.is_sorted_by(|a, b| a < b);
        self.next_key = self.keys.last().map_or(0, |&key| u64::from(key) + 1);
    }
}
