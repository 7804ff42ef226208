//! Reads all examples, each handed to the command that keeps it; one that is refused leaves no
//! trace.

use crate::example::{Groups, Rows};
use crate::model::Model;
use crate::observer::Observer;
use crate::opening::{Begun, HeadFirst};
use crate::{Error, Result};
use noregret_io::{Lookup, Row};

/// Where an example stands in the data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// How many rows were read or left out up to its end, broken ones among them.
    pub(crate) row: u64,
    /// The number of its file, from 0.
    pub(crate) file: usize,
}

/// Calls `take` for the rows of each example; those it refuses are skipped or end the reading.
/// Returns how many it took.
pub(crate) fn all(
    begun: &mut Begun,
    observer: &mut dyn Observer,
    mut take: impl FnMut(&mut Model, &mut [Row]) -> noregret_core::Result<()>,
) -> Result<u64> {
    each(begun, observer, |model, rows, _| take(model, rows))
}

/// Reads all examples as [`all`] does, and says at which place each stood.
pub(crate) fn each(
    begun: &mut Begun,
    observer: &mut dyn Observer,
    mut take: impl FnMut(&mut Model, &mut [Row], Place) -> noregret_core::Result<()>,
) -> Result<u64> {
    let Begun { model, head, stream, .. } = begun;
    let mut source = HeadFirst::new(std::mem::take(head), stream);
    let mut groups = Groups::new(model.problem());
    let mut taken = 0_u64;
    loop {
        let features = model.space.len();
        if !groups.read(&mut source, Lookup::Learn(&mut model.space), observer)? {
            break;
        }
        let place = Place { row: groups.place(&source), file: source.stream().place() };
        match take(model, &mut groups.rows, place) {
            Ok(()) => {
                taken += 1;
                observer.visits(taken)?;
            }
            Err(noregret_core::Error::Spec(message)) => return Err(Error::Usage(message)),
            Err(error) => {
                model.space.truncate(features);
                let (stream, rows) = (source.stream(), &groups.rows);
                let row = rows.get(error.part()).unwrap_or(&rows[0]);
                let error = Error::row(&stream.file(), row.line, error.to_string());
                stream.forgive_all(error, rows.len() as u64, observer)?;
            }
        }
    }
    groups.warn_returned(observer);
    if taken == 0 {
        return Err(Error::Other("there was no row to learn from: all were skipped".into()));
    }
    Ok(taken)
}
