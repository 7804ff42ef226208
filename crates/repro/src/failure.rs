//! How the program fails: 1 for a failure, 2 for wrong usage; a closed pipe is neither.

use noregret::Error;
use noregret::io::{DataError, ErrorKind};
use std::fmt;
use std::io;

/// Why the program stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The engine stopped, or one of its errors fits.
    Engine(Error),
    /// Standard output could not be written.
    Output(io::Error),
}

/// Result of everything that can fail here.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    /// The choice of flags makes no sense.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Failure::Engine(Error::Usage(message.into()))
    }

    /// Anything else, said in one sentence.
    pub(crate) fn other(message: impl Into<String>) -> Self {
        Failure::Engine(Error::Other(message.into()))
    }

    /// A data file that does not hold what it should.
    pub(crate) fn data(file: &str, line: Option<u64>, reason: impl Into<String>) -> Self {
        let (file, kind) = (file.into(), ErrorKind::Schema(reason.into()));
        Failure::Engine(Error::Data(DataError { file, line, column: None, kind }))
    }

    /// The exit code that goes with it.
    pub(crate) fn exit_code(&self) -> u8 {
        if let Failure::Engine(Error::Usage(_)) = self { 2 } else { 1 }
    }

    /// Whether somebody downstream (`head`, say) stopped reading.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Engine(Error::Usage(message)) => {
                write!(f, "{message}\nTry 'noregret-repro --help'.")
            }
            Failure::Engine(error) => write!(f, "{error}"),
            Failure::Output(error) => write!(f, "standard output: {error}"),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Engine(error)
    }
}

impl From<noregret::core::Error> for Failure {
    fn from(error: noregret::core::Error) -> Self {
        Failure::Engine(error.into())
    }
}

impl From<DataError> for Failure {
    fn from(error: DataError) -> Self {
        Failure::Engine(error.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}
