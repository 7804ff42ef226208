//! Lines of a source, in constant memory.
//!
//! Bytes come in blocks into one buffer; a line that straddles two blocks is moved to the front
//! before the next is read. A line ends at `\n` or `\r\n`; the last one need not end. A UTF-8 byte
//! order mark at the start is skipped. A line above the limit is an error and is skipped whole.
//! If reading fails, all whole lines before the failure are still delivered, then the error, then
//! the end.

use std::io::{self, Read};

use memchr::memchr;

use super::input::{Progress, Source};
use crate::error::{DataError, ErrorKind, Fault};

/// How many bytes are read at a time: 256 KiB, so that a block stays in the cache until parsed.
pub const DEFAULT_BLOCK: usize = 1 << 18;
/// The longest line accepted: 64 MiB.
pub const DEFAULT_LONGEST_LINE: usize = 1 << 26;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A source split into lines.
pub struct Lines {
    source: Source,
    buffer: Vec<u8>,
    /// The unread bytes are `buffer[start..end]`; those before `scanned` hold no newline.
    start: usize,
    end: usize,
    scanned: usize,
    longest: usize,
    line: u64,
    /// Nothing more will come from the source.
    ended: bool,
    /// Too little has been read to tell whether a byte order mark leads.
    at_start: bool,
    failure: Option<ErrorKind>,
}

impl Lines {
    /// Splits `source`, with blocks of 256 KiB and lines of up to 64 MiB.
    pub fn new(source: Source) -> Self {
        Self::with_limits(source, DEFAULT_BLOCK, DEFAULT_LONGEST_LINE)
    }

    /// Splits `source` with the given block size and longest line, both in bytes.
    pub fn with_limits(source: Source, block: usize, longest: usize) -> Self {
        let buffer = vec![0; block.max(BYTE_ORDER_MARK.len() + 1)];
        Self {
            source,
            buffer,
            start: 0,
            end: 0,
            scanned: 0,
            longest,
            line: 0,
            ended: false,
            at_start: true,
            failure: None,
        }
    }

    /// The number of the line returned last, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// How far reading has come.
    pub fn progress(&self) -> Progress {
        self.source.progress()
    }

    /// The next line without its end, or `None` after the last.
    ///
    /// # Errors
    /// If reading fails or the line is too long.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, DataError> {
        let Some((start, end)) = self.advance()? else { return Ok(None) };
        let line = self.buffer.get(start..end).unwrap_or_default();
        Ok(Some(line.strip_suffix(b"\r").unwrap_or(line)))
    }

    /// What is buffered of the rest, read on until it is `enough` or there is no more; for guessing.
    pub(crate) fn peek(&mut self, enough: impl Fn(&[u8]) -> bool) -> &[u8] {
        while !self.ended && self.end - self.start <= self.longest && !enough(self.unread()) {
            self.fill();
        }
        self.unread()
    }

    /// The error `fault` in the line returned last.
    pub(crate) fn locate(&self, fault: Fault) -> DataError {
        self.locate_at(self.line, fault)
    }

    /// The error `fault` in a line by number; 0 for the file as a whole.
    pub(crate) fn locate_at(&self, line: u64, fault: Fault) -> DataError {
        DataError {
            file: self.source.name.clone(),
            line: (line > 0).then_some(line),
            column: fault.at.map(|at| at as u64 + 1),
            kind: fault.kind,
        }
    }

    /// The longest line (or record of several lines) accepted.
    pub(crate) fn longest(&self) -> usize {
        self.longest
    }

    pub(crate) fn name(&self) -> &str {
        &self.source.name
    }

    fn unread(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or_default()
    }

    /// Steps over one line; its place in the buffer, without the newline.
    fn advance(&mut self) -> Result<Option<(usize, usize)>, DataError> {
        loop {
            let fresh = self.buffer.get(self.scanned..self.end).unwrap_or_default();
            let newline = memchr(b'\n', fresh).map(|at| self.scanned + at);
            let end = newline.unwrap_or(self.end);
            if end - self.start > self.longest {
                return self.skip_line();
            }
            if newline.is_none() && !self.ended {
                self.scanned = self.end;
                self.fill();
                continue;
            }
            if newline.is_none() && (self.failure.is_some() || self.start == self.end) {
                return self.finish();
            }
            self.line += 1;
            let line = (self.start, end);
            self.start = newline.map_or(end, |at| at + 1);
            self.scanned = self.start;
            return Ok(Some(line));
        }
    }

    /// The end of the data, or the failure that ended it, once.
    fn finish(&mut self) -> Result<Option<(usize, usize)>, DataError> {
        self.start = self.end;
        self.scanned = self.end;
        match self.failure.take() {
            Some(kind) => Err(self.locate_at(self.line + 1, kind.into())),
            None => Ok(None),
        }
    }

    /// Drops the rest of a line that is too long.
    fn skip_line(&mut self) -> Result<Option<(usize, usize)>, DataError> {
        self.line += 1;
        loop {
            let newline = memchr(b'\n', self.unread());
            self.start = newline.map_or(self.end, |at| self.start + at + 1);
            self.scanned = self.start;
            if newline.is_some() || self.ended {
                let limit = self.longest;
                return Err(self.locate(ErrorKind::LineTooLong { limit }.into()));
            }
            self.fill();
        }
    }

    /// Reads once, after making room behind the unread bytes.
    fn fill(&mut self) {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.scanned -= self.start;
            self.start = 0;
        }
        if self.end == self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        let room = self.buffer.get_mut(self.end..).unwrap_or_default();
        match read_some(&mut self.source.stream, room) {
            Ok(0) => self.ended = true,
            Ok(count) => self.end += count,
            Err(error) => {
                self.ended = true;
                self.failure = Some(self.source.compression.explain(error));
            }
        }
        if self.at_start && self.end >= BYTE_ORDER_MARK.len() {
            self.at_start = false;
            self.skip_byte_order_mark();
        }
    }

    fn skip_byte_order_mark(&mut self) {
        if self.unread().starts_with(BYTE_ORDER_MARK) {
            self.start += BYTE_ORDER_MARK.len();
            self.scanned = self.scanned.max(self.start);
        }
    }
}

fn read_some(stream: &mut dyn Read, room: &mut [u8]) -> io::Result<usize> {
    loop {
        match stream.read(room) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, Source};

    fn lines(text: &'static [u8], block: usize, longest: usize) -> Vec<String> {
        let source = Source::from_read("t", text).expect("plain");
        let mut lines = Lines::with_limits(source, block, longest);
        let mut out = Vec::new();
        loop {
            match lines.next_line() {
                Ok(Some(line)) => out.push(String::from_utf8_lossy(line).into_owned()),
                Ok(None) => return out,
                Err(error) => out.push(error.to_string()),
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
                    "t:2: the line is longer than 8 bytes",
                    "fine",
                    "t:4: the line is longer than 8 bytes"
                ]
            );
        }
    }
}
