//! `noregret hindsight`: the best fixed predictor for the data, and the regret of an online run against it.
//!
//! The data is read once: the learner makes its run while the examples are kept, and the best predictor for its loss,
//! geometry and last trade-off is then found by repeated dual ascent.

pub(super) mod read;
mod same;
mod say;

pub(super) use say::unreached;

use crate::args::HindsightArgs;
use crate::command::learn;
use crate::failure::Outcome;
use crate::report;
use crate::run::kept::{Best, Kept};
use crate::run::saved;
use crate::run::session::Session;
use noregret_core::Spec;
use noregret_core::replay::hindsight::{Goal, Regret};
use noregret_io::Row;
use same::Seen;
use std::time::Instant;

/// The online run, the best predictor, and how they compare.
struct Found<'a> {
    session: &'a Session,
    /// The learner of the online run.
    online: &'a Spec,
    best: &'a Best,
    regret: Regret,
    /// In all.
    seconds: f64,
    skipped: u64,
    /// The run was made before, and is in a model.
    resumed: bool,
}

/// Runs the command.
pub(crate) fn run(args: &HindsightArgs) -> Outcome<()> {
    let start = Instant::now();
    let shared = args.learning();
    learn::check::check(&shared)?;
    let (mut session, head, mut stream) = learn::begin(&shared)?;
    let mut seen = args.model.as_ref().map(|_| Seen::begin(&session)).transpose()?;
    let (mut kept, resumed) = (Kept::new(&session.spec)?, seen.is_some());
    let take = |session: &mut Session, rows: &mut [Row]| {
        if resumed {
            rows.iter_mut().for_each(|row| session.add_constant(row));
        } else {
            session.learn(rows)?;
        }
        kept.push(&session.learner, rows)?;
        seen.iter_mut().for_each(|seen| seen.count(rows));
        Ok(())
    };
    read::all(&mut session, head, &mut stream, take)?;
    session.reading.schema = stream.schema();
    seen.as_ref().map_or(Ok(()), |seen| seen.check(&session))?;
    let goal = Goal { gap: args.gap, max_sweeps: args.max_sweeps, seed: args.seed, shrink: true };
    let mut best = kept.best(&session, &goal)?;
    say::unreached("", &best.optimum);
    let regret = session.learner.regret_to(&best.optimum, &session.spec);
    let online = std::mem::replace(&mut session.spec, best.spec.clone());
    std::mem::swap(&mut session.learner, &mut best.learner);
    (session.meter, session.stopped) = (best.meter.clone(), false);
    if let Some(path) = &args.output {
        saved::save(&session, path)?;
    }
    let found = Found {
        session: &session,
        online: &online,
        best: &best,
        regret,
        seconds: start.elapsed().as_secs_f64(),
        skipped: stream.skipped(),
        resumed,
    };
    if args.json {
        return report::say(&report::line(&say::json(&found)));
    }
    report::say(&say::text(&found))?;
    match &args.output {
        Some(path) => report::say(&format!("model: {}", path.display())),
        None => Ok(()),
    }
}
