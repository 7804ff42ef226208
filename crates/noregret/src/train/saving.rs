//! When a model is written while it learns, as a user says it; default: only at the end of its run.

use std::time::Duration;

/// When a model is written besides the end of its run; never by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Saving {
    /// After every so many rows.
    pub rows: Option<u64>,
    /// After an example, once so much time has passed since the last time.
    pub time: Option<Duration>,
}

impl Saving {
    /// Whether it is only at the end.
    pub fn is_never(&self) -> bool {
        *self == Saving::default()
    }
}
