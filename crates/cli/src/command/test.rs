//! `noregret test`: error on labelled data, without learning.

use crate::args::{DataArgs, TestArgs};
use crate::failure::{Failure, Outcome};
use crate::report;
use crate::run::meter::Meter;
use crate::run::saved;
use crate::run::session::Session;
use crate::run::stream::Stream;
use noregret_io::{Lookup, Row};
use std::path::Path;

/// Runs the command.
pub(crate) fn run(args: &TestArgs) -> Outcome<()> {
    let session = saved::load(&args.model)?;
    session.reading.check(&args.reading)?;
    let meter = evaluate(&session, &args.data, &args.reading)?;
    if args.json {
        report::say(&report::line(&report::test_event(&meter, session.is_regression())))
    } else {
        report::say(&report::tested(&session, &meter))
    }
}

/// The counters of a session on data it does not learn from.
pub(crate) fn evaluate(session: &Session, path: &Path, reading: &DataArgs) -> Outcome<Meter> {
    let options = session.reading.apply(reading.options()?);
    let mut stream = Stream::new(vec![path.to_owned()], options, reading.on_error);
    let (mut meter, mut row) = (Meter::default(), Row::default());
    while stream.next(Lookup::Frozen(&session.space), &mut row)? {
        match session.evaluate(&mut row) {
            Ok(outcome) => meter.count(&outcome, row.weight),
            Err(error) => {
                stream.forgive(Failure::row(&stream.file(), row.line, error.to_string()))?;
            }
        }
    }
    stream.say_oddities();
    Ok(meter)
}
