//! Signals while something long runs without the interpreter's lock: Ctrl-C ends it.

use crate::error::raised;
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// How often signals are looked at.
const LOOK: Duration = Duration::from_millis(50);

/// Looks at signals now and then, tells how far the work is, and keeps what either raised.
pub(crate) struct Signals {
    looked: Instant,
    progress: Option<Py<PyAny>>,
    raised: Option<PyErr>,
}

impl Signals {
    pub(crate) fn new(progress: Option<&Bound<'_, PyAny>>) -> Self {
        let progress = progress.map(|progress| progress.clone().unbind());
        Signals { looked: Instant::now(), progress, raised: None }
    }

    /// Fails if a signal was handled by raising something.
    pub(crate) fn look(&mut self, done: u64) -> noregret::Result<()> {
        if self.looked.elapsed() < LOOK {
            return Ok(());
        }
        self.looked = Instant::now();
        let looked = Python::attach(|py| {
            py.check_signals()?;
            self.tell(py, done)
        });
        looked.map_err(|error| {
            self.raised = Some(error);
            noregret::Error::Other("interrupted".into())
        })
    }

    /// Tells how much was done, if anybody wants to know.
    pub(crate) fn tell(&self, py: Python<'_>, done: u64) -> PyResult<()> {
        let progress = self.progress.as_ref();
        progress.map_or(Ok(()), |progress| progress.call1(py, (done,)).map(drop))
    }

    /// What is to be raised where the work ended with this error.
    pub(crate) fn or(&mut self, error: noregret::Error) -> PyErr {
        self.raised.take().unwrap_or_else(|| raised(error))
    }
}
