//! `learn --until-gap GAP`: the best fixed predictor for the data, by repeated dual ascent.
//!
//! The counters are those of the model found, on the data it was found on; its certificate is tight up to the gap.

use crate::args::LearnArgs;
use crate::command::hindsight::{read, unreached};
use crate::failure::Outcome;
use crate::run::example::Asked;
use crate::run::head::Head;
use crate::run::kept::Kept;
use crate::run::session::Session;
use crate::run::stream::Stream;
use noregret_core::replay::hindsight::{Goal, Optimum};
use noregret_io::Row;

/// Reads everything, then searches; how far it came.
pub(super) fn run(
    args: &LearnArgs,
    session: &mut Session,
    head: Head,
    stream: &mut Stream,
) -> Outcome<Optimum> {
    let mut kept = Kept::new(&session.spec)?;
    let take = |session: &mut Session, rows: &mut [Row]| {
        session.check_rank(&rows[0])?;
        rows.iter_mut().for_each(|row| session.add_constant(row));
        session.learner.admit_label(Asked::of(session.learner.problem(), rows)?.label())?;
        kept.push(&session.learner, rows)
    };
    read::all(session, head, stream, take)?;
    let gap = args.until_gap.unwrap_or_default();
    let goal = Goal { gap, max_sweeps: args.max_sweeps, seed: args.seed, shrink: true };
    let best = kept.best(session, &goal)?;
    unreached("", &best.optimum);
    (session.spec, session.learner, session.meter) = (best.spec, best.learner, best.meter);
    Ok(best.optimum)
}
