//! Features of a plain line, many at a time: `index:value` parted by single blanks, an index of up to 8 digits, a value
//! `[-]digits` or `[-]digit.digits` of up to 8 digits. The result is bit for bit that of reading one by one.
//!
//! The line is copied between blanks, so that words can be read around any of its tokens. Marks say where tokens are;
//! their digits are cut out as words, 32 tokens at a time, and turned into numbers in vectors. Any line that is not plain is
//! left to the parser that reads token by token, and so are the next lines: the more of them, the more often
//! that was in vain.

use pulp::x86::V3;

use super::marks::{BLOCK, Marks};
use crate::features::Draft;
use crate::number::{ASCII_ZEROS, KEEP, join_digits};

/// Bytes before the line: a word that ends at the first digit starts there.
const BEFORE: usize = 8;
/// Bytes looked at around a token: up to 8 before, 21 of it, its end and a word from there.
const WINDOW: usize = 64;
/// Longer lines are not copied.
const LONGEST: usize = 1 << 20;
/// Tokens at a time.
const BATCH: usize = 32;
/// At most so many lines are not even tried.
const MOST_SKIPPED: u32 = 255;
/// What a number with so many digits after the point is divided by; 16 further on for negative ones.
const SCALES: [f64; 32] = {
    let (mut scales, mut power, mut places) = ([1.0; 32], 1.0, 0);
    while places <= 8 {
        (scales[places], scales[places + 16]) = (power, -power);
        (power, places) = (power * 10.0, places + 1);
    }
    scales
};

/// Reads plain lines; its buffers are reused.
#[derive(Debug, Default)]
pub(super) struct Plain {
    text: Vec<u8>,
    marks: Marks,
    /// Lines that are not to be tried, and how many there were the last time.
    skip: u32,
    skipped: u32,
}

impl Plain {
    /// Adds the features in `text` to the open row, which has none so far; false, and nothing added, if it
    /// is not plain.
    pub(super) fn read(&mut self, text: &[u8], draft: &mut Draft) -> bool {
        if text.is_empty() {
            return true;
        }
        if self.skip > 0 {
            self.skip -= 1;
            return false;
        }
        let Some(simd) = V3::try_new().filter(|_| text.len() <= LONGEST) else { return false };
        if simd.vectorize(Read { simd, plain: self, text, draft }) {
            self.skipped = 0;
            return true;
        }
        draft.drop_row();
        self.skipped = (2 * self.skipped + 1).min(MOST_SKIPPED);
        self.skip = self.skipped;
        false
    }

    /// Copies the line and finds its marks, of which the last is the blank behind it.
    #[inline(always)]
    fn prepare(&mut self, simd: V3, text: &[u8]) {
        self.text.clear();
        self.text.extend_from_slice(&[b' '; BEFORE]);
        self.text.extend_from_slice(text);
        self.text.extend_from_slice(&[b' '; BLOCK + WINDOW]);
        let blocks = (text.len() / BLOCK + 1) * BLOCK;
        self.marks.find(simd, self.text.get(BEFORE..BEFORE + blocks).unwrap_or_default());
        self.marks.drop_last(blocks - text.len() - 1);
    }
}

/// The call that is compiled for the machine.
struct Read<'a> {
    simd: V3,
    plain: &'a mut Plain,
    text: &'a [u8],
    draft: &'a mut Draft,
}

impl pulp::NullaryFnOnce for Read<'_> {
    type Output = bool;

    #[inline(always)]
    fn call(self) -> bool {
        let Self { simd, plain, mut text, draft } = self;
        while let [rest @ .., b' '] = text {
            text = rest;
        }
        plain.prepare(simd, text);
        let (pairs, rest) = plain.marks.places().as_chunks::<2>();
        let mut tokens = Tokens { text: &plain.text, start: 0 };
        let mut batch = Batch::default();
        if !rest.is_empty() {
            return false;
        }
        for pairs in pairs.chunks(BATCH) {
            if batch.cut(&mut tokens, pairs).is_none() || !batch.read(simd, pairs.len(), draft) {
                return false;
            }
        }
        true
    }
}

/// The tokens of a line, one after the other.
struct Tokens<'a> {
    /// The line from [`BEFORE`] on.
    text: &'a [u8],
    /// Where the next token starts in the line.
    start: usize,
}

/// A token as words of digits: the index, the value without its point, what to divide that by.
struct Words {
    key: u64,
    whole: u64,
    scale: f64,
}

impl Tokens<'_> {
    /// The next token, if its colon and its end are at these places and it is plain but for bytes that are
    /// no digits.
    #[inline(always)]
    fn next(&mut self, colon: u32, end: u32) -> Option<Words> {
        let window = self.text.get(self.start..)?.first_chunk::<WINDOW>()?;
        let (colon, end) = (colon as usize - self.start, end as usize - self.start);
        self.start += end + 1;
        // At most 8 + 1 + 3 + 8 bytes: the masks tell the compiler what the checks have found.
        if colon.wrapping_sub(1) > 7 || end > 20 {
            return None;
        }
        let (colon, end) = (colon & 15, end & 31);
        if window[BEFORE + colon] != b':' || window[BEFORE + end] != b' ' {
            return None;
        }
        let (whole, scale) = value(window, colon + 1, end)?;
        Some(Words { key: word(window, colon) & KEEP[colon], whole, scale })
    }
}

/// The digits of a value from `start` to `end` in the line, and what to divide them by.
#[inline(always)]
fn value(window: &[u8; WINDOW], start: usize, end: usize) -> Option<(u64, f64)> {
    let negative = usize::from(window[BEFORE + start] == b'-');
    let first = start + negative;
    let (lead, from) = match window[BEFORE + first + 1] {
        b'.' => (u64::from(window[BEFORE + first] ^ b'0'), first + 2),
        _ => (0, first),
    };
    let digits = end.wrapping_sub(from);
    // The digit before the point takes a place of its own unless it is 0.
    if digits.wrapping_sub(1) > 7 || (lead > 0 && (lead > 9 || digits == 8)) {
        return None;
    }
    let digits = digits & 15;
    let places = if from > first { digits } else { 0 };
    let whole = word(window, end) & KEEP[digits] | lead.wrapping_shl(56 - 8 * (digits as u32 & 7));
    Some((whole, SCALES[places + 16 * negative]))
}

/// The eight bytes before `end` in the line as digits.
#[inline(always)]
fn word(window: &[u8; WINDOW], end: usize) -> u64 {
    let bytes = window.get(end..).and_then(<[u8]>::first_chunk);
    bytes.map_or(0, |&bytes| u64::from_le_bytes(bytes)) ^ ASCII_ZEROS
}

/// Some tokens.
#[derive(Debug, Default)]
struct Batch {
    keys: [u64; BATCH],
    wholes: [u64; BATCH],
    scales: [f64; BATCH],
}

impl Batch {
    /// Takes the tokens whose colons and ends are at these places.
    #[inline(always)]
    fn cut(&mut self, tokens: &mut Tokens<'_>, pairs: &[[u32; 2]]) -> Option<()> {
        let wholes = self.wholes.iter_mut().zip(&mut self.scales);
        for (&[colon, end], (key, (whole, scale))) in
            pairs.iter().zip(self.keys.iter_mut().zip(wholes))
        {
            let words = tokens.next(colon, end)?;
            (*key, *whole, *scale) = (words.key, words.whole, words.scale);
        }
        Some(())
    }

    /// Adds the first `count` tokens to the open row; false if one is no number. The others are those of an earlier batch,
    /// or zeros.
    #[inline(always)]
    fn read(&self, simd: V3, count: usize, draft: &mut Draft) -> bool {
        let (mut keys, mut wholes, mut values) = ([0; BATCH], [0; BATCH], [0.0; BATCH]);
        let good =
            join_digits(simd, &self.keys, &mut keys) & join_digits(simd, &self.wholes, &mut wholes);
        for (value, (&whole, scale)) in values.iter_mut().zip(wholes.iter().zip(&self.scales)) {
            // Below 10^8 and a power of ten up to 10^8: both are exact, and the division rounds once.
            *value = f64::from(whole as i32) / scale;
        }
        let (keys, values) = (keys.get(..count), values.get(..count));
        draft.push_indices(keys.unwrap_or_default(), values.unwrap_or_default());
        good
    }
}
