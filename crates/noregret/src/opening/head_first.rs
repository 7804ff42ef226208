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
    resolver: Resolver,
    /// What ended the head.
    error: Option<Error>,
    stream: &'a mut Stream,
}

impl<'a> HeadFirst<'a> {
    pub(crate) fn new(head: Head, stream: &'a mut Stream) -> Self {
        let Head { rows, error, .. } = head;
        HeadFirst { ahead: rows.into_iter(), resolver: Resolver::default(), error, stream }
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
            read.resolve(&mut self.resolver, lookup, row)?;
            return Ok(true);
        }
        match self.error.take() {
            Some(error) => Err(error),
            None => Rows::next(self.stream, lookup, row, any_file, observer),
        }
    }

    fn stream(&mut self) -> &mut Stream {
        self.stream
    }
}
