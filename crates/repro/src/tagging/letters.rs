//! Handwritten words: a table with the header `word fold pos letter pixels_hex`, tabs between the
//! cells, a letter a line.
//!
//! An image has 16 rows of 8 pixels, 32 hexadecimal digits, row by row, the most significant bit
//! first. A feature is a pixel that is set; with `pairs` also two neighbouring pixels that both are
//! (to the right, below, and both below on the diagonals).

use super::sentence::{Sentence, Token};
use crate::failure::{Failure, Result};

const WIDTH: usize = 8;
const PIXELS: usize = 128;
const HEADER: &str = "word\tfold\tpos\tletter\tpixels_hex";
/// Rows down and columns right to a neighbour.
const NEIGHBOURS: [(usize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A word, and the fold it is in.
#[derive(Debug, PartialEq)]
pub(super) struct Word {
    pub(super) fold: usize,
    number: u64,
    pub(super) letters: Sentence,
}

/// What the features of an image are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pixels {
    /// The first feature.
    pub(super) first: usize,
    /// Whether pairs of neighbours are features too.
    pub(super) pairs: bool,
}

/// The words of a table.
pub(super) fn parse(name: &str, bytes: &[u8], pixels: Pixels) -> Result<Vec<Word>> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Failure::data(name, None, "the text is not valid UTF-8"))?;
    let mut words: Vec<Word> = Vec::new();
    for (line, cells) in (1..).zip(text.lines()) {
        let located = |reason| Failure::data(name, Some(line), reason);
        if line == 1 && cells != HEADER {
            return Err(located(format!("'{cells}' is not the header '{HEADER}'")));
        }
        if line > 1 {
            add(&mut words, cells, pixels).map_err(located)?;
        }
    }
    match words.is_empty() {
        true => Err(Failure::data(name, None, "there is no word")),
        false => Ok(words),
    }
}

/// Adds the letter of a line to its word, or says what is wrong with it.
fn add(words: &mut Vec<Word>, line: &str, pixels: Pixels) -> Result<(), String> {
    let cells: Vec<&str> = line.split('\t').collect();
    let &[word, fold, place, letter, image] = cells.as_slice() else {
        return Err(format!("{} cells where 5 belong", cells.len()));
    };
    let number = word.parse().map_err(|_| format!("'{word}' is no number of a word"))?;
    let fold = fold.parse().map_err(|_| format!("'{fold}' is no fold"))?;
    if !matches!(letter.as_bytes(), [b'a'..=b'z']) {
        return Err(format!("'{letter}' is none of the letters a to z"));
    }
    if words.last().is_none_or(|last| last.number != number) {
        words.push(Word { fold, number, letters: Sentence::new() });
    }
    let Some(last) = words.last_mut() else { return Ok(()) };
    if last.fold != fold || place != last.letters.len().to_string() {
        let (fold, next) = (last.fold, last.letters.len());
        return Err(format!("word {number} is in fold {fold}, and letter {next} comes next"));
    }
    let indices = pixels.features(image)?;
    let values = vec![1.0; indices.len()];
    last.letters.push(Token { indices, values, tag: letter.into() });
    Ok(())
}

impl Pixels {
    /// The features of an image, in order.
    fn features(self, image: &str) -> Result<Vec<u32>, String> {
        let bits = u128::from_str_radix(image, 16).ok().filter(|_| image.len() == PIXELS / 4);
        let bits = bits.ok_or_else(|| format!("'{image}' is not {} hex digits", PIXELS / 4))?;
        let is_set = |pixel: usize| bits >> (PIXELS - 1 - pixel) & 1 == 1;
        let set = || (0..PIXELS).filter(|&pixel| is_set(pixel));
        let mut features: Vec<u32> = set().map(|pixel| (self.first + pixel) as u32).collect();
        if self.pairs {
            let pairs = set().flat_map(|pixel| (0..4).map(move |side| (pixel, side)));
            let both = pairs
                .filter(|&(pixel, side)| neighbour(pixel, NEIGHBOURS[side]).is_some_and(is_set));
            let first = self.first + PIXELS;
            features.extend(both.map(|(pixel, side)| (first + 4 * pixel + side) as u32));
        }
        Ok(features)
    }
}

/// The pixel so many rows below and columns to the right, if it is in the image.
fn neighbour(pixel: usize, (down, right): (usize, isize)) -> Option<usize> {
    let column = (pixel % WIDTH).checked_add_signed(right).filter(|&column| column < WIDTH)?;
    Some((pixel / WIDTH + down) * WIDTH + column).filter(|&place| place < PIXELS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Pixels = Pixels { first: 10, pairs: false };

    /// An image with these pixels.
    fn image(set: &[usize]) -> String {
        format!("{:032x}", set.iter().fold(0_u128, |bits, pixel| bits | 1 << (127 - pixel)))
    }

    fn read(rows: &[[&str; 4]], image: &str) -> Result<Vec<Word>, String> {
        let lines: Vec<String> =
            rows.iter().map(|row| format!("\n{}\t{image}", row.join("\t"))).collect();
        let text = format!("{HEADER}{}", lines.concat());
        parse("o.tsv", text.as_bytes(), PLAIN).map_err(|failure| failure.to_string())
    }

    #[test]
    fn letters_are_put_together_to_words() {
        let rows = [["7", "2", "0", "a"], ["7", "2", "1", "b"], ["8", "0", "0", "c"]];
        let words = read(&rows, &image(&[0, 9, 127])).unwrap();
        let tags = |word: &Word| word.letters.iter().map(|t| t.tag.clone()).collect::<String>();
        let found: Vec<(usize, String)> = words.iter().map(|w| (w.fold, tags(w))).collect();
        assert_eq!(found, [(2, "ab".into()), (0, "c".into())]);
        assert_eq!(words[0].letters[1].indices, [10, 19, 137]);
        assert_eq!(words[0].letters[1].values, [1.0; 3]);
    }

    #[test]
    fn pairs_are_those_of_a_slow_search() {
        let pixels = Pixels { first: 0, pairs: true };
        let mut random = noregret::core::random::Random::new(1, 0);
        for _ in 0..100 {
            let set: Vec<usize> = (0..PIXELS).filter(|_| random.chance(0.3)).collect();
            let mut slow: Vec<u32> = set.iter().map(|&pixel| pixel as u32).collect();
            for &a in &set {
                for (side, (down, right)) in
                    [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().enumerate()
                {
                    let at = |p: usize| ((p / 8) as i32, (p % 8) as i32);
                    let there = |&&b: &&usize| at(b) == (at(a).0 + down, at(a).1 + right);
                    let found = set.iter().find(there);
                    slow.extend(found.map(|_| (PIXELS + 4 * a + side) as u32));
                }
            }
            assert_eq!(pixels.features(&image(&set)).unwrap(), slow);
        }
    }

    #[test]
    fn broken_tables_are_named() {
        let whole = image(&[1]);
        for (row, image, message) in [
            (["0", "0", "0", "A"], whole.as_str(), "'A' is none of the letters a to z"),
            (["x", "0", "0", "a"], &whole, "'x' is no number of a word"),
            (["0", "-1", "0", "a"], &whole, "'-1' is no fold"),
            (["0", "0", "1", "a"], &whole, "word 0 is in fold 0, and letter 0 comes next"),
            (["0", "0", "0", "a"], "1f", "'1f' is not 32 hex digits"),
            (["0", "0", "0", "a"], "1\t2", "6 cells where 5 belong"),
        ] {
            assert_eq!(read(&[row], image), Err(format!("o.tsv:2: {message}")));
        }
        let moved = read(&[["0", "0", "0", "a"], ["0", "1", "1", "a"]], &whole);
        let message = "o.tsv:3: word 0 is in fold 0, and letter 1 comes next";
        assert_eq!(moved, Err(message.into()));
        assert_eq!(read(&[], ""), Err("o.tsv: there is no word".into()));
        let message = parse("o.tsv", b"a\tb\n", PLAIN).unwrap_err().to_string();
        assert!(message.starts_with("o.tsv:1: 'a\tb' is not the header"), "{message}");
    }
}
