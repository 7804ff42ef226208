//! Who watches a run: loops report here, and print nothing themselves.

use crate::Result;
use crate::model::{Answer, Meter, Model, Recent};
use noregret_io::{BytesRead, Row};

/// Where a run is, told after an example was learned from.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The model as it is now, with its progressive counters.
    pub model: &'a Model,
    /// The counters of the rows of this pass that are held out, if some are.
    pub holdout: Option<&'a Meter>,
    /// How the last examples did.
    pub recent: &'a Recent,
    /// How many bytes of the data were read.
    pub bytes: BytesRead,
}

/// Watches a run. Every method does nothing unless it is written.
///
/// ```
/// use noregret::{Observer, Progress, Result};
///
/// /// Prints how far a run is, every 100 examples.
/// struct Printer {
///     next: u64,
/// }
///
/// impl Observer for Printer {
///     fn warning(&mut self, text: &str) {
///         eprintln!("{text}");
///     }
///     fn wants(&self) -> u64 {
///         self.next
///     }
///     fn progress(&mut self, progress: &Progress<'_>) -> Result<()> {
///         let examples = progress.model.meter().examples;
///         self.next = examples + 100;
///         println!("{examples} examples");
///         Ok(())
///     }
/// }
/// ```
pub trait Observer {
    /// Something that is to be known whatever happens, such as a row that was skipped.
    fn warning(&mut self, _text: &str) {}

    /// Something that explains what the run does, such as a problem guessed from the labels.
    fn note(&mut self, _text: &str) {}

    /// Told once, with the model that is about to learn.
    ///
    /// # Errors
    /// Whatever ends the run.
    fn begins(&mut self, _model: &Model) -> Result<()> {
        Ok(())
    }

    /// The number of examples from which on [`Observer::progress`] is wanted next; it is to grow
    /// with each call, else every example is told.
    fn wants(&self) -> u64 {
        u64::MAX
    }

    /// Told once the model has learned from as many examples as [`Observer::wants`] says.
    ///
    /// # Errors
    /// Whatever ends the run.
    fn progress(&mut self, _progress: &Progress<'_>) -> Result<()> {
        Ok(())
    }

    /// Told how many rows were worked on so far, again and again, where all of them are kept: rows
    /// that were read, then each visit of a search for the best predictor.
    ///
    /// # Errors
    /// Whatever ends the work.
    fn visits(&mut self, _rows: u64) -> Result<()> {
        Ok(())
    }

    /// Told before a pipe or a socket is waited for: what was held back until now is to be shown.
    ///
    /// # Errors
    /// Whatever ends the run.
    fn waits(&mut self) -> Result<()> {
        Ok(())
    }

    /// Whether [`Observer::answer`] is to be told of every example.
    fn wants_answers(&self) -> bool {
        false
    }

    /// Told the answer to an example, given before it was learned from.
    ///
    /// # Errors
    /// Whatever ends the run.
    fn answer(&mut self, _model: &Model, _rows: &[Row], _answer: &Answer) -> Result<()> {
        Ok(())
    }
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}
