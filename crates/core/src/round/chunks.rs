//! Chunks in a sentence, as the evaluation of the CoNLL shared tasks counts them: `B-NP I-NP` is
//! one chunk of type NP.
//!
//! A chunk begins at `B` or `S`, at another tag than `O` after `O`, `E` or `S`, and where the type
//! changes; it ends before the next one begins, or before `O`. One that was found is right if it
//! begins and ends where one of the same type does. Precision is the share of those found that are
//! right, recall the share of the true ones that were found, F1 their harmonic mean. (Tjong Kim
//! Sang & Buchholz 2000; Ratinov & Roth 2009 for `E` and `S`.)

/// Wrong tags and chunks of one sentence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TagCounts {
    /// Tokens.
    pub tokens: u32,
    /// Tokens with a wrong tag.
    pub wrong: u32,
    /// Chunks, where the tags are such.
    pub chunks: Option<ChunkCounts>,
}

/// How many chunks there are, were found, and were found right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChunkCounts {
    /// True chunks.
    pub there: u32,
    /// Chunks that were found.
    pub found: u32,
    /// Chunks that were found and are true.
    pub right: u32,
}

/// A chunk: its first token, the one after its last, and its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// Its first token, from 0.
    pub start: usize,
    /// The token after its last.
    pub end: usize,
    /// Its type.
    pub kind: &'a str,
}

impl Chunk<'_> {
    /// Whether it is one of these, which come in order.
    pub fn is_among(&self, chunks: &[Chunk<'_>]) -> bool {
        let at = chunks.binary_search_by_key(&self.start, |chunk| chunk.start);
        at.is_ok_and(|at| chunks[at] == *self)
    }
}

impl TagCounts {
    /// Counts wrong tags.
    pub(crate) fn of_tags(truth: &[usize], found: &[usize]) -> Self {
        let wrong = truth.iter().zip(found).filter(|(a, b)| a != b).count();
        TagCounts { tokens: truth.len() as u32, wrong: wrong as u32, chunks: None }
    }

    /// Counts chunks too.
    pub(crate) fn with_chunks(self, truth: &[Chunk<'_>], found: &[Chunk<'_>]) -> Self {
        let right = found.iter().filter(|chunk| chunk.is_among(truth)).count() as u32;
        let (there, found) = (truth.len() as u32, found.len() as u32);
        TagCounts { chunks: Some(ChunkCounts { there, found, right }), ..self }
    }
}

/// Whether a tag is `O`, or one of `B`, `I`, `E` and `S` with a type.
///
/// ```
/// use noregret_core::round::is_chunk_tag;
/// assert!(is_chunk_tag("O") && is_chunk_tag("B-NP"));
/// assert!(!is_chunk_tag("NN") && !is_chunk_tag("B-"));
/// ```
pub fn is_chunk_tag(tag: &str) -> bool {
    tag == "O" || matches!(tag.as_bytes(), [b'B' | b'I' | b'E' | b'S', b'-', _, ..])
}

/// The place in its chunk and the type that a tag names.
fn split(tag: &str) -> (u8, &str) {
    let place = tag.as_bytes().first().copied().unwrap_or(b'O');
    (place, tag.get(2..).unwrap_or_default())
}

/// The chunks of a sentence, in order.
///
/// ```
/// use noregret_core::round::{Chunk, chunks};
///
/// let found = chunks(["B-NP", "I-NP", "O", "I-VP", "B-VP"].into_iter());
/// assert_eq!(found[0], Chunk { start: 0, end: 2, kind: "NP" });
/// assert_eq!(found[1..].iter().map(|chunk| chunk.start).collect::<Vec<_>>(), [3, 4]);
/// ```
pub fn chunks<'a>(tags: impl Iterator<Item = &'a str>) -> Vec<Chunk<'a>> {
    let mut all: Vec<Chunk<'a>> = Vec::with_capacity(tags.size_hint().0);
    let mut before = (b'O', "");
    for (t, tag) in tags.enumerate() {
        let (place, kind) = split(tag);
        if place != b'O' {
            let begins = matches!(place, b'B' | b'S')
                || matches!(before.0, b'O' | b'E' | b'S')
                || before.1 != kind;
            match all.last_mut().filter(|_| !begins) {
                Some(chunk) => chunk.end = t + 1,
                None => all.push(Chunk { start: t, end: t + 1, kind }),
            }
        }
        before = (place, kind);
    }
    all
}
