//! Names in two parts, and their hash.
//!
//! The feature `name` of namespace `ns` is called `ns^name`, in the default namespace `name`. Two
//! features are one if these texts are equal, wherever they come from: `ns^name` may also be the
//! heading of a column. The hash is therefore one of the text, taken from `^` to `^`: what a
//! namespace adds to it is computed once for all its features, and no text has to be joined.

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::FixedState;

use super::names::END;

/// A name as listed: `namespace` is empty for the default one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NameParts<'a> {
    pub(super) namespace: &'a str,
    pub(super) name: &'a str,
}

impl<'a> NameParts<'a> {
    /// A name that is one text.
    pub(super) fn whole(name: &'a str) -> Self {
        Self { namespace: "", name }
    }

    /// Whether `text` starts with this name and the byte that ends it.
    #[inline(always)]
    pub(super) fn is_at(self, text: &[u8]) -> bool {
        let rest = match self.namespace.as_bytes() {
            [] => Some(text),
            namespace => after(text, namespace).and_then(|rest| rest.strip_prefix(b"^")),
        };
        let rest = rest.and_then(|rest| after(rest, self.name.as_bytes()));
        rest.is_some_and(|rest| rest.first() == Some(&END))
    }

    /// Appends the name to `out`.
    pub(super) fn join(self, out: &mut String) {
        if !self.namespace.is_empty() {
            out.push_str(self.namespace);
            out.push('^');
        }
        out.push_str(self.name);
    }
}

/// What follows `start` in `text`, if that begins with it; no call for short texts.
#[inline(always)]
fn after<'t>(text: &'t [u8], start: &[u8]) -> Option<&'t [u8]> {
    let (there, rest) = text.split_at_checked(start.len())?;
    let same = match start.len() {
        0 => true,
        1..4 => {
            let middle = start.len() / 2;
            there.first() == start.first()
                && there.last() == start.last()
                && there.get(middle) == start.get(middle)
        }
        4..8 => {
            there.first_chunk::<4>() == start.first_chunk()
                && there.last_chunk::<4>() == start.last_chunk()
        }
        8..=16 => {
            there.first_chunk::<8>() == start.first_chunk()
                && there.last_chunk::<8>() == start.last_chunk()
        }
        _ => there == start,
    };
    same.then_some(rest)
}

/// What the names of a namespace have in common in their hashes.
#[derive(Debug, Clone, Copy)]
pub(super) struct HashStart(u64);

impl HashStart {
    /// The start of the hashes of the names of a namespace.
    pub(super) fn for_namespace(namespace: &str) -> Self {
        let default = Self(0);
        if namespace.is_empty() { default } else { Self(default.hash(namespace)) }
    }

    /// The hash of a name.
    pub(super) fn hash(self, name: &str) -> u64 {
        self.hash_bytes(name.as_bytes())
    }

    /// The hash of the bytes of a name.
    pub(super) fn hash_bytes(self, name: &[u8]) -> u64 {
        // Most names are short and have no namespace: no call for those.
        if name.len() < 32 && !name.iter().fold(false, |some, &byte| some | (byte == b'^')) {
            return self.piece(name);
        }
        let mut start = self;
        let mut rest = name;
        while let Some(end) = memchr::memchr(b'^', rest) {
            start = Self(start.piece(&rest[..end]));
            rest = &rest[end + 1..];
        }
        start.piece(rest)
    }

    /// The hash of a name without `^`.
    #[inline(always)]
    pub(super) fn piece(self, name: &[u8]) -> u64 {
        let mut hasher = FixedState::with_seed(self.0).build_hasher();
        hasher.write(name);
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{END, HashStart, NameParts, after};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_byte_of_a_start_is_compared(
            len in 0..20usize, more in 0..3usize, at in 0..20usize,
        ) {
            let start = vec![b'a'; len];
            let mut text = vec![b'a'; len + more];
            prop_assert_eq!(after(&text, &start), Some(&text[len..]));
            prop_assert_eq!(after(&start, &text).is_some(), more == 0);
            text.iter_mut().skip(at).take(1).for_each(|byte| *byte = b'b');
            prop_assert_eq!(after(&text, &start).is_some(), at >= len);
        }

        #[test]
        fn parts_and_the_joined_text_are_one_name(
            namespace in "[a^]{0,3}", name in "[a1^]{0,4}", other in "[a1^]{0,8}",
        ) {
            let parts = NameParts { namespace: &namespace, name: &name };
            let mut joined = String::new();
            parts.join(&mut joined);
            let is_at = |text: &str| parts.is_at(&[text.as_bytes(), &[END], b"more"].concat());
            prop_assert!(is_at(&joined));
            prop_assert_eq!(is_at(&other), joined == other);
            let hash = HashStart::for_namespace("").hash(&joined);
            prop_assert_eq!(HashStart::for_namespace(&namespace).hash(&name), hash);
            if !name.contains('^') {
                prop_assert_eq!(HashStart::for_namespace(&namespace).piece(name.as_bytes()), hash);
            }
        }
    }
}
