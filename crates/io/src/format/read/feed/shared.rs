//! What the threads of a feed share: where each chunk is, and whose turn it is to do what.

use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::Job;
use crate::format::RowParser;
use crate::source::Chunker;

/// Where all chunks are.
#[derive(Default)]
struct State {
    /// Chunks read and not parsed, in order.
    raw: VecDeque<Job>,
    parsed: Vec<Job>,
    spare: Vec<Job>,
    /// How many chunks were read, and how many the reader has asked for.
    read: u64,
    asked: u64,
    /// Bytes in the chunks that were read.
    text: usize,
    /// Someone is reading.
    reading: bool,
    /// The last chunk has been read.
    ended: bool,
    /// Nobody wants rows any more.
    closed: bool,
    /// A helper died.
    broken: bool,
    /// What copies are made of, and how often it was replaced.
    fork: Option<Box<dyn RowParser>>,
    edition: u64,
}

/// A thread's own fork of the parser, of some edition.
#[derive(Default)]
pub(super) struct OwnParser {
    parser: Option<Box<dyn RowParser>>,
    edition: u64,
}

pub(super) struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    input: Mutex<Chunker>,
    threads: usize,
}

impl Shared {
    pub(super) fn new(chunker: Chunker, threads: usize) -> Self {
        let (state, input) = (Mutex::default(), Mutex::new(chunker));
        Self { state, changed: Condvar::new(), input, threads }
    }

    /// Lets everybody parse chunks as `parser` would from here on.
    pub(super) fn publish(&self, parser: &dyn RowParser) {
        let mut state = self.lock();
        state.fork = parser.fork();
        state.edition += 1;
        self.changed.notify_all();
    }

    /// Ends the helpers.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Whether so many bytes were read and there may be more.
    pub(super) fn has_read(&self, text: usize) -> bool {
        let state = self.lock();
        state.text >= text && !state.ended
    }

    /// Starts all threads but the reader's own. One that cannot be started is not missed.
    pub(super) fn start_helpers(shared: &Arc<Self>, longest: usize) {
        for _ in 1..shared.threads {
            let shared = Arc::clone(shared);
            let helper = thread::Builder::new().name("read ahead".into());
            drop(helper.spawn(move || shared.help(longest)));
        }
    }

    /// The next chunk in order, in exchange for a `spent` one: parsed if its rows are clean. `None`
    /// if a helper failed.
    pub(super) fn take(&self, spent: Job, copy: &mut OwnParser, longest: usize) -> Option<Job> {
        let mut state = self.lock();
        state.spare.push(spent);
        let number = state.asked;
        state.asked += 1;
        loop {
            if let Some(job) = state.ready(number) {
                // To wake helpers for every chunk costs more than it gains.
                if state.under_way() <= self.threads as u64 / 2 {
                    self.changed.notify_all();
                }
                return Some(job);
            }
            if state.broken {
                return None;
            }
            state = if let Some(job) = copy.accept(&mut state) {
                drop(state);
                self.parse(job, copy, longest)
            } else if !state.reading && state.read == number {
                self.read(state)
            } else {
                self.wait(state)
            };
        }
    }

    /// Reads and parses until there is nothing left to do: what a helper thread runs.
    fn help(&self, longest: usize) {
        let _alarm = Alarm(self);
        let mut copy = OwnParser::default();
        let mut state = self.lock();
        while !state.is_done() {
            state = if state.wants_more(self.threads) {
                self.read(state)
            } else if let Some(job) = copy.accept(&mut state) {
                drop(state);
                self.parse(job, &mut copy, longest)
            } else {
                self.wait(state)
            };
        }
    }

    /// Reads a chunk, while others may do what they want.
    fn read<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        state.reading = true;
        let mut job = state.spare.pop().unwrap_or_default();
        job.number = state.read;
        drop(state);
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        job.chunk = input.next(mem::take(&mut job.chunk));
        drop(input);
        job.rows.clean = false;
        let mut state = self.lock();
        state.reading = false;
        state.read += 1;
        state.text = state.text.saturating_add(job.chunk.text().len());
        state.ended |= job.chunk.tail.is_last();
        state.raw.push_back(job);
        self.changed.notify_all();
        state
    }

    /// Parses a chunk, while others may do what they want.
    fn parse(&self, mut job: Job, copy: &mut OwnParser, longest: usize) -> MutexGuard<'_, State> {
        if let Some(parser) = &mut copy.parser {
            job.parse(parser.as_mut(), 0, longest);
        }
        if !job.rows.clean {
            copy.parser = None;
        }
        let mut state = self.lock();
        state.parsed.push(job);
        self.changed.notify_all();
        state
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The chunk of this number, if it is parsed or nobody has begun to.
    fn ready(&mut self, number: u64) -> Option<Job> {
        if let Some(at) = self.parsed.iter().position(|job| job.number == number) {
            return Some(self.parsed.swap_remove(at));
        }
        match self.raw.front() {
            Some(job) if job.number == number => self.raw.pop_front(),
            _ => None,
        }
    }

    /// Whether there is nothing left for helpers.
    fn is_done(&self) -> bool {
        self.closed || (self.ended && self.raw.is_empty())
    }

    /// Whether a helper should read before it parses.
    fn wants_more(&self, threads: usize) -> bool {
        let free = !self.reading && !self.ended;
        free && self.raw.len() < threads && self.under_way() < threads as u64 + 2
    }

    /// How many chunks are read and not asked for.
    fn under_way(&self) -> u64 {
        self.read.saturating_sub(self.asked)
    }
}

impl OwnParser {
    /// Takes on the next raw chunk, with an up-to-date parser, if it can be parsed out of order.
    fn accept(&mut self, state: &mut State) -> Option<Job> {
        if self.parser.is_none() || self.edition != state.edition {
            self.parser = state.fork.as_ref().and_then(|fork| fork.fork());
            self.edition = state.edition;
        }
        self.parser.as_ref().and_then(|_| state.raw.pop_front())
    }
}

/// Tells the others if the thread that holds it fails.
struct Alarm<'a>(&'a Shared);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().broken = true;
            self.0.changed.notify_all();
        }
    }
}
