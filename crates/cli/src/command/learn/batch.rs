//! `learn --tolerance BETA`: Passive-Aggressive updates until no example loses more than sqrt(BETA).

use crate::args::{LearnArgs, Order};
use crate::failure::{Failure, Outcome};
use crate::run::head::Head;
use crate::run::session::{Session, label};
use crate::run::stream::Stream;
use noregret_core::Instance;
use noregret_core::batch::{self, Tolerance};
use noregret_io::{Lookup, Row};

/// Reads everything, then converts.
pub(super) fn run(
    args: &LearnArgs,
    session: &mut Session,
    head: Head,
    stream: &mut Stream,
) -> Outcome<()> {
    let mut rows = head.rows;
    let mut row = Row::default();
    while stream.next(Lookup::Learn(&mut session.space), &mut row)? {
        rows.push(row.clone());
    }
    rows.iter_mut().for_each(|row| session.add_constant(row));
    let mut data = Vec::with_capacity(rows.len());
    for row in &rows {
        data.push((Instance::sparse(&row.indices, &row.values)?, label(row)));
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
    for row in &mut rows {
        let x = Instance::sparse(&row.indices, &row.values)?;
        let outcome = session.learner.evaluate(x, label(row))?;
        session.meter.count(&outcome, row.weight);
    }
    if converted.within {
        return Ok(());
    }
    Err(Failure::Other(format!(
        "after {} updates the largest squared loss is still {}: perhaps no predictor meets the tolerance",
        converted.updates, converted.worst
    )))
}
