//! A file that grows: at its end more is waited for, as `tail -F` does.
//!
//! Ten times a second it is asked whether the path is still the same file and as long as it was.
//! If another file has taken its place (rotation), or it was cut, the stream ends, and says why:
//! whoever opens the path again goes on with the new content from its start. A file that was cut
//! and has grown beyond its old length before anybody looked cannot be told from one that grew.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::stop::Stop;

/// How long nothing is asked after the end was met.
const PAUSE: Duration = Duration::from_millis(100);

/// What happened to a file that was followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Another file has taken its place.
    Replaced,
    /// It is shorter than what was read of it.
    Cut,
}

/// A file whose end is waited at.
pub(super) struct Followed {
    file: File,
    path: PathBuf,
    /// Bytes read.
    at: u64,
    stop: Option<Stop>,
    change: Arc<OnceLock<Change>>,
}

impl Followed {
    /// Follows `file`, which was opened at `path`; what happens to it will be in `change`.
    pub(super) fn new(file: File, path: &Path, stop: Option<Stop>) -> Self {
        Self { file, path: path.to_owned(), at: 0, stop, change: Arc::default() }
    }

    /// Where it will stand what has happened to the file.
    pub(super) fn change(&self) -> Arc<OnceLock<Change>> {
        Arc::clone(&self.change)
    }

    /// What has happened since the end was met. A path without a file may get one.
    fn look(&self) -> io::Result<Option<Change>> {
        let now = match fs::metadata(&self.path) {
            Ok(now) => now,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        if !is_same(&self.file.metadata()?, &now) {
            return Ok(Some(Change::Replaced));
        }
        Ok((now.len() < self.at).then_some(Change::Cut))
    }

    /// Waits a little; false if a stop is asked for.
    fn pause(&self) -> io::Result<bool> {
        match &self.stop {
            Some(stop) => stop.pause(PAUSE),
            None => {
                std::thread::sleep(PAUSE);
                Ok(true)
            }
        }
    }
}

impl Read for Followed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            // What came between the last look and a rotation is read before that is told.
            let change = self.look()?;
            let count = self.file.read(buffer)?;
            self.at += count as u64;
            if count > 0 {
                return Ok(count);
            }
            if let Some(change) = change {
                let _ = self.change.set(change);
                return Ok(0);
            }
            if !self.pause()? {
                return Ok(0);
            }
        }
    }
}

#[cfg(unix)]
fn is_same(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}
