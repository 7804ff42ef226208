//! A mark that tells whether slots still mean what they meant.

use std::sync::atomic::{AtomicU64, Ordering};

static NEXT: AtomicU64 = AtomicU64::new(0);

/// No two are equal, not even a clone and its original: what is remembered about one space is never
/// taken for true of another.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stamp(u64);

impl Stamp {
    /// The number of the stamp, to be compared later.
    pub(super) fn number(&self) -> u64 {
        self.0
    }
}

impl Default for Stamp {
    fn default() -> Self {
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Clone for Stamp {
    fn clone(&self) -> Self {
        Self::default()
    }
}
