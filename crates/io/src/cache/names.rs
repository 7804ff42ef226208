//! The named features of a cache, numbered as they come.
//!
//! A frame of names: the number of the first (u32), how many (u32), their lengths and the lengths
//! of their namespaces ([`integers`](super::integers)), the names joined, each as `namespace^name`.
//! To the length of the namespace 2^31 is added for names that are written otherwise than they are
//! hashed.

use super::bytes::{Bytes, Damage, garbled};
use super::integers::{self, Integers};
use crate::features::{
    Draft, ENCODED_NAME, FeatureSpace, NO_SLOT, NameTable, encoded_hash, feature_hash,
};

/// Numbers names while a cache is written.
#[derive(Debug, Default)]
pub(super) struct NamesBuilder {
    known: NameTable,
    key: String,
    /// Those not yet written.
    joined: String,
    lengths: Vec<u64>,
    namespaces: Vec<u64>,
}

impl NamesBuilder {
    /// The number of a name, new or not.
    pub(super) fn number(&mut self, text: &str, namespace: usize) -> u32 {
        // The same text with the namespace cut elsewhere hashes otherwise: it is another name.
        self.key.clear();
        self.key.push_str(text);
        self.key.push_str(&format!(" {namespace}"));
        if let Some(number) = self.known.get(&self.key) {
            return number;
        }
        let number = self.known.len() as u32;
        self.known.insert(&self.key, number);
        self.joined.push_str(text);
        self.lengths.push(text.len() as u64);
        self.namespaces.push(namespace as u64);
        number
    }

    /// Whether some are not yet written.
    pub(super) fn has_new(&self) -> bool {
        !self.lengths.is_empty()
    }

    /// Appends those not yet written.
    pub(super) fn flush(&mut self, out: &mut Vec<u8>) {
        let count = self.lengths.len();
        out.extend_from_slice(&((self.known.len() - count) as u32).to_le_bytes());
        out.extend_from_slice(&(count as u32).to_le_bytes());
        integers::encode(self.lengths.iter().copied(), out);
        integers::encode(self.namespaces.iter().copied(), out);
        out.extend_from_slice(self.joined.as_bytes());
        self.joined.clear();
        self.lengths.clear();
        self.namespaces.clear();
    }
}

/// The names read so far, with the slots they were last found to have.
#[derive(Debug, Default)]
pub(super) struct Names {
    text: String,
    entries: Vec<Entry>,
    /// The space that the slots are of.
    stamp: Option<u64>,
}

#[derive(Debug)]
struct Entry {
    start: usize,
    end: usize,
    namespace: usize,
    hash: u32,
    slot: u32,
}

impl Names {
    /// Takes a frame of names.
    pub(super) fn extend(&mut self, payload: &[u8]) -> Result<(), Damage> {
        let mut bytes = Bytes::new(payload);
        let (first, count) = (bytes.u32()? as usize, bytes.u32()? as usize);
        // Each name takes a byte at least, except one that is empty.
        if first != self.entries.len() || count > payload.len() {
            return Err(damaged());
        }
        let lengths = Integers::parse(&mut bytes, count)?;
        let namespaces = Integers::parse(&mut bytes, count)?;
        for at in 0..count {
            let length = usize::try_from(lengths.get(payload, at)).map_err(|_| damaged())?;
            let namespace = usize::try_from(namespaces.get(payload, at)).map_err(|_| damaged())?;
            self.push(&bytes.text(length)?, namespace)?;
        }
        bytes.end()
    }

    fn push(&mut self, name: &str, namespace: usize) -> Result<(), Damage> {
        let (space, rest) = match namespace % ENCODED_NAME {
            0 => ("", name),
            len => {
                let (space, rest) = name.split_at_checked(len).ok_or_else(damaged)?;
                (space, rest.strip_prefix('^').ok_or_else(damaged)?)
            }
        };
        let hash = if namespace < ENCODED_NAME { feature_hash } else { encoded_hash };
        let hash = hash(space.as_bytes(), rest.as_bytes());
        let start = self.text.len();
        self.text.push_str(name);
        self.entries.push(Entry { start, end: self.text.len(), namespace, hash, slot: NO_SLOT });
        Ok(())
    }

    /// Forgets all names.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Forgets the slots unless they are of this space.
    pub(super) fn meet(&mut self, space: &FeatureSpace) {
        let stamp = Some(space.stamp());
        if self.stamp != stamp {
            self.entries.iter_mut().for_each(|entry| entry.slot = NO_SLOT);
            self.stamp = stamp;
        }
    }

    /// Adds the feature with this number to `draft`: by its slot if `space` is given and knows it,
    /// otherwise by its text.
    pub(super) fn push_to(
        &mut self,
        draft: &mut Draft,
        number: u64,
        value: f64,
        space: Option<&FeatureSpace>,
    ) -> Result<(), Damage> {
        let entry = usize::try_from(number).ok().and_then(|at| self.entries.get_mut(at));
        let entry = entry.ok_or_else(damaged)?;
        let text = self.text.get(entry.start..entry.end).ok_or_else(damaged)?;
        if let Some(space) = space {
            if let Some(mask) = space.mask() {
                draft.push_slot(entry.hash & mask, value);
                return Ok(());
            }
            if entry.slot == NO_SLOT {
                entry.slot = space.find_name(text).unwrap_or(NO_SLOT);
            }
            if entry.slot != NO_SLOT {
                draft.push_slot(entry.slot, value);
                return Ok(());
            }
        }
        draft.push_named(text, entry.namespace, value);
        Ok(())
    }
}

fn damaged() -> Damage {
    garbled("names")
}
