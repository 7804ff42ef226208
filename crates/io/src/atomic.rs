//! Files that are written beside their place and moved there when they are whole.
//!
//! A failure or a crash leaves the old file or the new one, never a half. A symbolic link is
//! followed, and the permissions of an older file are kept. What is no regular file (a device, a
//! pipe, standard output) is written to directly, never replaced.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::format::WriteError;

/// A temporary file that takes the place of another; removed unless it is committed.
///
/// ```
/// use noregret_io::atomic::AtomicFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("model");
/// let file = AtomicFile::beside(&path)?.expect("no device");
/// std::fs::write(file.path(), "all of it")?;
/// assert!(!path.exists());
/// file.commit()?;
/// assert_eq!(std::fs::read_to_string(path)?, "all of it");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct AtomicFile {
    temporary: PathBuf,
    target: PathBuf,
    committed: bool,
}

impl AtomicFile {
    /// Prepares to replace the file at `path`, there or not yet; `None` if what is there is no
    /// regular file.
    ///
    /// # Errors
    /// If the path has no file name.
    pub fn beside(path: &Path) -> io::Result<Option<Self>> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&target).is_ok_and(|about| !about.is_file()) {
            return Ok(None);
        }
        let name =
            target.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        // The ending stays: it may tell the format and the compression.
        let mut temporary = OsString::from(format!(".{}.tmp.", std::process::id()));
        temporary.push(name);
        let temporary = target.with_file_name(temporary);
        Ok(Some(Self { temporary, target, committed: false }))
    }

    /// The path to write to until the file is committed.
    pub fn path(&self) -> &Path {
        &self.temporary
    }

    /// Creates the temporary file, empty.
    ///
    /// # Errors
    /// If the folder does not allow it.
    pub fn create(&self) -> io::Result<File> {
        OpenOptions::new().write(true).create(true).truncate(true).open(&self.temporary)
    }

    /// Moves what was written into place.
    ///
    /// # Errors
    /// If that fails; the old file is then untouched.
    pub fn commit(mut self) -> io::Result<()> {
        if let Ok(about) = fs::metadata(&self.target) {
            fs::set_permissions(&self.temporary, about.permissions())?;
        }
        fs::rename(&self.temporary, &self.target)?;
        self.committed = true;
        Ok(())
    }

    /// Flushes what was written through `file` to the disk, moves it into place, and flushes that
    /// too: not even a loss of power leaves a half.
    ///
    /// # Errors
    /// If one of these fails.
    pub fn commit_durably(self, file: &File) -> io::Result<()> {
        file.sync_all()?;
        let parent = self.target.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = parent.unwrap_or(Path::new(".")).to_owned();
        self.commit()?;
        // Only there can folders be opened.
        if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.committed {
            // The error that came before is the one to report; a leftover is only untidy.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Calls `write` with the path to write to, and moves what is there to `out` if all went well; `-`
/// is standard output, which `write` is given as it is.
///
/// ```
/// use noregret_io::atomic;
/// use noregret_io::WriteError;
///
/// let folder = tempfile::tempdir()?;
/// let out = folder.path().join("data.csv");
/// std::fs::write(&out, "old")?;
/// let failed: Result<(), WriteError> = atomic::write(&out, |place| {
///     std::fs::write(place, "half").map_err(|error| WriteError::io(place, error))?;
///     Err(WriteError::io(place, std::io::Error::other("no more")))
/// });
/// assert!(failed.is_err());
/// assert_eq!(std::fs::read_to_string(out)?, "old");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Those of `write`, which name the path it was given, and a failure to move the file.
pub fn write<T, E: From<WriteError>>(
    out: &Path,
    write: impl FnOnce(&Path) -> Result<T, E>,
) -> Result<T, E> {
    let replaced = if out == Path::new("-") { Ok(None) } else { AtomicFile::beside(out) };
    // A path without a file name is refused when it is opened.
    let Ok(Some(file)) = replaced else { return write(out) };
    let made = write(file.path())?;
    file.commit().map_err(|error| WriteError::io(out, error))?;
    Ok(made)
}
