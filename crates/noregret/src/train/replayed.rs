//! Examples of several rows, kept in memory for further passes: a sentence is read, and its
//! features are found by name, once.
//!
//! Only what was learned from as it was read is kept, and only while it fits in [`MOST_BYTES`]; if
//! something was skipped, held out or traced, or it does not fit, every pass reads the data. Either
//! way the rounds are the same, bit for bit.

use super::Training;
use crate::model::Model;
use noregret_io::Row;

/// Rows are kept up to this size in all.
const MOST_BYTES: usize = 512 << 20;

/// What the first pass has seen, as long as all of it is kept.
#[derive(Debug)]
pub(super) struct Replayed {
    examples: Option<Vec<Vec<Row>>>,
    bytes: usize,
}

impl Replayed {
    /// Nothing seen yet; whether anything will be kept depends on the run.
    pub(super) fn new(training: &Training, model: &Model) -> Self {
        let plain = training.test_every.is_none() && training.trace.is_none();
        let wanted = plain && model.takes_parts() && training.pass_count() > 1;
        Replayed { examples: wanted.then(Vec::new), bytes: 0 }
    }

    /// Keeps the rows of an example that was learned from, which are taken out.
    pub(super) fn keep(&mut self, rows: &mut Vec<Row>) {
        let Some(examples) = &mut self.examples else { return };
        self.bytes += rows.iter().map(size).sum::<usize>();
        match self.bytes <= MOST_BYTES {
            true => examples.push(std::mem::take(rows)),
            false => self.give_up(),
        }
    }

    /// The data will have to be read again.
    pub(super) fn give_up(&mut self) {
        self.examples = None;
    }

    /// All examples, in order, if they were kept.
    pub(super) fn examples(&mut self) -> Option<&mut [Vec<Row>]> {
        self.examples.as_deref_mut()
    }
}

/// The memory of a row, about.
fn size(row: &Row) -> usize {
    let features =
        row.indices.capacity() * size_of::<u32>() + row.values.capacity() * size_of::<f64>();
    size_of::<Row>() + features + row.tag.capacity() + row.label.text().map_or(0, |text| text.len())
}
