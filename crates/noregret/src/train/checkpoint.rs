//! Models written while a run goes on, so that what was learned survives whatever ends the run.
//!
//! A checkpoint replaces the file of the model at once, whole or not at all, and says how many rows
//! of the data it has seen; a resumed run leaves these out and goes on bit for bit. It is written
//! after an example, at every multiple of so many rows or once so many seconds have passed. While
//! learners still compete ([`Kind::Contest`]) there is none: a file holds one learner, and the run
//! that goes on from it could not choose among the others any more.

use super::Training;
use super::saving::Saving;
use crate::model::{Kind, Model};
use crate::opening::{Begun, name_classes};
use crate::source::Stream;
use crate::{Error, Result};
use std::path::Path;
use std::time::Instant;

/// Writes the checkpoints of a run.
pub(super) struct Checkpoints<'a> {
    path: &'a Path,
    saving: Saving,
    /// The number of rows at which the next one is due.
    next: u64,
    last: Instant,
    /// Whether the classes were not all known when the run began.
    early: bool,
}

impl<'a> Checkpoints<'a> {
    /// Those of a run that begins like this, if it wants any.
    pub(super) fn new(training: &'a Training, begun: &Begun) -> Option<Self> {
        let saving = training.saving;
        let path = training.output.as_deref().filter(|_| !saving.is_never())?;
        let next = following(saving, begun.stream.rows());
        Some(Checkpoints { path, saving, next, last: Instant::now(), early: begun.early })
    }

    /// Writes one if it is due now that a model has learned from so many rows of a stream.
    #[inline]
    pub(super) fn after(&mut self, rows: u64, model: &mut Model, stream: &Stream) -> Result<()> {
        let late = |time| self.last.elapsed() >= time;
        match rows >= self.next || self.saving.time.is_some_and(late) {
            true => self.write(rows, model, stream),
            false => Ok(()),
        }
    }

    #[cold]
    fn write(&mut self, rows: u64, model: &mut Model, stream: &Stream) -> Result<()> {
        if matches!(model.kind, Kind::Contest(_)) {
            return Ok(());
        }
        if self.early {
            name_classes(model);
        }
        model.reading.keep_found(stream);
        model.catch_up();
        model.place = Some(rows);
        let saved = model.save(self.path);
        model.place = None;
        (self.next, self.last) = (following(self.saving, rows), Instant::now());
        saved
    }
}

/// The next multiple after so many rows.
fn following(saving: Saving, rows: u64) -> u64 {
    saving.rows.map_or(u64::MAX, |every| (rows / every.max(1) + 1).saturating_mul(every.max(1)))
}

impl Training {
    /// Refuses checkpoints that a run could not go on from.
    pub(super) fn check_saving(&self) -> Result<()> {
        if self.saving.is_never() {
            return Ok(());
        }
        let reason = if self.output.is_none() {
            "--save-every and --save-seconds write the model while it learns: say where with -o"
        } else if self.pass_count() > 1 {
            "a checkpoint knows its place in one pass: leave out --passes"
        } else if self.test_every.is_some() {
            "a checkpoint does not know which rows were held out: leave out --test-every"
        } else if self.risk.delta.is_some() || self.risk.stop.is_some() {
            "a checkpoint does not keep what --risk and --stop count: leave them out"
        } else if self.tolerance.is_some() || self.until_gap.is_some() {
            "checkpoints are of a run in rounds: leave out --tolerance and --until-gap"
        } else if self.auto.as_ref().is_some_and(|auto| auto.keep == super::Keep::Best) {
            "a run that goes on from a checkpoint keeps all learners: leave out --keep best"
        } else {
            return Ok(());
        };
        Err(Error::Usage(reason.into()))
    }
}
