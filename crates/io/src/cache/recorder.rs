//! A cache written while a file is read.
//!
//! A cache beside its source goes to a temporary name first and is moved into place when it is whole and
//! the source has not changed meanwhile. It is not flushed to the disk: a checksum would tell, and the source
//! is still there. Half a cache is of no use: it is deleted.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::encoder::Encoder;
use super::header::{Fingerprint, Header};
use crate::features::Features;
use crate::format::{CsvSchema, Sink};
use crate::row::Row;

/// Writes a cache row by row.
pub(crate) struct Recorder {
    sink: Sink,
    encoder: Encoder,
    buffer: Vec<u8>,
    /// What is written to.
    path: PathBuf,
    /// Where it goes when it is whole, and of which source it is.
    then: Option<(PathBuf, PathBuf)>,
    /// It is all there.
    whole: bool,
    header: Header,
}

impl Recorder {
    /// Writes to `path` (`-` for standard output), compressed if its name says so.
    pub(crate) fn create(path: &Path, header: Header) -> io::Result<Self> {
        let mut recorder = Self {
            sink: Sink::create(path)?,
            encoder: Encoder::default(),
            buffer: Vec::new(),
            path: path.to_owned(),
            then: None,
            whole: false,
            header,
        };
        let begun = recorder.encoder.begin(&recorder.header, &mut recorder.buffer);
        begun.map_err(io::Error::other)?;
        Ok(recorder)
    }

    /// Writes to `cache` by way of another name.
    pub(crate) fn beside(cache: &Path, source: &Path, header: Header) -> io::Result<Self> {
        let name = cache.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        let mut temporary = OsString::from(".");
        temporary.push(name);
        temporary.push(format!(".{}.tmp", std::process::id()));
        let mut recorder = Self::create(&cache.with_file_name(temporary), header)?;
        recorder.then = Some((cache.to_owned(), source.to_owned()));
        Ok(recorder)
    }

    /// Whether a row may be left out; a cache beside its source has all rows or is not kept.
    pub(crate) fn takes_gaps(&self) -> bool {
        self.then.is_none()
    }

    /// Takes a row.
    pub(crate) fn row(
        &mut self,
        row: &Row,
        features: &Features<'_>,
        schema: Option<&CsvSchema>,
    ) -> io::Result<()> {
        self.encoder.row(row, features, schema, &mut self.buffer).map_err(io::Error::other)?;
        self.write()
    }

    /// Counts a row that is left out.
    pub(crate) fn leave_out(&mut self) {
        self.encoder.leave_out();
    }

    /// Ends the file and moves it into place.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.encoder.end(&mut self.buffer);
        self.write()?;
        self.sink.finish()?;
        if let Some((cache, source)) = &self.then {
            if Fingerprint::of(source) != self.header.source {
                return Err(io::Error::other("the data changed while it was read"));
            }
            fs::rename(&self.path, cache)?;
        }
        self.whole = true;
        Ok(())
    }

    fn write(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let written = self.sink.write_all(&self.buffer);
        self.buffer.clear();
        written
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        // A pipe or a device stays.
        if !self.whole && fs::metadata(&self.path).is_ok_and(|about| about.is_file()) {
            // A leftover has no end, which its readers notice.
            let _ = fs::remove_file(&self.path);
        }
    }
}
