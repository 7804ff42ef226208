//! `--predictions`: a line an example, the answer that was given just before the example was
//! learned from.
//!
//! The answer is that of the readout (the average, with `--average`) and, during a contest, of the
//! learner that leads. What learners count of an example before its label (sizes of features,
//! standardised columns) counts in it. An example that is refused has no line. No line is held back
//! while a pipe is waited for: whoever files the mail at the other end sees the answer before
//! sending the next message.

use crate::command::predict::line::{self, Form};
use crate::failure::{Failure, Result};
use noregret::Model;
use noregret::io::{Row, WriteError, WriteFault};
use noregret::model::Answer;
use noregret::source::is_stdin;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Where the lines go.
pub(crate) struct Predictions {
    path: PathBuf,
    /// Nowhere any more if whoever read them has gone; the model is still wanted.
    out: Option<Box<dyn Write>>,
    file: String,
    /// The lines of the current example.
    lines: String,
}

impl Predictions {
    /// Lines for this file; it is not opened yet.
    pub(super) fn new(path: &Path) -> Self {
        let (path, file) = (path.to_owned(), path.display().to_string());
        Predictions { path, out: None, file, lines: String::new() }
    }

    /// Opens the file.
    pub(crate) fn open(&mut self) -> Result<()> {
        self.out = Some(if is_stdin(&self.path) {
            Box::new(BufWriter::new(std::io::stdout()))
        } else {
            match File::create(&self.path) {
                Ok(created) => Box::new(BufWriter::new(created)),
                Err(error) => return Err(failure(self.file.clone(), error)),
            }
        });
        Ok(())
    }

    /// Writes the answer to an example, now that it was learned from.
    pub(crate) fn write(&mut self, model: &Model, rows: &[Row], answer: &Answer) -> Result<()> {
        self.lines.clear();
        line::write(model, rows, answer, Form::PLAIN, &mut self.lines);
        let lines = self.lines.as_bytes();
        let written = self.out.as_mut().map_or(Ok(()), |out| out.write_all(lines));
        self.unless_closed(written)
    }

    /// Writes what is still held back, and ends.
    pub(super) fn finish(mut self) -> Result<()> {
        self.flush()
    }

    /// Writes what is still held back.
    pub(crate) fn flush(&mut self) -> Result<()> {
        let flushed = self.out.as_mut().map_or(Ok(()), |out| out.flush());
        self.unless_closed(flushed)
    }

    fn unless_closed(&mut self, done: std::io::Result<()>) -> Result<()> {
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
    WriteError { file, fault: WriteFault::Io(error) }.into()
}
