//! Rows read ahead, so that dear scores can be found together.
//!
//! A block ends where its file ends: rows are announced in the same groups whether a model goes on with the next
//! file or is saved there and resumed.

use crate::failure::Failure;
use crate::run::stream::Stream;
use noregret_io::{Lookup, Row};

/// Rows of one file, in its order.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub(crate) rows: Vec<Row>,
    /// What ended the reading, to be reported once the rows before it are done.
    pub(crate) failure: Option<Failure>,
}

impl Block {
    /// Reads the next rows, `size` at most, over those it holds; false if there is nothing left.
    pub(crate) fn read(
        &mut self,
        stream: &mut Stream,
        mut lookup: Lookup<'_>,
        size: usize,
    ) -> bool {
        for at in 0..size {
            if self.rows.len() == at {
                self.rows.push(Row::default());
            }
            let (row, lookup) = (&mut self.rows[at], lookup.reborrow());
            let read =
                if at == 0 { stream.next(lookup, row) } else { stream.next_in_file(lookup, row) };
            if !matches!(read, Ok(true)) {
                self.rows.truncate(at);
                self.failure = read.err();
                break;
            }
        }
        !self.rows.is_empty() || self.failure.is_some()
    }
}
