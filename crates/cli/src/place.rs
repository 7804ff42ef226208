//! Output that is written beside its place and moved there when it is whole: a failure leaves an older file alone.
//!
//! A symbolic link is followed and the permissions of an older file are kept. What is no regular file (a pipe, a device,
//! standard output) is written to as it is.

use crate::failure::{Failure, Result};
use noregret::Error;
use noregret::io::write::{WriteError, WriteFault};
use noregret::source::is_stdin;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Calls `write` with the place to write to, and moves what is there to `out` in the end.
pub(crate) fn whole<T>(out: &Path, write: impl FnOnce(&Path) -> Result<T>) -> Result<T> {
    let target = fs::canonicalize(out).unwrap_or_else(|_| out.to_owned());
    let Some(place) = beside(out, &target) else { return write(out) };
    let written = write(&place).and_then(|made| {
        settle(&place, &target).map_err(|error| Failure::from(named(out, error.into())))?;
        Ok(made)
    });
    if written.is_err() {
        // The first error is the one to report; a leftover file is only untidy.
        let _ = fs::remove_file(&place);
    }
    written.map_err(|failure| match failure {
        Failure::Engine(Error::Write(error)) => named(out, error.fault).into(),
        other => other,
    })
}

/// A hidden file in the same folder, with the same ending, which tells the format.
fn beside(out: &Path, target: &Path) -> Option<PathBuf> {
    if is_stdin(out) || fs::metadata(target).is_ok_and(|about| !about.is_file()) {
        return None;
    }
    let mut temporary = OsString::from(format!(".{}.tmp.", std::process::id()));
    temporary.push(target.file_name()?);
    Some(target.with_file_name(temporary))
}

fn settle(place: &Path, target: &Path) -> io::Result<()> {
    if let Ok(about) = fs::metadata(target) {
        fs::set_permissions(place, about.permissions())?;
    }
    fs::rename(place, target)
}

/// The error under the name that the user knows.
fn named(out: &Path, fault: WriteFault) -> WriteError {
    WriteError { file: out.to_string_lossy().into_owned(), fault }
}
