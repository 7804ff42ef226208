//! The rows of the first pass: those read ahead, then the rest.

use super::Head;
use crate::example::{Rows, adopt};
use crate::observer::Observer;
use crate::source::Stream;
use crate::{Error, Result};
use noregret_io::{FeatureSpace, Lookup, Row};

/// The head of the data, and the stream that goes on after it.
pub(crate) struct HeadFirst<'a> {
    ahead: std::vec::IntoIter<Row>,
    /// The space of the head.
    space: FeatureSpace,
    /// What ended the head.
    error: Option<Error>,
    stream: &'a mut Stream,
}

impl<'a> HeadFirst<'a> {
    pub(crate) fn new(head: Head, stream: &'a mut Stream) -> Self {
        let Head { rows, space, error, .. } = head;
        HeadFirst { ahead: rows.into_iter(), space, error, stream }
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
            *row = read;
            return match lookup {
                Lookup::Learn(space) => adopt(space, row, &self.space).map(|()| true),
                Lookup::Frozen(_) => Ok(true),
            };
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
