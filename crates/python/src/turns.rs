//! Turns of threads that use one learner: a waiting thread comes next, even during a batch.

use pyo3::Python;
use pyo3::sync::MutexExt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A value that is used by one thread at a time.
#[derive(Debug)]
pub(crate) struct Turns<T> {
    value: Mutex<T>,
    /// How many threads wait for it.
    waiting: AtomicUsize,
    /// How often a thread that waited got it.
    served: AtomicU64,
}

impl<T> Turns<T> {
    pub(crate) fn new(value: T) -> Self {
        Turns { value: Mutex::new(value), waiting: AtomicUsize::new(0), served: AtomicU64::new(0) }
    }

    /// Waits for the value; other threads of the interpreter go on meanwhile.
    pub(crate) fn take(&self, py: Python<'_>) -> MutexGuard<'_, T> {
        if let Ok(guard) = self.value.try_lock() {
            return guard;
        }
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let guard = self.value.lock_py_attached(py);
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        self.served.fetch_add(1, Ordering::SeqCst);
        guard.unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the value without the interpreter's lock, after the threads that wait already.
    pub(crate) fn take_detached(&self) -> MutexGuard<'_, T> {
        let before = self.served.load(Ordering::SeqCst);
        while self.waiting.load(Ordering::SeqCst) > 0
            && self.served.load(Ordering::SeqCst) == before
        {
            std::thread::yield_now();
        }
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
