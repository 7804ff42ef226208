//! Rows held out: the Nth, 2Nth, … row (with groups: group) of a pass is predicted by the model of
//! that moment and counted apart. Nothing is learned from it, not even that its features exist.
//!
//! The rows are the same in every pass: all that could be read count, also those a learner refuses.
//! The counters start anew with each pass, so after several passes they are those of the last one.

use crate::example;
use crate::model::{Meter, Model};
use noregret_core::Result;
use noregret_core::problem::AnyProblem;
use noregret_io::Row;

/// The rows of a pass that are held out.
pub(super) struct Holdout {
    every: u64,
    /// Rows of this pass so far.
    rows: u64,
    pub(super) meter: Meter,
}

impl Holdout {
    pub(super) fn new(every: u64, problem: &AnyProblem) -> Self {
        Holdout { every, rows: 0, meter: Meter::new(problem) }
    }

    /// Begins a new pass.
    pub(super) fn restart(&mut self, problem: &AnyProblem) {
        *self = Holdout::new(self.every, problem);
    }

    /// Counts the next row of the pass; itself if that row is held out.
    pub(super) fn take_next(&mut self) -> Option<&mut Self> {
        self.rows += 1;
        self.rows.is_multiple_of(self.every).then_some(self)
    }

    /// Tests on an example, of which only the first so many `features` are known.
    pub(super) fn test(&mut self, model: &Model, rows: &mut [Row], features: usize) -> Result<()> {
        let known = |slot: u32| (slot as usize) < features;
        model.check_rank(&rows[0])?;
        rows.iter_mut().for_each(|row| row.retain(known));
        let outcome = model.judge(rows)?;
        self.meter.add(&example::judged(rows, &outcome));
        Ok(())
    }
}
