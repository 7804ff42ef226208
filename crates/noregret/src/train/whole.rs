//! All the data in memory: the rows read ahead and the rest, as far as they fit the problem.
//!
//! A row that does not fit leaves no trace: features it brought are forgotten.

use crate::failure::{Failure, Outcome};
use crate::run::example::Asked;
use crate::run::head::Head;
use crate::run::session::Session;
use crate::run::stream::Stream;
use noregret_core::AnyLearner;
use noregret_io::{Lookup, Row};

/// All rows whose labels the learner takes and which `accept` does not refuse, with the constant feature.
pub(in crate::command) fn read(
    session: &mut Session,
    head: Head,
    stream: &mut Stream,
    accept: impl Fn(&Row) -> Result<(), String>,
) -> Outcome<Vec<Row>> {
    let mut rows = Vec::new();
    for mut row in head.rows {
        let features = session.space.len();
        session.space.adopt(&mut row, &head.space).map_err(|e| Failure::Other(e.to_string()))?;
        let fits = accept(&row);
        take(session, row, features, fits, stream, &mut rows)?;
    }
    if let Some(failure) = head.failure {
        return Err(failure);
    }
    loop {
        let (features, mut row) = (session.space.len(), Row::default());
        if !stream.next(Lookup::Learn(&mut session.space), &mut row)? {
            return Ok(rows);
        }
        let fits = accept(&row);
        take(session, row, features, fits, stream, &mut rows)?;
    }
}

fn take(
    session: &mut Session,
    mut row: Row,
    features: usize,
    fits: Result<(), String>,
    stream: &mut Stream,
    rows: &mut Vec<Row>,
) -> Outcome<()> {
    let learner = &mut session.learner;
    let admitted = fits.and_then(|()| admit(learner, &row).map_err(|error| error.to_string()));
    let Err(refused) = admitted else {
        session.add_constant(&mut row);
        rows.push(row);
        return Ok(());
    };
    session.space.truncate(features);
    stream.forgive(Failure::row(&stream.file(), row.line, refused))
}

fn admit(learner: &mut AnyLearner, row: &Row) -> noregret_core::Result<()> {
    let asked = Asked::of(learner.problem(), std::slice::from_ref(row))?;
    learner.admit_label(asked.label())
}
