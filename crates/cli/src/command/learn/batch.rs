//! `learn --tolerance BETA`: Passive-Aggressive updates until no example loses more than sqrt(BETA).
//!
//! The counters are those of the model found, on the data it was found on.

use super::whole;
use crate::args::{LearnArgs, Order};
use crate::failure::{Failure, Outcome};
use crate::run::example::{Asked, instance};
use crate::run::head::Head;
use crate::run::meter::Meter;
use crate::run::session::Session;
use crate::run::stream::Stream;
use noregret_core::replay::convert::{self, Tolerance};

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
    let rows = whole::read(session, head, stream, |row| match row.weight {
        1.0 => Ok(()),
        other => Err(format!("--tolerance has no place for the importance {other}")),
    })?;
    let one = std::slice::from_ref;
    let asked = rows.iter().map(|row| Asked::of(session.learner.problem(), one(row)));
    let asked = asked.collect::<Result<Vec<_>, _>>()?;
    let mut data = Vec::with_capacity(rows.len());
    for (row, asked) in rows.iter().zip(&asked) {
        data.push((instance(row), asked.label()));
    }
    let tolerance = Tolerance {
        beta: args.tolerance.unwrap_or(f64::INFINITY),
        max_updates: args.max_updates,
        order: match args.order {
            Order::Cyclic => convert::Order::Cyclic,
            Order::Random => convert::Order::Random,
            Order::MostViolated => convert::Order::MostViolated,
        },
        seed: args.seed,
    };
    let converted = convert::convert(&mut session.learner, &data, &tolerance)?;
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
