//! What goes wrong, as Python sees it.

use crate::words::in_python;
use noregret::io::model::ModelFault;
use noregret::io::{ErrorKind, WriteFault};
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::path::Path;
use std::{fmt, io};

create_exception!(
    noregret._engine,
    NoRegretError,
    PyValueError,
    "An example, a choice or a file that cannot be used; the message says why."
);

/// As systems number them.
const NO_ENTRY: i32 = 2;
const IS_FOLDER: i32 = 21;

/// An error of the engine.
// By value, so that `map_err` takes it as it is.
#[allow(clippy::needless_pass_by_value)]
pub(crate) fn raised(error: noregret::Error) -> PyErr {
    let of_system = match &error {
        noregret::Error::Write(error) => match &error.fault {
            WriteFault::Io(reason) => failed(reason, &error.file),
            _ => None,
        },
        noregret::Error::Data(error) => match &error.kind {
            ErrorKind::Io(reason) => failed(reason, &error.file),
            _ => None,
        },
        noregret::Error::Model(error) => {
            let file = error.path.display();
            match &error.fault {
                ModelFault::Io(reason) => failed(reason, &file),
                ModelFault::NotFound => Some(not_found(&error.path)),
                ModelFault::NoFolder(_) => Some(os_error(NO_ENTRY, &error.fault, &file)),
                ModelFault::Folder => Some(os_error(IS_FOLDER, &error.fault, &file)),
                _ => None,
            }
        }
        _ => None,
    };
    of_system.unwrap_or_else(|| refused(in_python(&error.to_string())))
}

/// An error of the operating system; `None` if it has no number.
fn failed(reason: &io::Error, file: &dyn fmt::Display) -> Option<PyErr> {
    let number = reason.raw_os_error()?;
    let text = reason.to_string();
    let text = text.strip_suffix(&format!(" (os error {number})")).unwrap_or(&text);
    Some(os_error(number, &text, file))
}

/// An `OSError`; Python makes it a `FileNotFoundError` and the like by its number.
fn os_error(number: i32, text: &dyn fmt::Display, file: &dyn fmt::Display) -> PyErr {
    PyOSError::new_err((number, text.to_string(), file.to_string()))
}

/// There is no such file.
pub(crate) fn not_found(path: &Path) -> PyErr {
    os_error(NO_ENTRY, &"No such file or directory", &path.display())
}

/// An error with this message.
pub(crate) fn refused(message: impl Into<String>) -> PyErr {
    NoRegretError::new_err(message.into())
}

/// An error with a row of a batch: ours say which in their message, those of Python in a note.
pub(crate) fn in_row(py: Python<'_>, row: usize, error: PyErr) -> PyErr {
    if error.is_instance_of::<NoRegretError>(py) {
        return refused(format!("row {row}: {}", error.value(py)));
    }
    // Only exceptions that are no objects of Python 3.11 have no notes.
    let _ = error.value(py).call_method1("add_note", (format!("in row {row}"),));
    error
}
