//! Features of a plain line, many at a time: `index:value` parted by single blanks, an index of up
//! to 8 digits, a value `[-]digits` or `[-]digit.digits` of up to 8 digits. The result is bit for
//! bit that of reading one by one.
//!
//! The line is copied between blanks, so that words can be read around any of its tokens. Marks say
//! where tokens are; their digits are cut out as words, 32 tokens at a time, and turned into
//! numbers in vectors. Any line that is not plain is left to the parser that reads token by token,
//! and so are the next lines: the more of them, the more often that was in vain.

use pulp::x86::V3;

use super::marks::{BLOCK, Marks};
use crate::features::Draft;
use crate::number::{ASCII_ZEROS, KEEP, join_digits};

/// Bytes before the line: a word that ends at the first digit starts there.
const BEFORE: usize = 8;
/// Bytes behind the line: the end of its last token, then room for a block and a window.
const AFTER: [u8; 1 + BLOCK + WINDOW] = {
    let mut bytes = [0; 1 + BLOCK + WINDOW];
    bytes[0] = b' ';
    bytes
};
/// Bytes looked at around a token: up to 8 before, 21 of it, its end and a word from there.
const WINDOW: usize = 64;
/// Longer lines are not copied.
const LONGEST: usize = 1 << 20;
/// The number of tokens turned into numbers at a time.
const BATCH: usize = 32;
/// `:0.` as a word of digits.
const USUAL: u64 = (u32::from_le_bytes(*b":0.0") as u64 ^ ASCII_ZEROS) & 0xff_ffff;
/// At most so many lines are not even tried.
const MOST_SKIPPED: u32 = 255;
/// What a number with so many digits after the point is divided by; 16 further on for negative
/// ones.
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
pub(super) struct PlainLines {
    text: Vec<u8>,
    marks: Marks,
    /// Lines that are not to be tried, and how many there were the last time.
    skip: u32,
    skipped: u32,
}

impl PlainLines {
    /// Adds the features in `text` to the open row, which has none so far; false, and nothing
    /// added, if it is not plain.
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
        self.text.extend_from_slice(&[0; BEFORE]);
        self.text.extend_from_slice(text);
        self.text.extend_from_slice(&AFTER);
        self.marks.find(simd, self.text.get(BEFORE..).unwrap_or_default());
    }
}

/// The call that is compiled for the machine.
struct Read<'a> {
    simd: V3,
    plain: &'a mut PlainLines,
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
struct TokenDigits {
    key: u64,
    whole: u64,
    scale: f64,
}

impl Tokens<'_> {
    /// The next token, if its colon and its end are at these places and it is plain but for bytes
    /// that are no digits.
    #[inline(always)]
    fn next(&mut self, colon: u32, end: u32) -> Option<TokenDigits> {
        let window = self.text.get(self.start..)?.first_chunk::<WINDOW>()?;
        let (colon, end) = (colon as usize - self.start, end as usize - self.start);
        self.start += end + 1;
        // At most 8 + 1 + 3 + 8 bytes: the masks tell the compiler what the checks have found.
        if colon.wrapping_sub(1) > 7 || end > 20 {
            return None;
        }
        let (colon, end) = (colon & 15, end & 31);
        if window[BEFORE + end] != b' ' {
            return None;
        }
        let key = word(window, colon) & KEEP[colon];
        let digits = end.wrapping_sub(colon + 3);
        let after = word(window, BEFORE + colon) & 0xff_ffff;
        if after == USUAL && digits.wrapping_sub(1) < 8 {
            let digits = digits & 15;
            let whole = word(window, end) & KEEP[digits];
            return Some(TokenDigits { key, whole, scale: SCALES[digits] });
        }
        if window[BEFORE + colon] != b':' {
            return None;
        }
        let (whole, scale) = value(window, colon + 1, end)?;
        Some(TokenDigits { key, whole, scale })
    }
}

/// The digits of any value from `start` to `end` in the line, and what to divide them by.
#[inline(always)]
fn value(window: &[u8; WINDOW], start: usize, end: usize) -> Option<(u64, f64)> {
    let negative = usize::from(window[BEFORE + start] == b'-');
    let first = start + negative;
    let (lead, from) = match window[BEFORE + first + 1] {
        b'.' => (u64::from(window[BEFORE + first] ^ b'0'), first + 2),
        _ => (0, first),
    };
    let digits = end.wrapping_sub(from);
    // The byte before the point takes a place of its own unless it is 0; whether it is a digit is
    // seen later.
    if digits.wrapping_sub(1) > 7 || (lead > 0 && digits == 8) {
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

/// Tokens that are turned into numbers together.
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

    /// Adds the first `count` tokens to the open row; false if one is no number. The others are
    /// those of an earlier batch, or zeros.
    #[inline(always)]
    fn read(&self, simd: V3, count: usize, draft: &mut Draft) -> bool {
        let (mut keys, mut wholes, mut values) = ([0; BATCH], [0; BATCH], [0.0; BATCH]);
        let good = join_digits(simd, &self.keys, &mut keys, count)
            & join_digits(simd, &self.wholes, &mut wholes, count);
        let wholes = wholes.iter().zip(&self.scales).take(count);
        for (value, (&whole, scale)) in values.iter_mut().zip(wholes) {
            // Below 10^8 and a power of ten up to 10^8: both are exact, and the division rounds
            // once.
            *value = f64::from(whole as i32) / scale;
        }
        let (keys, values) = (keys.get(..count), values.get(..count));
        draft.push_indices(keys.unwrap_or_default(), values.unwrap_or_default());
        good
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, MOST_SKIPPED, PlainLines, V3};
    use crate::features::Draft;
    use crate::format::svmlight::parser::features;
    use proptest::prelude::*;

    /// The keys, the bits of the values, and whether the keys ascend.
    fn content(draft: &mut Draft) -> (Vec<u32>, Vec<u64>, bool) {
        draft.close_row();
        let row = draft.row(1);
        let (keys, values, sorted) = row.indexed();
        (keys.to_vec(), values.iter().map(|value| value.to_bits()).collect(), sorted)
    }

    /// A draft whose second row is open: the first must stay.
    fn second_row() -> Draft {
        let mut draft = Draft::default();
        draft.push_index(5, 1.0);
        draft.close_row();
        draft
    }

    /// Whether `text` is plain; what it holds is compared with reading it token by token.
    fn is_plain(text: &str) -> bool {
        let mut fast = second_row();
        if !PlainLines::default().read(text.as_bytes(), &mut fast) {
            assert!(content(&mut fast).0.is_empty(), "{text}");
            return false;
        }
        let mut slow = second_row();
        assert!(features(text.as_bytes(), 0, &mut slow).is_ok(), "{text}");
        assert_eq!(content(&mut fast), content(&mut slow), "{text}");
        true
    }

    #[test]
    fn what_is_plain() {
        if V3::try_new().is_none() {
            return;
        }
        for text in [
            "",
            "1:1",
            "1:1  ",
            "7:0.5 8:-0.25 9:12345678 10:-1 11:0 12:0.0 13:-0",
            "99999999:-9.9999999 00000001:0.12345678 3:0.00000001 3:3 2:7.25",
            "1:-0.12345678",
        ] {
            assert!(is_plain(text), "{text}");
        }
        let many: Vec<String> = (0..1000).map(|i| format!("{i}:{}.{i}", i % 10)).collect();
        assert!(is_plain(&many.join(" ")));
    }

    #[test]
    fn what_is_not() {
        for text in [
            "1:",
            ":1",
            "1",
            ":",
            "1:1 2",
            "1:1  2:2",
            " 1:1",
            "1:1\t2:2",
            "1:1 # no",
            "1:1#no",
            "1:1:1",
            "1:1:1:1",
            "1:+1",
            "1:1e5",
            "1:nan",
            "1:.5",
            "1:5.",
            "1:-",
            "1:-.5",
            "1:--5",
            "1:10.5",
            "1:0.123456789",
            "1:1.12345678",
            "1:123456789",
            "123456789:1",
            "1:0.1.2",
            "a:1",
            "1:a",
            "1:0x1",
            "1:/",
            "1:0.5/",
            "-1:1",
            "1 :1",
            "1: 1",
            "1:a.5",
            "1:é",
        ] {
            assert!(!is_plain(text), "{text}");
        }
        let long = "1:1 ".repeat(LONGEST / 4) + "2:2";
        assert!(!is_plain(&long));
    }

    #[test]
    fn lines_that_are_not_plain_are_tried_less_and_less_often() {
        if V3::try_new().is_none() {
            return;
        }
        let (mut plain, mut draft) = (PlainLines::default(), Draft::default());
        for _ in 0..3000 {
            assert!(!plain.read(b"1:1e5", &mut draft));
        }
        let waited = (0..).take_while(|_| !plain.read(b"1:1", &mut draft)).count();
        assert!((1..=MOST_SKIPPED as usize).contains(&waited), "{waited}");
        assert!(!plain.read(b"1:1e5", &mut draft) && !plain.read(b"1:1", &mut draft));
        assert!(plain.read(b"1:1", &mut draft));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn equals_reading_token_by_token(text in "([0-9]{1,9}:-?[0-9](\\.[0-9]{1,9})?[ ]){0,70}") {
            is_plain(&text);
        }

        #[test]
        fn anything(text in "[0-9.: -]{0,80}") {
            is_plain(&text);
        }

        #[test]
        fn almost_plain(
            text in "([0-9]{1,4}:0\\.[0-9]{1,6} ){3,40}",
            at in 0usize..400,
            byte in any::<u8>(),
        ) {
            let mut bytes = text.into_bytes();
            let place = at % bytes.len();
            bytes[place] = byte & 0x7f;
            is_plain(std::str::from_utf8(&bytes).expect("ascii"));
        }
    }
}
