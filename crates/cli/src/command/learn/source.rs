//! The rows of the first pass: those read ahead, then the rest.

use crate::failure::{Failure, Outcome};
use crate::run::groups::{Rows, adopt};
use crate::run::head::Head;
use crate::run::stream::Stream;
use noregret_io::{FeatureSpace, Lookup, Row};

/// The head of the data, and the stream that goes on after it.
pub(in crate::command) struct Source<'a> {
    ahead: std::vec::IntoIter<Row>,
    /// The space of the head.
    space: FeatureSpace,
    /// What ended the head.
    failure: Option<Failure>,
    stream: &'a mut Stream,
}

impl<'a> Source<'a> {
    pub(in crate::command) fn new(head: Head, stream: &'a mut Stream) -> Self {
        let Head { rows, space, failure } = head;
        Source { ahead: rows.into_iter(), space, failure, stream }
    }
}

impl Rows for Source<'_> {
    #[inline(always)]
    fn next(&mut self, lookup: Lookup<'_>, row: &mut Row, any_file: bool) -> Outcome<bool> {
        if let Some(read) = self.ahead.next() {
            *row = read;
            return match lookup {
                Lookup::Learn(space) => adopt(space, row, &self.space).map(|()| true),
                Lookup::Frozen(_) => Ok(true),
            };
        }
        match self.failure.take() {
            Some(failure) => Err(failure),
            None => Rows::next(self.stream, lookup, row, any_file),
        }
    }

    fn stream(&mut self) -> &mut Stream {
        self.stream
    }
}
