//! Slots by hash, as Vowpal Wabbit computes them, for `--hash BITS`.
//!
//! `slot = feature hash mod 2^bits`. The hash of a string of digits is `seed + its integer`, of any
//! other string MurmurHash3 x86_32 with that seed. A namespace is hashed with seed 0 (the default
//! namespace is 0), a feature with its namespace's hash as seed.

const C1: u32 = 0xcc9e_2d51;
const C2: u32 = 0x1b87_3593;
/// The index Vowpal Wabbit gives to the constant feature.
pub(crate) const VW_CONSTANT: u32 = 11_650_396;

/// MurmurHash3 x86_32.
///
/// ```
/// assert_eq!(noregret_io::features::murmur3_32(b"abc", 0), 0xb3dd_93fa);
/// ```
pub fn murmur3_32(bytes: &[u8], seed: u32) -> u32 {
    let scramble = |block: u32| block.wrapping_mul(C1).rotate_left(15).wrapping_mul(C2);
    let (blocks, tail) = bytes.as_chunks::<4>();
    let mut hash = blocks.iter().fold(seed, |hash, block| {
        let mixed = (hash ^ scramble(u32::from_le_bytes(*block))).rotate_left(13);
        mixed.wrapping_mul(5).wrapping_add(0xe654_6b64)
    });
    hash ^= scramble(tail.iter().rev().fold(0, |word, &byte| (word << 8) | u32::from(byte)));
    hash ^= bytes.len() as u32;
    hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

/// The hash of a string: digits count as their integer, so that `17` is index 17.
fn string_hash(text: &[u8], seed: u32) -> u32 {
    if !text.iter().all(u8::is_ascii_digit) {
        return murmur3_32(text, seed);
    }
    let digits = text.iter().map(|byte| u32::from(byte - b'0'));
    seed.wrapping_add(digits.fold(0, |value: u32, d| value.wrapping_mul(10).wrapping_add(d)))
}

/// The hash of a feature; `namespace` is empty for the default one.
pub(crate) fn feature_hash(namespace: &[u8], name: &[u8]) -> u32 {
    string_hash(name, string_hash(namespace, 0))
}

/// The hash of a feature whose name is written otherwise than Vowpal Wabbit reads it. A leading `^`
/// only tells that the name is in the default namespace although it holds one. Of `name:text` the
/// hash of the name is the seed for that of the text.
pub(crate) fn encoded_hash(namespace: &[u8], name: &[u8]) -> u32 {
    let own = if namespace.is_empty() { name.strip_prefix(b"^") } else { None };
    let mut parts = own.unwrap_or(name).splitn(2, |&byte| byte == b':');
    let hash = feature_hash(namespace, parts.next().unwrap_or_default());
    parts.next().map_or(hash, |text| string_hash(text, hash))
}

#[cfg(test)]
mod tests {
    use super::{feature_hash, murmur3_32};

    #[test]
    fn published_vectors() {
        for (text, seed, expected) in [
            (&b""[..], 0, 0),
            (b"", 1, 0x514e_28b7),
            (b"", 0xffff_ffff, 0x81f1_6f39),
            (b"\xff\xff\xff\xff", 0, 0x7629_3b50),
            (b"!Ce\x87", 0, 0xf55b_516b),
            (b"!Ce", 0, 0x7e4a_8634),
            (b"!C", 0, 0xa0f7_b07a),
            (b"!", 0, 0x7266_1cf4),
            (b"\0\0\0\0", 0, 0x2362_f9de),
            (b"aaaa", 0x9747_b28c, 0x5a97_808a),
            (b"abc", 0, 0xb3dd_93fa),
            (b"Hello, world!", 0x9747_b28c, 0x2488_4cba),
            (b"The quick brown fox jumps over the lazy dog", 0x9747_b28c, 0x2fa8_26cd),
        ] {
            assert_eq!(murmur3_32(text, seed), expected, "{text:?} {seed:#x}");
        }
    }

    #[test]
    fn digits_are_integers_and_namespaces_are_seeds() {
        assert_eq!(feature_hash(b"", b"17"), 17);
        assert_eq!(feature_hash(b"", b"017"), 17);
        assert_eq!(feature_hash(b"a", b"17"), murmur3_32(b"a", 0).wrapping_add(17));
        assert_eq!(feature_hash(b"a", b"b"), murmur3_32(b"b", murmur3_32(b"a", 0)));
        assert_eq!(feature_hash(b"", b"b"), murmur3_32(b"b", 0));
    }
}
