//! A source cut into chunks of whole lines, which can be parsed independently of each other.
//!
//! Every read that brings a line end gives a chunk, so what trickles through a pipe is handed on at
//! once; the line that is not whole yet moves to the front of the next buffer. A UTF-8 byte order
//! mark at the start is skipped. A line above the limit is left out, and its chunk says so. If
//! reading fails, all whole lines before the failure are still delivered, then the failure. The
//! last line of the data need not have an end, but for a file that is followed: there it is a line
//! that nobody will see written to its end.

use std::io::{self, Read};
use std::mem;

use memchr::{memchr, memrchr};

use super::input::{BytesRead, Source};
use crate::error::ErrorKind;

/// How many bytes are read at a time: 128 KiB. A chunk and its rows stay in a second-level cache of
/// 1 MB beside the weights and the numbers of some 50,000 features (with 256 KiB one thread was a
/// twentieth slower); with 64 KiB nothing was faster, and helpers are woken twice as often.
pub const DEFAULT_BLOCK: usize = 1 << 17;
/// The longest line accepted: 64 MiB.
pub const DEFAULT_LONGEST_LINE: usize = 1 << 26;
/// Places within a chunk are kept in 32 bits.
const LONGEST_LINE: usize = 1 << 31;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What comes after the lines of a chunk.
#[derive(Debug, Default)]
pub(crate) enum Tail {
    /// The next chunk.
    #[default]
    More,
    /// A line that is too long and was left out.
    TooLong,
    /// The end of the data.
    End,
    /// The end of a file that was followed, in the middle of it: so many bytes of a line are left
    /// out.
    Torn(usize),
    /// Nothing, because reading failed.
    Failed(ErrorKind),
}

impl Tail {
    /// Whether no chunk comes after it.
    pub(crate) fn is_last(&self) -> bool {
        matches!(self, Tail::End | Tail::Torn(_) | Tail::Failed(_))
    }
}

/// A chunk of whole lines of a source.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    buffer: Vec<u8>,
    len: usize,
    pub(crate) tail: Tail,
    /// How far reading had come.
    pub(crate) bytes_read: u64,
}

impl Chunk {
    /// The lines, each with its end; the last line of the data need not have one.
    pub(crate) fn text(&self) -> &[u8] {
        self.buffer.get(..self.len).unwrap_or_default()
    }
}

/// Cuts a source into chunks of whole lines.
pub(crate) struct Chunker {
    source: Source,
    /// What is read and not handed out is `buffer[..end]`; there is no newline before `scanned`.
    buffer: Vec<u8>,
    end: usize,
    scanned: usize,
    block: usize,
    longest: usize,
    /// Nothing more will come from the source.
    ended: bool,
    /// Too little has been read to tell whether a byte order mark leads.
    at_start: bool,
    failure: Option<ErrorKind>,
}

impl Chunker {
    /// Cuts `source`, with blocks and lines of so many bytes.
    pub(crate) fn new(source: Source, block: usize, longest: usize) -> Self {
        Self {
            source,
            buffer: Vec::new(),
            end: 0,
            scanned: 0,
            block: block.max(BYTE_ORDER_MARK.len() + 1),
            longest: longest.min(LONGEST_LINE),
            ended: false,
            at_start: true,
            failure: None,
        }
    }

    /// Bytes read at a time.
    pub(crate) fn block(&self) -> usize {
        self.block
    }

    /// The longest line accepted.
    pub(crate) fn longest(&self) -> usize {
        self.longest
    }

    /// Whether it is a file whose end is waited at.
    pub(crate) fn is_followed(&self) -> bool {
        self.source.followed
    }

    /// How far reading has come.
    pub(crate) fn progress(&self) -> BytesRead {
        self.source.progress()
    }

    /// What is buffered of the rest, read on until it is `enough` or there is no more; for
    /// guessing.
    pub(crate) fn peek(&mut self, enough: impl Fn(&[u8]) -> bool) -> &[u8] {
        while !self.ended && self.end <= self.longest && !enough(self.unread()) {
            self.fill();
        }
        self.unread()
    }

    /// The next chunk, in the buffer of a `spent` one; after the [last](Tail::is_last) there is
    /// none.
    pub(crate) fn next(&mut self, spent: Chunk) -> Chunk {
        let mut chunk = Chunk { len: 0, tail: Tail::More, ..spent };
        loop {
            let fresh = self.buffer.get(self.scanned..self.end).unwrap_or_default();
            if let Some(newline) = memrchr(b'\n', fresh) {
                self.hand_out(self.scanned + newline + 1, &mut chunk);
                break;
            }
            self.scanned = self.end;
            if self.end > self.longest {
                self.skip_line();
                chunk.tail = Tail::TooLong;
                break;
            }
            if self.ended && self.is_torn() {
                chunk.tail = Tail::Torn(self.end);
                break;
            }
            if self.ended {
                let rest = if self.failure.is_some() { 0 } else { self.end };
                self.hand_out(rest, &mut chunk);
                if rest == 0 {
                    chunk.tail = self.failure.take().map_or(Tail::End, Tail::Failed);
                }
                break;
            }
            self.fill();
        }
        chunk.bytes_read = self.source.progress().bytes;
        chunk
    }

    /// Whether a file that is followed has ended in the middle of a line, or for whoever reads it
    /// only.
    fn is_torn(&self) -> bool {
        let ended = self.source.change.get().is_some();
        self.source.followed && self.failure.is_none() && (self.end > 0 || !ended)
    }

    fn unread(&self) -> &[u8] {
        self.buffer.get(..self.end).unwrap_or_default()
    }

    /// Gives the first `len` bytes away; the rest moves into the buffer of `chunk`.
    fn hand_out(&mut self, len: usize, chunk: &mut Chunk) {
        let rest = self.buffer.get(len..self.end).unwrap_or_default();
        if chunk.buffer.len() < rest.len() {
            chunk.buffer.resize(rest.len(), 0);
        }
        if let Some(front) = chunk.buffer.get_mut(..rest.len()) {
            front.copy_from_slice(rest);
        }
        self.end = rest.len();
        self.scanned = self.end;
        mem::swap(&mut self.buffer, &mut chunk.buffer);
        chunk.len = len;
    }

    /// Drops the rest of a line that is too long.
    fn skip_line(&mut self) {
        self.end = 0;
        while !self.ended {
            self.fill();
            if let Some(newline) = memchr(b'\n', self.unread()) {
                self.drop_front(newline + 1);
                break;
            }
            self.end = 0;
        }
        self.scanned = 0;
    }

    fn drop_front(&mut self, len: usize) {
        self.buffer.copy_within(len..self.end, 0);
        self.end -= len;
    }

    /// Reads once, behind what is there.
    fn fill(&mut self) {
        let room = if self.buffer.len() < self.block { self.block } else { self.buffer.len() * 2 };
        if self.end == self.buffer.len() || self.buffer.len() < self.block {
            self.buffer.resize(room, 0);
        }
        let room = self.buffer.get_mut(self.end..).unwrap_or_default();
        match read_some(&mut self.source.stream, room) {
            Ok(0) => self.ended = true,
            Ok(count) => self.end += count,
            Err(error) => {
                self.ended = true;
                self.failure = Some(self.source.compression.explain(&self.source.name, error));
            }
        }
        if self.at_start && self.end >= BYTE_ORDER_MARK.len() {
            self.at_start = false;
            if self.unread().starts_with(BYTE_ORDER_MARK) {
                self.drop_front(BYTE_ORDER_MARK.len());
            }
            self.scanned = 0;
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
