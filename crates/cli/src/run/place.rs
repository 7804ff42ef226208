//! Output that replaces an older file only when it is whole ([`atomic`]).

use crate::failure::{Failure, Outcome};
use noregret_io::atomic;
use std::path::Path;

/// Calls `write` with the place to write to, and moves what is there to `out` in the end.
pub(crate) fn whole<T>(out: &Path, write: impl FnOnce(&Path) -> Outcome<T>) -> Outcome<T> {
    atomic::write(out, write).map_err(|failure| match failure {
        Failure::Write(error) => Failure::Write(error.in_file(out)),
        other => other,
    })
}
