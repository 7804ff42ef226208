//! What Python is to know while something long runs without the interpreter's lock: Ctrl-C ends it,
//! and whoever wants is told how far it is.

use crate::error::raised;
use noregret::Observer;
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// How often signals are looked at.
const LOOK: Duration = Duration::from_millis(50);

/// Looks at signals now and then and tells how many rows were done; keeps what that raised.
pub(crate) struct Watch {
    looked: Instant,
    progress: Option<Py<PyAny>>,
    /// How many rows were done when somebody last asked.
    rows: usize,
    raised: Option<PyErr>,
}

impl Watch {
    pub(crate) fn new(progress: Option<&Bound<'_, PyAny>>) -> Self {
        let progress = progress.map(|progress| progress.clone().unbind());
        Watch { looked: Instant::now(), progress, rows: 0, raised: None }
    }

    /// Looks if the last look is some time ago; fails if a signal was handled by raising something.
    pub(crate) fn look(&mut self, rows: usize) -> PyResult<()> {
        self.rows = rows;
        if self.looked.elapsed() < LOOK {
            return Ok(());
        }
        self.looked = Instant::now();
        Python::attach(|py| {
            py.check_signals()?;
            self.call(py, rows)
        })
    }

    /// Tells how many rows were done, if anybody wants to know.
    pub(crate) fn tell(&self, rows: usize) -> PyResult<()> {
        match self.progress {
            Some(_) => Python::attach(|py| {
                py.check_signals()?;
                self.call(py, rows)
            }),
            None => Ok(()),
        }
    }

    fn call(&self, py: Python<'_>, rows: usize) -> PyResult<()> {
        let progress = self.progress.as_ref();
        progress.map_or(Ok(()), |progress| progress.call1(py, (rows,)).map(drop))
    }

    /// Runs something of the engine that tells this watch how far it is; the last rows are told
    /// when it has ended.
    pub(crate) fn over<T: Send>(
        mut self,
        py: Python<'_>,
        run: impl FnOnce(&mut Watch) -> noregret::Result<T> + Send,
    ) -> PyResult<T> {
        self.tell(0)?;
        let found = py.detach(|| run(&mut self));
        let found = found.map_err(|error| self.raised.take().unwrap_or_else(|| raised(error)))?;
        self.tell(self.rows)?;
        Ok(found)
    }
}

impl Observer for Watch {
    fn visits(&mut self, rows: u64) -> noregret::Result<()> {
        self.look(rows as usize).map_err(|error| {
            self.raised = Some(error);
            noregret::Error::Other("interrupted".into())
        })
    }
}
