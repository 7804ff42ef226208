//! Names in two parts, and their hash.
//!
//! The feature `name` of namespace `ns` is called `ns^name`, in the default namespace `name`. Two
//! features are one if these texts are equal, wherever they come from: `ns^name` may also be the
//! heading of a column. The hash is therefore one of the text, taken from `^` to `^`: what a namespace
//! adds to it is computed once for all its features, and no text has to be joined.

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::FixedState;

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

    /// Whether this is the name `text`.
    #[inline(always)]
    pub(super) fn is(self, text: &[u8]) -> bool {
        let (namespace, name) = (self.namespace.as_bytes(), self.name.as_bytes());
        let split = text.len().checked_sub(name.len()).and_then(|at| text.split_at_checked(at));
        let Some((before, rest)) = split else { return false };
        let same_space = match before {
            [] => namespace.is_empty(),
            [start @ .., b'^'] => !namespace.is_empty() && same(start, namespace),
            _ => false,
        };
        same_space && same(rest, name)
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

/// Equality, without a call for short texts.
#[inline(always)]
fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    match a.len() {
        0 => true,
        1..4 => {
            let middle = a.len() / 2;
            a.first() == b.first() && a.last() == b.last() && a.get(middle) == b.get(middle)
        }
        4..8 => a.first_chunk::<4>() == b.first_chunk() && a.last_chunk::<4>() == b.last_chunk(),
        8..=16 => a.first_chunk::<8>() == b.first_chunk() && a.last_chunk::<8>() == b.last_chunk(),
        _ => a == b,
    }
}

/// What the names of a namespace have in common in their hashes.
#[derive(Debug, Clone, Copy)]
pub(super) struct HashStart(u64);

impl HashStart {
    /// For the names of a namespace.
    pub(super) fn of(namespace: &str) -> Self {
        let default = Self(0);
        if namespace.is_empty() { default } else { Self(default.hash(namespace)) }
    }

    /// The hash of a name.
    pub(super) fn hash(self, name: &str) -> u64 {
        let mut start = self;
        let mut rest = name.as_bytes();
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
    use super::{HashStart, NameParts, same};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn short_texts_are_compared_byte_for_byte(len in 0..20usize, other in 0..20usize, at in 0..20usize) {
            let text = vec![b'a'; len];
            prop_assert_eq!(same(&text, &vec![b'a'; other]), len == other);
            let mut changed = text.clone();
            changed.iter_mut().skip(at).take(1).for_each(|byte| *byte = b'b');
            prop_assert_eq!(same(&text, &changed), at >= len);
        }

        #[test]
        fn parts_and_the_joined_text_are_one_name(
            namespace in "[a^]{0,3}", name in "[a1^]{0,4}", other in "[a1^]{0,8}",
        ) {
            let parts = NameParts { namespace: &namespace, name: &name };
            let mut joined = String::new();
            parts.join(&mut joined);
            prop_assert!(parts.is(joined.as_bytes()));
            prop_assert_eq!(parts.is(other.as_bytes()), joined == other);
            let hash = HashStart::of("").hash(&joined);
            prop_assert_eq!(HashStart::of(&namespace).hash(&name), hash);
            if !name.contains('^') {
                prop_assert_eq!(HashStart::of(&namespace).piece(name.as_bytes()), hash);
            }
        }
    }
}
