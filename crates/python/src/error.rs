//! What goes wrong, as Python sees it.

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::{PyErr, create_exception};

create_exception!(
    noregret._engine,
    NoRegretError,
    PyValueError,
    "An example, a choice or a file that cannot be used; the message says why."
);

/// An error of the engine.
pub(crate) fn raised(error: noregret::Error) -> PyErr {
    match error {
        noregret::Error::Write(error) => PyOSError::new_err(error.to_string()),
        error => NoRegretError::new_err(error.to_string()),
    }
}

/// An error with this message.
pub(crate) fn refused(message: impl Into<String>) -> PyErr {
    NoRegretError::new_err(message.into())
}
