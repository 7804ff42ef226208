//! Eight digits at once, for many numbers: a word holds the digits of a number as bytes from 0 to
//! 9, the last one in the highest byte, zeros in front.
//!
//! Neighbours are joined three times, by multiplying and adding: digits to pairs, pairs to fours,
//! fours to the number.

use std::arch::x86_64::__m256i;

use pulp::x86::V3;

/// What turns eight ASCII digits, read as a little-endian word, into a word of digits.
pub(crate) const ASCII_ZEROS: u64 = 0x3030_3030_3030_3030;

/// `KEEP[n]` keeps the last `n` digits of a word, for n from 1 to 8.
pub(crate) const KEEP: [u64; 16] = {
    let mut masks = [0; 16];
    let mut digits = 1;
    while digits <= 8 {
        masks[digits] = !0 << (64 - 8 * digits);
        digits += 1;
    }
    masks
};

/// Puts the numbers of the first `count` of `words` into `out`; false if a byte is no digit. The
/// words that fill up the last eight are looked at, too.
#[inline(always)]
pub(crate) fn join_digits<const N: usize>(
    simd: V3,
    words: &[u64; N],
    out: &mut [u32; N],
    count: usize,
) -> bool {
    const { assert!(N.is_multiple_of(8)) }
    let (wide, narrow) = (simd.avx2, simd.avx);
    let nines = narrow._mm256_set1_epi8(9);
    let tens = narrow._mm256_set1_epi16(i16::from_le_bytes([10, 1]));
    let hundreds = narrow._mm256_set1_epi32(100 | 1 << 16);
    let myriads = narrow._mm256_set1_epi32(10_000 | 1 << 16);
    let mut above = narrow._mm256_setzero_si256();
    let words = words.as_chunks::<8>().0.iter().take(count.div_ceil(8));
    for (words, out) in words.zip(out.as_chunks_mut::<8>().0) {
        let [low, high]: [__m256i; 2] = pulp::cast(*words);
        let beyond = wide
            ._mm256_or_si256(wide._mm256_subs_epu8(low, nines), wide._mm256_subs_epu8(high, nines));
        above = wide._mm256_or_si256(above, beyond);
        let low = wide._mm256_madd_epi16(wide._mm256_maddubs_epi16(low, tens), hundreds);
        let high = wide._mm256_madd_epi16(wide._mm256_maddubs_epi16(high, tens), hundreds);
        let fours = wide._mm256_packus_epi32(low, high);
        let numbers = wide._mm256_madd_epi16(fours, myriads);
        // Packing has exchanged the middle quarters.
        *out = pulp::cast(wide._mm256_permute4x64_epi64::<0b11_01_10_00>(numbers));
    }
    narrow._mm256_testz_si256(above, above) == 1
}

#[cfg(test)]
mod tests {
    use super::{ASCII_ZEROS, KEEP, V3, join_digits};

    #[test]
    fn all_lengths() {
        let Some(simd) = V3::try_new() else { return };
        let word = u64::from_le_bytes(*b"98765432") ^ ASCII_ZEROS;
        let mut words = [0; 16];
        for (word_of, mask) in words.iter_mut().zip(KEEP) {
            *word_of = word & mask;
        }
        let mut numbers = [7; 16];
        assert!(join_digits(simd, &words, &mut numbers, 16));
        let expected =
            [0, 2, 32, 432, 5432, 65_432, 765_432, 8_765_432, 98_765_432, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(numbers, expected);
    }

    #[test]
    fn what_is_no_digit_is_noticed() {
        let Some(simd) = V3::try_new() else { return };
        for byte in 0..=255 {
            for place in 0..8 {
                let mut text = *b"00000000";
                text[place] = byte;
                let mut words = [0; 8];
                words[place] = u64::from_le_bytes(text) ^ ASCII_ZEROS;
                let good = join_digits(simd, &words, &mut [0; 8], 8);
                assert_eq!(good, byte.is_ascii_digit(), "{byte} at {place}");
            }
        }
    }
}
