//! What a run tells the terminal: remarks on standard error, progress, answers to a file.

use crate::report::Progress;
use noregret::io::Row;
use noregret::model::Answer;
use noregret::{Model, Observer, Result};

use crate::command::Predictions;

/// Prints remarks on standard error; those that only explain are left out if `quiet`.
#[derive(Debug, Default)]
pub(crate) struct Remarks {
    pub(crate) quiet: bool,
}

impl Remarks {
    /// Warnings and explanations.
    pub(crate) fn all() -> Self {
        Remarks { quiet: false }
    }

    /// Warnings only.
    pub(crate) fn warnings() -> Self {
        Remarks { quiet: true }
    }
}

impl Observer for Remarks {
    fn warning(&mut self, text: &str) {
        eprintln!("noregret: {text}");
    }

    fn note(&mut self, text: &str) {
        if !self.quiet {
            self.warning(text);
        }
    }
}

/// Watches a learning run.
pub(crate) struct Watcher {
    pub(crate) remarks: Remarks,
    pub(crate) progress: Progress,
    pub(crate) predictions: Option<Predictions>,
}

impl Observer for Watcher {
    fn warning(&mut self, text: &str) {
        self.remarks.warning(text);
    }

    fn note(&mut self, text: &str) {
        self.remarks.note(text);
    }

    fn begins(&mut self, model: &Model) -> Result<()> {
        self.progress.begin(model);
        self.predictions.as_mut().map_or(Ok(()), |predictions| Ok(predictions.open()?))
    }

    fn wants(&self) -> u64 {
        self.progress.next()
    }

    fn progress(&mut self, progress: &noregret::Progress<'_>) -> Result<()> {
        Ok(self.progress.show(progress)?)
    }

    fn waits(&mut self) -> Result<()> {
        self.predictions.as_mut().map_or(Ok(()), |predictions| Ok(predictions.flush()?))
    }

    fn wants_answers(&self) -> bool {
        self.predictions.is_some()
    }

    fn answer(&mut self, model: &Model, rows: &[Row], answer: &Answer) -> Result<()> {
        match &mut self.predictions {
            Some(predictions) => Ok(predictions.write(model, rows, answer)?),
            None => Ok(()),
        }
    }
}
