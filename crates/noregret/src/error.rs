//! Why a run, a model or a choice of learner failed.

use noregret_io::model::ModelError;
use noregret_io::{DataError, ErrorKind, WriteError};

/// Result of the engine.
pub type Result<T> = std::result::Result<T, Error>;

/// Why the engine stopped.
///
/// ```
/// use noregret::{Choice, Error};
///
/// let error = Choice::parse("pa1:C=much").unwrap_err();
/// assert!(matches!(error, Error::Usage(_)));
/// assert_eq!(error.to_string(), "'much' in 'C=much' is not a number");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What was asked for makes no sense, whatever the data.
    #[error("{0}")]
    Usage(String),
    /// A data file is broken or missing.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A model file is broken or missing.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// An observer could not take what it was told.
    #[error(transparent)]
    Observer(#[from] std::io::Error),
    /// An example was refused: its label, its shape or its numbers. Nothing was learned from it.
    #[error("{0}")]
    Refused(String),
    /// The data, a record or a model cannot be used, for a reason said in one sentence.
    #[error("{0}")]
    Other(String),
}

impl Error {
    /// Whether only one row is lost, so that a run may go on with the next.
    pub fn is_row_error(&self) -> bool {
        match self {
            Error::Data(error) => error.is_row_error(),
            Error::Refused(_) => true,
            _ => false,
        }
    }

    /// An example in memory that could not be learned from or answered.
    pub(crate) fn refused(error: noregret_core::Error) -> Self {
        match error {
            noregret_core::Error::Spec(message) => Error::Usage(message),
            other => Error::Refused(other.to_string()),
        }
    }

    /// A row that could be read but not learned from.
    pub(crate) fn row(file: &str, line: u64, reason: String) -> Self {
        let kind = ErrorKind::Parse(reason);
        Error::Data(DataError { file: file.into(), line: Some(line), column: None, kind })
    }
}

/// A composition that breaks a rule is wrong usage; everything else the core refuses is about the
/// data.
impl From<noregret_core::Error> for Error {
    fn from(error: noregret_core::Error) -> Self {
        match error {
            noregret_core::Error::Spec(message) => Error::Usage(message),
            other => Error::Other(other.to_string()),
        }
    }
}

/// A row that cannot be made from its features.
impl From<noregret_io::RowError> for Error {
    fn from(error: noregret_io::RowError) -> Self {
        Error::Refused(error.to_string())
    }
}
