//! Reads all examples, each handed to the command that keeps it; one that is refused leaves no trace.

use crate::command::learn::source::Source;
use crate::failure::{Failure, Outcome};
use crate::run::groups::{Groups, Rows};
use crate::run::head::Head;
use crate::run::session::Session;
use crate::run::stream::Stream;
use noregret_core::Error;
use noregret_io::{Lookup, Row};

/// Calls `take` for the rows of each example; those it refuses are skipped or end the reading. Returns how many it took.
pub(in crate::command) fn all(
    session: &mut Session,
    head: Head,
    stream: &mut Stream,
    mut take: impl FnMut(&mut Session, &mut [Row]) -> noregret_core::Result<()>,
) -> Outcome<u64> {
    let mut source = Source::new(head, stream);
    let mut groups = Groups::new(session.takes_parts());
    let mut taken = 0_u64;
    loop {
        let features = session.space.len();
        if !groups.read(&mut source, Lookup::Learn(&mut session.space))? {
            break;
        }
        match take(session, &mut groups.rows) {
            Ok(()) => taken += 1,
            Err(Error::Spec(message)) => return Err(Failure::Usage(message)),
            Err(error) => {
                session.space.truncate(features);
                let (stream, rows) = (source.stream(), &groups.rows);
                let failure = Failure::row(&stream.file(), rows[0].line, error.to_string());
                stream.forgive_all(failure, rows.len() as u64)?;
            }
        }
    }
    groups.say_returned();
    if taken == 0 {
        return Err(Failure::Other("there was no row to learn from: all were skipped".into()));
    }
    Ok(taken)
}
