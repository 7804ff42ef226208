//! Where the blanks and the colons of a line are, found 64 bytes at a time.
//!
//! A bit for each byte of a block, then the places of the bits that are set: so the place of a
//! token does not hang on the length of the one before, and the processor can work on several
//! tokens at once.

use std::arch::x86_64::__m256i;

use pulp::x86::V3;

/// Bytes looked at together.
pub(super) const BLOCK: usize = 64;
/// So many places are written whether there are as many or not, and so many more if there are more:
/// a loop over exactly as many as there are would be predicted wrongly for most blocks.
const FEW: usize = 10;
const MORE: usize = 8;

/// The places found; the buffer is reused.
#[derive(Debug, Default)]
pub(super) struct Marks {
    places: Vec<u32>,
    len: usize,
}

impl Marks {
    /// The places in ascending order.
    #[inline(always)]
    pub(super) fn places(&self) -> &[u32] {
        self.places.get(..self.len).unwrap_or_default()
    }

    /// Looks at `text`, which is shorter than 2^32 bytes; what is behind its last whole block is
    /// left out.
    #[inline(always)]
    pub(super) fn find(&mut self, simd: V3, text: &[u8]) {
        self.len = 0;
        for (block, start) in text.as_chunks::<BLOCK>().0.iter().zip((0..).step_by(BLOCK)) {
            self.add(marked(simd, block), start);
        }
    }

    /// Adds the places of the bits of `mask`, counted from `start`.
    #[inline(always)]
    fn add(&mut self, mask: u64, start: u32) {
        if self.places.len() < self.len + BLOCK {
            self.places.resize(2 * (self.len + BLOCK), 0);
        }
        let places = self.places.get_mut(self.len..).and_then(<[u32]>::first_chunk_mut::<BLOCK>);
        let Some(places) = places else { return };
        let count = mask.count_ones() as usize;
        let rest = put(mask, start, &mut places[..FEW]);
        if count > FEW {
            let rest = put(rest, start, &mut places[FEW..FEW + MORE]);
            put(rest, start, &mut places[FEW + MORE..count.max(FEW + MORE)]);
        }
        self.len += count;
    }
}

/// Fills `places` with those of the lowest bits of `mask`, counted from `start`; what is left of
/// the mask.
#[inline(always)]
fn put(mask: u64, start: u32, places: &mut [u32]) -> u64 {
    let mut mask = mask;
    for place in places {
        *place = start.wrapping_add(mask.trailing_zeros());
        mask &= mask.wrapping_sub(1);
    }
    mask
}

/// A bit for each byte that is a blank or a colon.
#[inline(always)]
fn marked(simd: V3, block: &[u8; BLOCK]) -> u64 {
    let [low, high]: [__m256i; 2] = pulp::cast(*block);
    u64::from(marked_half(simd, low)) | u64::from(marked_half(simd, high)) << 32
}

#[inline(always)]
fn marked_half(simd: V3, bytes: __m256i) -> u32 {
    let blank = simd.avx2._mm256_cmpeq_epi8(bytes, simd.avx._mm256_set1_epi8(b' ' as i8));
    let colon = simd.avx2._mm256_cmpeq_epi8(bytes, simd.avx._mm256_set1_epi8(b':' as i8));
    simd.avx2._mm256_movemask_epi8(simd.avx2._mm256_or_si256(blank, colon)) as u32
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Marks, V3};

    #[test]
    fn every_number_of_marks_in_a_block() {
        let Some(simd) = V3::try_new() else { return };
        let mut marks = Marks::default();
        for count in 0..=BLOCK {
            let mut text = vec![b'1'; 3 * BLOCK];
            let places: Vec<u32> = (0..count).map(|i| (BLOCK + i * BLOCK / count) as u32).collect();
            for (&place, byte) in places.iter().zip(b": ".iter().cycle()) {
                text[place as usize] = *byte;
            }
            text[2 * BLOCK + 1] = b':';
            marks.find(simd, &text);
            let expected = [places, vec![2 * BLOCK as u32 + 1]].concat();
            assert_eq!(marks.places(), expected, "{count}");
        }
    }
}
