//! Signals while something long runs without the interpreter's lock: Ctrl-C ends it.

use crate::error::raised;
use pyo3::{PyErr, Python};
use std::time::{Duration, Instant};

/// How often signals are looked at.
const LOOK: Duration = Duration::from_millis(50);

/// Looks at signals now and then, and keeps what handling one raised.
pub(crate) struct Signals {
    looked: Instant,
    raised: Option<PyErr>,
}

impl Signals {
    pub(crate) fn new() -> Self {
        Signals { looked: Instant::now(), raised: None }
    }

    /// Fails if a signal was handled by raising something.
    pub(crate) fn look(&mut self) -> noregret::Result<()> {
        if self.looked.elapsed() < LOOK {
            return Ok(());
        }
        self.looked = Instant::now();
        Python::attach(|py| py.check_signals()).map_err(|error| {
            self.raised = Some(error);
            noregret::Error::Other("interrupted".into())
        })
    }

    /// What is to be raised where the work ended with this error.
    pub(crate) fn or(self, error: noregret::Error) -> PyErr {
        self.raised.unwrap_or_else(|| raised(error))
    }
}
