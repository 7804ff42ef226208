//! What a path of data means: a file, standard input or a socket.

use crate::{Error, Result};
use noregret_io::source::check_address;
pub use noregret_io::source::is_socket;
use noregret_io::{DataError, ErrorKind};
use std::path::Path;

/// Refuses a path that is not there or is a folder, and an address that lacks something, without
/// reading anything (a pipe is read once).
pub fn check_readable(path: &Path) -> Result<()> {
    if is_stdin(path) || is_socket(path) {
        return check_address(path).map_err(|error| Error::Usage(error.to_string()));
    }
    let fail = |kind| {
        let file = path.to_string_lossy().into();
        Err(Error::Data(DataError { file, line: None, column: None, kind }))
    };
    match std::fs::metadata(path) {
        Err(error) => fail(ErrorKind::Io(error)),
        Ok(about) if about.is_dir() => fail(ErrorKind::Io(std::io::ErrorKind::IsADirectory.into())),
        Ok(_) => Ok(()),
    }
}

/// Whether a path means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}
