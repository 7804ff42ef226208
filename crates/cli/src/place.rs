//! Output that replaces an older file only when it is whole ([`atomic`]).

use crate::failure::{Failure, Result};
use noregret::Error;
use noregret::io::atomic;
use std::path::Path;

/// Calls `write` with the place to write to, and moves what is there to `out` in the end.
pub(crate) fn whole<T>(out: &Path, write: impl FnOnce(&Path) -> Result<T>) -> Result<T> {
    atomic::write(out, write).map_err(|failure| match failure {
        Failure::Engine(Error::Write(error)) => error.in_file(out).into(),
        other => other,
    })
}
