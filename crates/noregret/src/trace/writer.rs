//! Writes a trace, one line a round.

use super::{Place, end, header, round};
use crate::model::Model;
use crate::{Error, Result};
use noregret_io::Row;
use noregret_io::lines::LineFile;
use std::path::Path;

/// Where the lines go.
#[derive(Debug)]
pub(crate) struct TraceWriter {
    out: LineFile,
    rounds: u64,
    /// The file that is read, from 1.
    file: usize,
}

impl TraceWriter {
    /// Begins a file for the rounds of this model, which its learner writes down from here on.
    pub(crate) fn new(path: &Path, model: &mut Model) -> Result<Self> {
        let several = |_| Error::Usage("a trace is about one learner: name it with -a".into());
        let single = model.one_mut().map_err(several)?;
        if !single.spec.scope.is_current() {
            return Err(Error::Usage(
                "a trace is about rounds whose dual variables stay as they are; this scope \
                 revisits them"
                    .into(),
            ));
        }
        let mut writer = TraceWriter { out: LineFile::create(path)?, rounds: 0, file: 1 };
        writer.out.write(header(&single.spec, &single.learner))?;
        single.learner.follow_rounds();
        Ok(writer)
    }

    /// Further rounds are from this file, from 0 on.
    pub(crate) fn is_at(&mut self, file: usize) {
        self.file = file + 1;
    }

    /// Writes the round that was just learned from.
    pub(crate) fn round(&mut self, model: &Model, rows: &[Row]) -> Result<()> {
        self.rounds += 1;
        let place = Place { round: self.rounds, file: self.file };
        Ok(self.out.write(round(&model.one()?.learner, rows, place))?)
    }

    /// Writes the totals, and moves the file into place.
    pub(crate) fn finish(mut self, model: &Model) -> Result<()> {
        self.out.write(end(&model.one()?.learner, self.rounds))?;
        Ok(self.out.finish()?)
    }
}
