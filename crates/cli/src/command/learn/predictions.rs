//! `--predictions`: a line an example, the answer that was given just before the example was learned from.
//!
//! The answer is that of the readout (the average, with `--average`) and, during a contest, of the learner that leads.
//! What learners count of an example before its label (sizes of features, standardised columns) counts in it.
//! An example that is refused has no line. Lines for standard output are not held back: whoever files the mail at the
//! other end of a pipe sees the answer before sending the next message.

use crate::args::LearnArgs;
use crate::command::predict::line::{self, Answer, Form};
use crate::failure::{Failure, Outcome};
use crate::run::session::Session;
use crate::run::stream::is_stdin;
use noregret_core::Result;
use noregret_io::Row;
use noregret_io::{WriteError, WriteFault};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Where the lines go.
pub(super) struct Predictions {
    /// Nowhere any more if whoever read them has gone; the model is still wanted.
    out: Option<Box<dyn Write>>,
    file: String,
    /// The lines of the current example.
    lines: String,
}

impl Predictions {
    /// The file that was asked for, if one was.
    pub(super) fn open(args: &LearnArgs) -> Outcome<Option<Self>> {
        args.predictions.as_deref().map(Self::create).transpose()
    }

    fn create(path: &Path) -> Outcome<Self> {
        let file = path.display().to_string();
        let out: Box<dyn Write> = if is_stdin(path) {
            Box::new(std::io::stdout())
        } else {
            match File::create(path) {
                Ok(created) => Box::new(BufWriter::new(created)),
                Err(error) => return Err(failure(file, error)),
            }
        };
        Ok(Predictions { out: Some(out), file, lines: String::new() })
    }

    /// Answers an example that is about to be learned from.
    pub(super) fn ask(&mut self, session: &mut Session, rows: &[Row]) -> Result<()> {
        // The constant is for the answer only.
        let mut rows = rows.to_vec();
        rows.iter_mut().for_each(|row| session.add_constant(row));
        self.lines.clear();
        let answer = Answer::from(session.foresee(&rows)?);
        line::write(session, &rows, &answer, Form::PLAIN, &mut self.lines);
        Ok(())
    }

    /// Writes the answer, now that the example was learned from.
    pub(super) fn write(&mut self) -> Outcome<()> {
        let lines = self.lines.as_bytes();
        let written = self.out.as_mut().map_or(Ok(()), |out| out.write_all(lines));
        self.unless_closed(written)
    }

    /// Writes what is still held back.
    pub(super) fn finish(mut self) -> Outcome<()> {
        let flushed = self.out.as_mut().map_or(Ok(()), |out| out.flush());
        self.unless_closed(flushed)
    }

    fn unless_closed(&mut self, done: std::io::Result<()>) -> Outcome<()> {
        let Err(error) = done else { return Ok(()) };
        let failure = failure(self.file.clone(), error);
        if failure.is_closed_pipe() {
            self.out = None;
            return Ok(());
        }
        Err(failure)
    }
}

fn failure(file: String, error: std::io::Error) -> Failure {
    Failure::Write(WriteError { file, fault: WriteFault::Io(error) })
}
