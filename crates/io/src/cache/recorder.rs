//! A cache written while a file is read.
//!
//! It is moved into place when it is whole ([`AtomicFile`]) and, if it is the cache beside its
//! source, that has not changed meanwhile. It is not flushed to the disk: a checksum would tell,
//! and the source is still there. Half a cache is of no use: it is deleted.

use std::io;
use std::path::{Path, PathBuf};

use super::encoder::Encoder;
use super::header::{CacheHeader, Fingerprint};
use crate::atomic::AtomicFile;
use crate::features::Features;
use crate::format::{CsvSchema, Sink};
use crate::row::Row;

/// Writes a cache row by row.
pub(crate) struct Recorder {
    sink: Sink,
    encoder: Encoder,
    buffer: Vec<u8>,
    /// What is written to, unless it is a pipe, a device or standard output.
    file: Option<AtomicFile>,
    /// The source, if this is the cache beside it.
    source: Option<PathBuf>,
    header: CacheHeader,
}

impl Recorder {
    /// Writes to `path` (`-` for standard output), compressed if its name says so.
    pub(crate) fn create(path: &Path, header: CacheHeader) -> io::Result<Self> {
        let file = if path == Path::new("-") { None } else { AtomicFile::beside(path)? };
        let mut recorder = Self {
            sink: Sink::create(file.as_ref().map_or(path, AtomicFile::path))?,
            encoder: Encoder::default(),
            buffer: Vec::new(),
            file,
            source: None,
            header,
        };
        let begun = recorder.encoder.begin(&recorder.header, &mut recorder.buffer);
        begun.map_err(io::Error::other)?;
        Ok(recorder)
    }

    /// Writes to `cache`, which stands beside `source`.
    pub(crate) fn beside(cache: &Path, source: &Path, header: CacheHeader) -> io::Result<Self> {
        Ok(Self { source: Some(source.to_owned()), ..Self::create(cache, header)? })
    }

    /// Whether a row may be left out; a cache beside its source has all rows or is not kept.
    pub(crate) fn takes_gaps(&self) -> bool {
        self.source.is_none()
    }

    /// Writes a row.
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
        if let Some(source) = &self.source
            && Fingerprint::read(source) != self.header.source
        {
            return Err(io::Error::other("the data changed while it was read"));
        }
        self.file.map_or(Ok(()), AtomicFile::commit)
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
