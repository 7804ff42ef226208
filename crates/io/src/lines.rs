//! Lines of text for a file, which is moved into place when it is whole ([`AtomicFile`]), or for
//! standard output (`-`).

use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::atomic::AtomicFile;
use crate::format::WriteError;

/// Lines on their way to a file; an older file stays as it is unless they are finished.
///
/// ```
/// use noregret_io::lines::LineFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("lines");
/// let mut lines = LineFile::create(&path)?;
/// lines.write("one")?;
/// assert!(!path.exists());
/// lines.finish()?;
/// assert_eq!(std::fs::read_to_string(path)?, "one\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LineFile {
    path: PathBuf,
    /// Nowhere any more if whoever read them has gone.
    out: Option<BufWriter<Box<dyn Write + Send>>>,
    /// What is written to, unless it is a pipe, a device or standard output.
    file: Option<AtomicFile>,
}

impl LineFile {
    /// Lines for this file, or for standard output (`-`).
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        let fault = |error| WriteError::io(path, error);
        let is_stdout = path == Path::new("-");
        let file = if is_stdout { None } else { AtomicFile::beside(path).map_err(fault)? };
        let out: Box<dyn Write + Send> = match &file {
            Some(file) => Box::new(file.create().map_err(fault)?),
            None if is_stdout => Box::new(io::stdout()),
            None => Box::new(File::create(path).map_err(fault)?),
        };
        Ok(LineFile { path: path.to_owned(), out: Some(BufWriter::new(out)), file })
    }

    /// Writes a line.
    ///
    /// # Errors
    /// If that fails; that nobody reads standard output any more is no failure.
    pub fn write(&mut self, line: impl Display) -> Result<(), WriteError> {
        let written = self.out.as_mut().map_or(Ok(()), |out| writeln!(out, "{line}"));
        self.unless_closed(written)
    }

    /// Writes what is held back, and moves the file into place.
    ///
    /// # Errors
    /// If that fails; an older file is then as it was.
    pub fn finish(mut self) -> Result<(), WriteError> {
        let flushed = self.out.as_mut().map_or(Ok(()), Write::flush);
        self.unless_closed(flushed)?;
        let committed = self.file.take().map_or(Ok(()), AtomicFile::commit);
        committed.map_err(|error| WriteError::io(&self.path, error))
    }

    fn unless_closed(&mut self, done: io::Result<()>) -> Result<(), WriteError> {
        let Err(error) = done.map_err(|error| WriteError::io(&self.path, error)) else {
            return Ok(());
        };
        if !error.is_closed_pipe() {
            return Err(error);
        }
        self.out = None;
        Ok(())
    }
}

impl fmt::Debug for LineFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineFile").field("path", &self.path).finish_non_exhaustive()
    }
}
