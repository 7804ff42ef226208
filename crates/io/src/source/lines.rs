//! The lines of a chunk.
//!
//! A line ends at `\n` or `\r\n`; the last one need not end. A line above the limit is an error and
//! is skipped whole.

use std::mem;

use memchr::memchr;

use super::chunker::{Chunk, Tail};
use crate::error::{ErrorKind, Located};

/// Goes through the lines of one chunk; a clone goes on from the same place.
#[derive(Clone)]
pub(crate) struct Lines<'a> {
    rest: &'a [u8],
    /// A line that was too long to be in the chunk comes after the others.
    too_long: bool,
    /// Whether the data ends after them.
    last: bool,
    line: u64,
    longest: usize,
}

impl<'a> Lines<'a> {
    /// The lines of `chunk`, which come after line number `line`.
    pub(crate) fn new(chunk: &'a Chunk, line: u64, longest: usize) -> Self {
        let too_long = matches!(chunk.tail, Tail::TooLong);
        let last = matches!(chunk.tail, Tail::End);
        Self { rest: chunk.text(), too_long, last, line, longest }
    }

    /// The number of the line returned last.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// Whether the data ends after these lines.
    pub(crate) fn is_last(&self) -> bool {
        self.last
    }

    /// The longest line (or record of several lines) accepted.
    pub(crate) fn longest(&self) -> usize {
        self.longest
    }

    /// The next line without its end, or `None` after the last.
    #[inline]
    pub(crate) fn next_line(&mut self) -> Result<Option<&'a [u8]>, Located> {
        if self.rest.is_empty() {
            return if mem::take(&mut self.too_long) { Err(self.refuse()) } else { Ok(None) };
        }
        let end = memchr(b'\n', self.rest).unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest.get(1..).unwrap_or_default();
        if line.len() > self.longest {
            return Err(self.refuse());
        }
        self.line += 1;
        Ok(Some(line.strip_suffix(b"\r").unwrap_or(line)))
    }

    #[cold]
    fn refuse(&mut self) -> Located {
        self.line += 1;
        Located { line: self.line, fault: ErrorKind::LineTooLong { limit: self.longest }.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;
    use crate::source::{Chunk, Chunker, Source, Tail};

    fn lines(text: &'static [u8], block: usize, longest: usize) -> Vec<String> {
        let source = Source::from_read("t", text).expect("plain");
        let mut chunker = Chunker::new(source, block, longest);
        let (mut out, mut before) = (Vec::new(), 0);
        loop {
            let chunk = chunker.next(Chunk::default());
            let mut lines = Lines::new(&chunk, before, longest);
            loop {
                match lines.next_line() {
                    Ok(Some(line)) => out.push(String::from_utf8_lossy(line).into_owned()),
                    Ok(None) => break,
                    Err(located) => out.push(format!("{}: {}", located.line, located.fault.kind)),
                }
            }
            before = lines.line();
            if let Tail::End = chunk.tail {
                return out;
            }
        }
    }

    #[test]
    fn any_block_size_gives_the_same_lines() {
        let text = b"one\r\n\ntwo and more\nthree\rx\r\nlast";
        for block in [1, 4, 5, 7, 64, 4096] {
            assert_eq!(
                lines(text, block, 100),
                ["one", "", "two and more", "three\rx", "last"],
                "{block}"
            );
        }
        assert_eq!(lines(b"", 8, 8), [""; 0]);
        assert_eq!(lines(b"a\n", 8, 8), ["a"]);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_only_at_the_start() {
        for block in [1, 4, 5, 100] {
            assert_eq!(lines(b"\xef\xbb\xbfa\n\xef\xbb\xbfb", block, 9), ["a", "\u{feff}b"]);
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_with_an_error() {
        for block in [1, 4, 16, 4096] {
            let out = lines(b"ok\n0123456789\nfine\nabcdefghijk", block, 8);
            assert_eq!(
                out,
                [
                    "ok",
                    "2: the line is longer than 8 bytes",
                    "fine",
                    "4: the line is longer than 8 bytes"
                ],
                "{block}"
            );
        }
    }
}
