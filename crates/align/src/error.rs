//! What can be wrong with a recording, its labels or its score, and where.
//!
//! Printed as `file: reason`, `file:line: reason` or `file: at 1.250 s: reason`. Lines count from
//! 1.

use std::fmt;

use noregret_io::DataError;
use noregret_io::model::ModelError;

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Place {
    /// The file as a whole.
    Whole,
    /// A line of text, from 1.
    Line(usize),
    /// A time in seconds.
    Time(f64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => write!(f, ": "),
            Self::Line(line) => write!(f, ":{line}: "),
            Self::Time(seconds) => write!(f, ": at {seconds:.3} s: "),
        }
    }
}

/// Why an alignment could not be made.
///
/// ```
/// use noregret_align::{Error, Place};
///
/// let error = Error::in_file("a.TextGrid", Place::Line(12), "a number is expected");
/// assert_eq!(error.to_string(), "a.TextGrid:12: a number is expected");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Bytes that could not be read or decompressed.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A model file that is broken or missing.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// Content that is not what it should be.
    #[error("{file}{place}{reason}")]
    InFile {
        /// The file, as it was named by the user.
        file: String,
        /// Where in it.
        place: Place,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// A parameter outside its range.
    #[error("{0}")]
    Parameter(String),
}

impl Error {
    /// An error in the content of a file.
    pub fn in_file(file: &str, place: Place, reason: impl Into<String>) -> Self {
        Self::InFile { file: file.to_owned(), place, reason: reason.into() }
    }

    /// An error of a file as a whole.
    pub(crate) fn whole(file: &str, reason: impl Into<String>) -> Self {
        Self::in_file(file, Place::Whole, reason)
    }
}
