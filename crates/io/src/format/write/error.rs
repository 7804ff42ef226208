//! Why data could not be written.

use std::io;
use std::path::Path;

/// Why data could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteFault {
    /// The operating system failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The row has something that the format cannot express.
    #[error("the row of input line {line}: {reason}")]
    Row {
        /// The line the row was read from.
        line: u64,
        /// What cannot be expressed.
        reason: String,
    },
    /// The format has no place for these features or for groups.
    #[error("{0}")]
    Columns(String),
    /// There is no such format, or the name does not tell which.
    #[error("{0}")]
    UnknownFormat(String),
}

/// An error with an output file.
///
/// ```
/// use std::path::Path;
/// use noregret_io::{DataWriter, WriteOptions};
///
/// let error = DataWriter::format(Path::new("a.xls"), &WriteOptions::default()).err();
/// let text = error.expect("no such format").to_string();
/// assert!(text.starts_with("a.xls: the name does not tell the format"));
/// ```
#[derive(Debug, thiserror::Error)]
#[error("{file}: {fault}")]
pub struct WriteError {
    /// The file as the user named it.
    pub file: String,
    /// What went wrong.
    #[source]
    pub fault: WriteFault,
}

impl WriteError {
    /// A failure of the operating system with the file at `path`.
    pub fn io(path: &Path, error: io::Error) -> Self {
        Self { file: path.to_string_lossy().into_owned(), fault: WriteFault::Io(error) }
    }

    /// The error under the name by which the user knows the file.
    pub fn in_file(self, path: &Path) -> Self {
        Self { file: path.to_string_lossy().into_owned(), ..self }
    }

    /// True if the reader of a pipe has gone away, which is not a failure.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(&self.fault, WriteFault::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
