//! What is shown while a run goes on: JSON events at doubling intervals, a bar, or nothing.

use super::bar::Bar;
use super::{heard, json};
use crate::args::LearnArgs;
use crate::failure::Outcome;
use crate::run::meter::Meter;
use crate::run::session::Session;
use crate::run::stream::Stream;
use std::io::IsTerminal;

/// Rows between two looks at the clock of the bar.
const BAR_EVERY: u64 = 4096;

/// Shows a run while it goes on.
pub(crate) struct Progress {
    kind: Kind,
    next: u64,
}

enum Kind {
    Nothing,
    Events,
    Bar(Box<Bar>),
}

impl Progress {
    /// As the flags and the terminal want it.
    pub(crate) fn new(args: &LearnArgs, session: &Session) -> Self {
        let terminal = std::io::stderr().is_terminal() && !args.no_progress;
        let examples = session.meter.examples;
        let (kind, next) = if args.quiet {
            (Kind::Nothing, u64::MAX)
        } else if args.json {
            (Kind::Events, (examples + 1).next_power_of_two())
        } else if terminal || args.progress {
            (Kind::Bar(Box::new(Bar::new(session))), examples + BAR_EVERY)
        } else {
            (Kind::Nothing, u64::MAX)
        };
        Progress { kind, next }
    }

    /// Called after every row.
    #[inline]
    pub(crate) fn row(
        &mut self,
        session: &Session,
        stream: &Stream,
        holdout: Option<&Meter>,
    ) -> Outcome<()> {
        if session.meter.examples < self.next {
            return Ok(());
        }
        match &self.kind {
            Kind::Nothing => self.next = u64::MAX,
            Kind::Events => {
                self.next = (session.meter.examples + 1).next_power_of_two();
                if !heard(&json::line(&json::progress(session, holdout)))? {
                    // The model is still wanted.
                    self.kind = Kind::Nothing;
                }
            }
            Kind::Bar(bar) => {
                self.next = session.meter.examples + BAR_EVERY;
                bar.show(session, stream.progress());
            }
        }
        Ok(())
    }
}
