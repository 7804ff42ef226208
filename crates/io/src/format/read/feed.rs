//! Chunks of a source, parsed ahead by several threads and handed out in order.
//!
//! ```text
//! source -> read -> raw chunks -> parse (any thread) -> parsed chunks -> the reader, in order
//! ```
//!
//! The reader's own thread is one of them: while the chunk it needs is not ready, it parses the
//! next raw one. So one thread is the same code without helpers, and two keep two cores busy
//! whichever part takes longer. Helpers start when there is more than a block. Rows that are ready
//! never wait for a slow pipe: the reader's thread itself reads only the chunk that it needs next.
//! The number of chunks under way is bounded, and their buffers go round.

mod shared;

use std::mem;
use std::sync::Arc;
use std::thread;

use super::chunk_rows::ChunkRows;
use super::parser::RowParser;
use crate::error::Located;
use crate::source::{BytesRead, Chunk, Chunker, Lines, Tail};
use shared::{OwnParser, Shared};

/// More threads than this wait for the one that learns.
const MOST_THREADS: usize = 8;

/// A chunk on its way from the source to the reader, with its rows once it is parsed.
#[derive(Default)]
pub(crate) struct Job {
    number: u64,
    chunk: Chunk,
    pub(crate) rows: ChunkRows,
}

impl Job {
    /// Parses the chunk as the lines after line number `line`.
    fn parse(&mut self, parser: &mut dyn RowParser, line: u64, longest: usize) {
        self.rows.fill(parser, Lines::new(&self.chunk, line, longest));
    }
}

/// Hands out the parsed chunks of a source in order.
pub(crate) struct Feed {
    shared: Arc<Shared>,
    /// The parser that is given chunks in order.
    first: Box<dyn RowParser>,
    copy: OwnParser,
    longest: usize,
    /// How many bytes of text there must be for helpers to start; `None` once they have.
    helpers_from: Option<usize>,
    /// Lines in the chunks handed out.
    lines: u64,
    progress: BytesRead,
    ended: bool,
    /// Whether the end of the file is waited at, and whether it came in the middle of a row.
    followed: bool,
    torn: bool,
}

impl Feed {
    /// Parses what `chunker` cuts, with so many threads (0 for all cores).
    pub(crate) fn new(chunker: Chunker, first: Box<dyn RowParser>, threads: usize) -> Self {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores() } else { threads }.min(MOST_THREADS);
        let (longest, progress) = (chunker.longest(), chunker.progress());
        let followed = chunker.is_followed();
        let helpers_from = (threads > 1).then_some(chunker.block() / 2);
        let shared = Arc::new(Shared::new(chunker, threads));
        shared.publish(first.as_ref());
        let copy = OwnParser::default();
        let (lines, ended, torn) = (0, false, false);
        Self { shared, first, copy, longest, helpers_from, lines, progress, ended, followed, torn }
    }

    /// The parser that has seen everything handed out.
    pub(crate) fn parser(&self) -> &dyn RowParser {
        self.first.as_ref()
    }

    /// How far reading had come at the end of the chunk handed out last.
    pub(crate) fn progress(&self) -> BytesRead {
        self.progress
    }

    /// Exchanges a chunk whose rows are used up for the next; false if there is none.
    pub(crate) fn next(&mut self, job: &mut Job) -> Result<bool, Located> {
        self.end(mem::take(&mut job.chunk.tail))?;
        if self.ended {
            return Ok(false);
        }
        *job = self.shared.take(mem::take(job), &mut self.copy, self.longest).ok_or_else(lost)?;
        if job.rows.clean && self.first.is_clean() {
            job.rows.first_line = self.lines;
            self.lines += job.rows.lines;
        } else {
            let revision = self.first.revision();
            job.parse(self.first.as_mut(), self.lines, self.longest);
            self.lines += job.rows.lines;
            if revision != self.first.revision() {
                self.shared.publish(self.first.as_ref());
            }
        }
        self.progress.bytes = job.chunk.bytes_read;
        if self.helpers_from.is_some_and(|text| self.shared.has_read(text)) {
            self.helpers_from = None;
            Shared::start_helpers(&self.shared, self.longest);
        }
        Ok(true)
    }

    /// Handles what comes after a chunk; an error is returned once.
    fn end(&mut self, tail: Tail) -> Result<(), Located> {
        self.ended |= tail.is_last();
        match tail {
            Tail::More | Tail::TooLong => Ok(()),
            Tail::End if self.followed => {
                self.torn = self.first.finish().is_err();
                Ok(())
            }
            Tail::End => self.first.finish(),
            Tail::Torn(bytes) => {
                self.torn = bytes > 0 || !self.first.is_clean();
                Ok(())
            }
            Tail::Failed(kind) => Err(Located { line: self.lines + 1, fault: kind.into() }),
        }
    }

    /// Whether a file that was followed has ended in the middle of a row, which is left out.
    pub(crate) fn is_torn(&self) -> bool {
        self.torn
    }

    /// There are no more rows, whatever comes.
    pub(crate) fn stop(&mut self) {
        self.ended = true;
        self.shared.close();
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        // Helpers are not waited for: one may be in the middle of reading from a pipe.
        self.shared.close();
    }
}

#[cold]
fn lost() -> Located {
    let error = std::io::Error::other("a thread that read ahead has failed");
    Located { line: 0, fault: crate::error::ErrorKind::Io(error).into() }
}
