//! What can be wrong with data, and where.
//!
//! Printed as `file:line:column: reason`, `file:line: reason` or `file: reason`. Lines and columns
//! count from 1; a column is a byte position in the line.

use std::fmt;
use std::io;
use std::sync::Arc;

/// Why a file or a row could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The operating system failed to deliver bytes.
    #[error("{0}")]
    Io(io::Error),
    /// The address of a socket that lacks something.
    #[error("{0}")]
    Address(String),
    /// Compressed data that ends early or is damaged.
    #[error("{0}")]
    Compressed(String),
    /// A line (or a CSV record) above the limit.
    #[error("the line is longer than {limit} bytes")]
    LineTooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// Bytes that no text format holds.
    #[error("this looks like binary data, not text")]
    Binary,
    /// Text that is not UTF-8.
    #[error(
        "the text is not valid UTF-8; if it is Latin-1, iconv -f LATIN1 -t UTF-8 FILE converts it"
    )]
    Encoding,
    /// The row is in another format than the one it is read as.
    #[error("{0}")]
    WrongFormat(String),
    /// The row breaks the grammar of its format.
    #[error("{0}")]
    Parse(String),
    /// The file's columns do not fit what is expected of them.
    #[error("{0}")]
    Schema(String),
    /// A cache that is cut short, damaged, of another version, or does not fit what is asked of it.
    #[error("{0}")]
    Cache(String),
    /// The format is unknown or cannot be told from the file.
    #[error("{0}")]
    UnknownFormat(String),
}

/// An error in a data file: where, and what.
///
/// ```
/// use noregret_io::{DataReader, FeatureSpace, Lookup, ReadOptions, Row};
///
/// let text = &b"1 1:2\n1 1:x\n-1 2:1\n"[..];
/// let mut reader = DataReader::from_read("data.svm", text, &ReadOptions::default())?;
/// let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
/// assert!(reader.read(Lookup::Learn(&mut space), &mut row)?);
/// let error = reader.read(Lookup::Learn(&mut space), &mut row).unwrap_err();
/// assert_eq!(error.to_string(), "data.svm:2:5: value 'x' is not a number");
/// // Only that row is lost.
/// assert!(error.is_row_error() && reader.read(Lookup::Learn(&mut space), &mut row)?);
/// # Ok::<(), noregret_io::DataError>(())
/// ```
#[derive(Debug)]
pub struct DataError {
    /// The file as the user named it.
    pub file: Arc<str>,
    /// The line, from 1; `None` if the error is about the file as a whole.
    pub line: Option<u64>,
    /// The byte column, from 1.
    pub column: Option<u64>,
    /// What is wrong.
    pub kind: ErrorKind,
}

impl DataError {
    /// True if only this row is lost and the reader can go on with the next one.
    pub fn is_row_error(&self) -> bool {
        self.kind.is_row_error()
    }
}

impl ErrorKind {
    /// True if the error is about one row.
    pub(crate) fn is_row_error(&self) -> bool {
        use ErrorKind::{Binary, Encoding, LineTooLong, Parse, WrongFormat};
        matches!(self, Binary | Encoding | LineTooLong { .. } | Parse(_) | WrongFormat(_))
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        write!(f, ": {}", self.kind)
    }
}

impl std::error::Error for DataError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// An error inside a line, before the file and line are known.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The 0-based byte position in the line.
    pub(crate) at: Option<usize>,
    pub(crate) kind: ErrorKind,
}

impl Fault {
    /// A broken grammar rule at byte `at` of the line.
    pub(crate) fn parse(at: usize, reason: String) -> Self {
        Self { at: Some(at), kind: ErrorKind::Parse(reason) }
    }

    /// A broken rule that concerns the whole row.
    pub(crate) fn row(reason: String) -> Self {
        Self { at: None, kind: ErrorKind::Parse(reason) }
    }

    /// Moves the position behind so many bytes more at the start of the line.
    pub(crate) fn shifted(self, bytes: usize) -> Self {
        Self { at: self.at.map(|at| at + bytes), kind: self.kind }
    }
}

/// A [`Fault`] and the line it is in.
#[derive(Debug)]
pub(crate) struct Located {
    pub(crate) line: u64,
    pub(crate) fault: Fault,
}

impl Located {
    /// The error for the user.
    pub(crate) fn in_file(self, name: &str) -> DataError {
        let Located { line, fault } = self;
        DataError {
            file: name.into(),
            line: (line > 0).then_some(line),
            column: fault.at.map(|at| at as u64 + 1),
            kind: fault.kind,
        }
    }
}

/// An error that may not know its file yet.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// One that does not.
    Located(Located),
    /// One that does.
    InFile(DataError),
}

impl ReadError {
    /// The error for the user.
    pub(crate) fn in_file(self, name: &str) -> DataError {
        match self {
            Self::Located(located) => located.in_file(name),
            Self::InFile(error) => error,
        }
    }
}

impl From<Located> for ReadError {
    fn from(located: Located) -> Self {
        Self::Located(located)
    }
}

impl From<DataError> for ReadError {
    fn from(error: DataError) -> Self {
        Self::InFile(error)
    }
}

impl From<ErrorKind> for Fault {
    fn from(kind: ErrorKind) -> Self {
        Self { at: None, kind }
    }
}

#[cfg(test)]
mod tests {
    use super::{DataError, ErrorKind};

    fn error(line: Option<u64>, column: Option<u64>) -> String {
        let kind = ErrorKind::Parse("bad".into());
        DataError { file: "f.svm".into(), line, column, kind }.to_string()
    }

    #[test]
    fn place_is_as_exact_as_known() {
        assert_eq!(error(Some(3), Some(7)), "f.svm:3:7: bad");
        assert_eq!(error(Some(3), None), "f.svm:3: bad");
        assert_eq!(error(None, None), "f.svm: bad");
    }

    #[test]
    fn only_row_errors_let_reading_go_on() {
        let error = |kind| DataError { file: "f".into(), line: None, column: None, kind };
        assert!(error(ErrorKind::Encoding).is_row_error());
        assert!(!error(ErrorKind::Compressed("cut".into())).is_row_error());
        assert!(!error(ErrorKind::Schema("x".into())).is_row_error());
    }
}
