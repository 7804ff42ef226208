//! How a command fails: 1 for a failure, 2 for wrong usage; a closed pipe is neither.

use noregret::Error;
use noregret::io::WriteError;
use noregret::io::model::ModelError;
use std::fmt;
use std::io;

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The engine stopped.
    Engine(Error),
    /// Standard output could not be written.
    Output(io::Error),
}

/// Result of a command.
pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// The choice of flags makes no sense.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Failure::Engine(Error::Usage(message.into()))
    }

    /// Anything else, said in one sentence.
    pub(crate) fn other(message: impl Into<String>) -> Self {
        Failure::Engine(Error::Other(message.into()))
    }

    /// The exit code that goes with it.
    pub(crate) fn exit_code(&self) -> u8 {
        if let Failure::Engine(Error::Usage(_)) = self { 2 } else { 1 }
    }

    /// Whether somebody downstream (`head`, say) stopped reading.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        match self {
            Failure::Output(error) | Failure::Engine(Error::Observer(error)) => {
                error.kind() == io::ErrorKind::BrokenPipe
            }
            Failure::Engine(Error::Write(error)) => error.is_closed_pipe(),
            Failure::Engine(_) => false,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Engine(Error::Usage(message)) => {
                write!(f, "{message}\nTry 'noregret help'.")
            }
            Failure::Output(error) | Failure::Engine(Error::Observer(error)) => {
                write!(f, "standard output: {error}")
            }
            Failure::Engine(error) => write!(f, "{error}"),
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

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        Failure::Engine(error.into())
    }
}

impl From<noregret_align::Error> for Failure {
    fn from(error: noregret_align::Error) -> Self {
        match error {
            noregret_align::Error::Model(error) => error.into(),
            noregret_align::Error::Data(error) => Failure::Engine(error.into()),
            other => Failure::other(other.to_string()),
        }
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        Failure::Engine(error.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// What an observer could not do, as the engine takes it.
impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Engine(error) => error,
            Failure::Output(error) => Error::Observer(error),
        }
    }
}
