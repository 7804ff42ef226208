//! `learn --tolerance BETA`: Passive-Aggressive updates until no example loses more than sqrt(BETA).
//!
//! The counters are those of the model found, on the data it was found on.

use crate::args::{LearnArgs, Order};
use crate::failure::{Failure, Outcome};
use crate::run::example::{Asked, instance};
use crate::run::head::Head;
use crate::run::meter::Meter;
use crate::run::session::Session;
use crate::run::stream::Stream;
use noregret_core::AnyLearner;
use noregret_core::batch::{self, Tolerance};
use noregret_io::{Lookup, Row};

/// Reads everything, then converts.
pub(super) fn run(
    args: &LearnArgs,
    session: &mut Session,
    head: Head,
    stream: &mut Stream,
) -> Outcome<()> {
    if session.takes_parts() {
        return Err(Failure::Usage("--tolerance has no place for examples of several rows".into()));
    }
    let rows = read(session, head, stream)?;
    let one = std::slice::from_ref;
    let asked = rows.iter().map(|row| Asked::of(session.learner.problem(), one(row)));
    let asked = asked.collect::<Result<Vec<_>, _>>()?;
    let mut data = Vec::with_capacity(rows.len());
    for (row, asked) in rows.iter().zip(&asked) {
        data.push((instance(row)?, asked.label()));
    }
    let tolerance = Tolerance {
        beta: args.tolerance.unwrap_or(f64::INFINITY),
        max_updates: args.max_updates,
        order: match args.order {
            Order::Cyclic => batch::Order::Cyclic,
            Order::Random => batch::Order::Random,
            Order::MostViolated => batch::Order::MostViolated,
        },
        seed: args.seed,
    };
    let converted = batch::convert(&mut session.learner, &data, &tolerance)?;
    session.meter = Meter::default();
    for (row, &(x, label)) in rows.iter().zip(&data) {
        session.meter.count(&session.learner.evaluate(x, label)?, row.weight);
    }
    if converted.within {
        return Ok(());
    }
    Err(Failure::Other(format!(
        "after {} updates the largest squared loss is still {}: perhaps no predictor meets the tolerance; \
         raise --tolerance or --max-updates",
        converted.updates, converted.worst
    )))
}

/// All rows that fit the problem, with the constant feature.
fn read(session: &mut Session, head: Head, stream: &mut Stream) -> Outcome<Vec<Row>> {
    let mut rows = Vec::new();
    for mut row in head.rows {
        let features = session.space.len();
        session.space.adopt(&mut row, &head.space).map_err(|e| Failure::Other(e.to_string()))?;
        take(session, row, features, stream, &mut rows)?;
    }
    if let Some(failure) = head.failure {
        return Err(failure);
    }
    loop {
        let (features, mut row) = (session.space.len(), Row::default());
        if !stream.next(Lookup::Learn(&mut session.space), &mut row)? {
            return Ok(rows);
        }
        take(session, row, features, stream, &mut rows)?;
    }
}

fn take(
    session: &mut Session,
    mut row: Row,
    features: usize,
    stream: &mut Stream,
    rows: &mut Vec<Row>,
) -> Outcome<()> {
    let fits = match row.weight {
        1.0 => admit(&mut session.learner, &row).map_err(|error| error.to_string()),
        other => Err(format!("--tolerance has no place for the importance {other}")),
    };
    let Err(refused) = fits else {
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
