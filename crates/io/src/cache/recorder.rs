//! A cache written while a file is read.
//!
//! A cache goes to a temporary name first and is moved into place when it is whole (one beside its source: and the source has
//! not changed meanwhile), so that whoever reads an older one goes on undisturbed. It is not flushed to the disk: a
//! checksum would tell, and the source is still there. Half a cache is of no use: it is deleted. What is no file
//! (`-`, a pipe, a device), or lies where no other file can be made, is written to directly.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::encoder::Encoder;
use super::header::{Fingerprint, Header};
use crate::features::Features;
use crate::format::CsvSchema;
use crate::row::Row;
use crate::write::Sink;

/// Writes a cache row by row.
pub(crate) struct Recorder {
    sink: Sink,
    encoder: Encoder,
    buffer: Vec<u8>,
    /// What is written to.
    path: PathBuf,
    /// Where it goes when it is whole.
    then: Option<PathBuf>,
    /// The source it is beside of.
    source: Option<PathBuf>,
    /// It is all there.
    whole: bool,
    header: Header,
}

impl Recorder {
    /// Writes to `path` (`-` for standard output), compressed if its name says so.
    pub(crate) fn create(path: &Path, header: Header) -> io::Result<Self> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let is_file = fs::metadata(path).map_or(path != Path::new("-"), |about| about.is_file());
        if is_file && let Ok(recorder) = Self::by_way(&target, header.clone()) {
            return Ok(recorder);
        }
        Self::directly(path, header)
    }

    /// Writes to another name first.
    fn by_way(path: &Path, header: Header) -> io::Result<Self> {
        let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        // The end of the name, which says how it is compressed, stays.
        let mut temporary = OsString::from(format!(".{}.tmp.", std::process::id()));
        temporary.push(name);
        let mut recorder = Self::directly(&path.with_file_name(temporary), header)?;
        recorder.then = Some(path.to_owned());
        Ok(recorder)
    }

    fn directly(path: &Path, header: Header) -> io::Result<Self> {
        let mut recorder = Self {
            sink: Sink::create(path)?,
            encoder: Encoder::default(),
            buffer: Vec::new(),
            path: path.to_owned(),
            then: None,
            source: None,
            whole: false,
            header,
        };
        let begun = recorder.encoder.begin(&recorder.header, &mut recorder.buffer);
        begun.map_err(io::Error::other)?;
        Ok(recorder)
    }

    /// Writes the cache of a source.
    pub(crate) fn beside(cache: &Path, source: &Path, header: Header) -> io::Result<Self> {
        let mut recorder = Self::by_way(cache, header)?;
        recorder.source = Some(source.to_owned());
        Ok(recorder)
    }

    /// Whether a row may be left out; a cache beside its source has all rows or is not kept.
    pub(crate) fn takes_gaps(&self) -> bool {
        self.source.is_none()
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
        if let Some(source) = &self.source
            && Fingerprint::of(source) != self.header.source
        {
            return Err(io::Error::other("the data changed while it was read"));
        }
        if let Some(target) = &self.then {
            fs::rename(&self.path, target)?;
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
