//! Rows read ahead, so that they can be answered together.
//!
//! A block ends where its file ends: rows are announced in the same groups whether a model goes on
//! with the next file or is saved there and resumed.

use super::Stream;
use crate::Error;
use crate::observer::Observer;
use noregret_io::{Lookup, Row};

/// Rows of one file, in its order.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub(crate) rows: Vec<Row>,
    /// What ended the reading, to be reported once the rows before it are done.
    pub(crate) error: Option<Error>,
}

impl Block {
    /// Reads the next rows, `size` at most, over those it holds; false if there is nothing left.
    /// Rows that have come through a pipe do not wait for others.
    pub(crate) fn read(
        &mut self,
        stream: &mut Stream,
        mut lookup: Lookup<'_>,
        size: usize,
        observer: &mut dyn Observer,
    ) -> bool {
        for at in 0..size {
            if at > 0 && stream.would_wait() {
                self.rows.truncate(at);
                break;
            }
            if self.rows.len() == at {
                self.rows.push(Row::default());
            }
            let (row, lookup) = (&mut self.rows[at], lookup.reborrow());
            let read = match at {
                0 => stream.next(lookup, row, observer),
                _ => stream.next_in_file(lookup, row, observer),
            };
            if !matches!(read, Ok(true)) {
                self.rows.truncate(at);
                self.error = read.err();
                break;
            }
        }
        !self.rows.is_empty() || self.error.is_some()
    }
}
