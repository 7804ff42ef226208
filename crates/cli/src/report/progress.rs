//! What is shown while a run goes on: JSON events at doubling intervals, a bar, or nothing.

use super::bar::Bar;
use super::{json, say_while_read};
use crate::args::LearnArgs;
use crate::failure::Result;
use noregret::Model;
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
    Bar(Option<Box<Bar>>),
}

impl Progress {
    /// As the flags and the terminal want it.
    pub(crate) fn new(args: &LearnArgs) -> Self {
        let terminal = std::io::stderr().is_terminal() && !args.no_progress;
        let kind = if args.quiet {
            Kind::Nothing
        } else if args.json {
            Kind::Events
        } else if terminal || args.progress {
            Kind::Bar(None)
        } else {
            Kind::Nothing
        };
        Progress { kind, next: u64::MAX }
    }

    /// The run begins.
    pub(crate) fn begin(&mut self, model: &Model) {
        if let Kind::Bar(bar) = &mut self.kind {
            *bar = Some(Box::new(Bar::new(model)));
        }
        self.next = self.after(model.meter().examples);
    }

    /// The number of examples from which on it is to be shown again.
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// Shows where the run is.
    pub(crate) fn show(&mut self, progress: &noregret::Progress<'_>) -> Result<()> {
        match &self.kind {
            Kind::Nothing | Kind::Bar(None) => {}
            Kind::Events => {
                if !say_while_read(&json::line(&json::progress(progress)))? {
                    // The model is still wanted.
                    self.kind = Kind::Nothing;
                }
            }
            Kind::Bar(Some(bar)) => bar.show(progress),
        }
        self.next = self.after(progress.model.meter().examples);
        Ok(())
    }

    /// The number of examples to show next, after so many.
    fn after(&self, examples: u64) -> u64 {
        match self.kind {
            Kind::Nothing => u64::MAX,
            Kind::Events => (examples + 1).next_power_of_two(),
            Kind::Bar(_) => examples + BAR_EVERY,
        }
    }
}
