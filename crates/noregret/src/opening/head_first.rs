//! The rows of the first pass: those read ahead, then the rest.

use super::Head;
use crate::example::Rows;
use crate::observer::Observer;
use crate::source::Stream;
use crate::{Error, Result};
use noregret_io::{Lookup, PendingRow, Resolver, Row};

/// The head of the data, and the stream that goes on after it.
pub(crate) struct HeadFirst<'a> {
    ahead: std::vec::IntoIter<PendingRow>,
    /// Where each of them is.
    places: std::vec::IntoIter<u64>,
    /// Where the row of the head that was handed out last is.
    at: Option<u64>,
    resolver: Resolver,
    /// What ended the head.
    error: Option<Error>,
    stream: &'a mut Stream,
}

impl<'a> HeadFirst<'a> {
    pub(crate) fn new(head: Head, stream: &'a mut Stream) -> Self {
        let Head { rows, places, error, .. } = head;
        let (ahead, places) = (rows.into_iter(), places.into_iter());
        HeadFirst { ahead, places, at: None, resolver: Resolver::default(), error, stream }
    }
}

impl Rows for HeadFirst<'_> {
    #[inline(always)]
    fn next(
        &mut self,
        lookup: Lookup<'_>,
        row: &mut Row,
        any_file: bool,
        observer: &mut dyn Observer,
    ) -> Result<bool> {
        if let Some(read) = self.ahead.next() {
            self.at = self.places.next();
            read.resolve(&mut self.resolver, lookup, row)?;
            return Ok(true);
        }
        self.at = None;
        match self.error.take() {
            Some(error) => Err(error),
            None => Rows::next(self.stream, lookup, row, any_file, observer),
        }
    }

    fn place(&self) -> u64 {
        self.at.unwrap_or_else(|| self.stream.rows())
    }

    fn ends_group(&self, group: Option<u64>) -> bool {
        let ends = self.stream.format().is_some_and(|format| format.ends_groups);
        match self.ahead.as_slice().first() {
            Some(next) => ends && next.about().qid != group,
            None => self.stream.ends_group(),
        }
    }

    fn stream(&mut self) -> &mut Stream {
        self.stream
    }
}
