//! How a command fails: 1 for a failure, 2 for wrong usage; a closed pipe is neither.

use noregret_io::WriteError;
use noregret_io::model::ModelError;
use noregret_io::{DataError, ErrorKind};
use std::fmt;
use std::io;

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The choice of flags makes no sense.
    Usage(String),
    /// A data file is broken or missing.
    Data(DataError),
    /// A model file is broken or missing.
    Model(ModelError),
    /// Output could not be written.
    Write(WriteError),
    /// Standard output could not be written.
    Output(io::Error),
    /// Anything else, said in one sentence.
    Other(String),
}

/// Result of a command.
pub(crate) type Outcome<T> = Result<T, Failure>;

impl Failure {
    /// The exit code that goes with it.
    pub(crate) fn exit_code(&self) -> u8 {
        if let Failure::Usage(_) = self { 2 } else { 1 }
    }

    /// Whether somebody downstream (`head`, say) stopped reading.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        match self {
            Failure::Output(error) => error.kind() == io::ErrorKind::BrokenPipe,
            Failure::Write(error) => error.is_closed_pipe(),
            _ => false,
        }
    }

    /// Whether only one row is lost, so that `--on-error skip` may go on.
    pub(crate) fn is_row_error(&self) -> bool {
        matches!(self, Failure::Data(error) if error.is_row_error())
    }

    /// A row that could be read but not learned from.
    pub(crate) fn row(file: &str, line: u64, reason: String) -> Self {
        let kind = ErrorKind::Parse(reason);
        Failure::Data(DataError { file: file.into(), line: Some(line), column: None, kind })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) => write!(f, "{message}\nTry 'noregret help'."),
            Failure::Other(message) => f.write_str(message),
            Failure::Data(error) => write!(f, "{error}"),
            Failure::Model(error) => write!(f, "{error}"),
            Failure::Write(error) => write!(f, "{error}"),
            Failure::Output(error) => write!(f, "standard output: {error}"),
        }
    }
}

impl From<DataError> for Failure {
    fn from(error: DataError) -> Self {
        Failure::Data(error)
    }
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        Failure::Model(error)
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        Failure::Write(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// A choice that breaks a rule is wrong usage; everything else the core refuses is a failure.
impl From<noregret_core::Error> for Failure {
    fn from(error: noregret_core::Error) -> Self {
        match error {
            noregret_core::Error::Spec(message) => Failure::Usage(message),
            other => Failure::Other(other.to_string()),
        }
    }
}
