//! What can go wrong inside the core, said in words a user can act on.

use std::fmt;

/// Result of a core operation.
pub type Result<T> = std::result::Result<T, Error>;

/// Why the core refused.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The choice of components is not a learner; says which rule it breaks.
    Spec(String),
    /// The label is not one this problem can learn from.
    Label(String),
    /// The label of one part of the example is not one this problem can learn from.
    PartLabel {
        /// Which part, from 0.
        part: usize,
        /// What is wrong with its label.
        reason: String,
    },
    /// A value is NaN, infinite, or so large that the arithmetic would overflow.
    NotFinite(String),
    /// The instance does not fit (lengths differ, an index is out of range).
    Shape(String),
    /// A saved state does not belong to the learner that tries to load it.
    State(String),
}

/// An error unless the parameter `name` is a finite number of at least `least`.
pub(crate) fn at_least(name: &str, x: f64, least: f64) -> Result<()> {
    if x >= least && x.is_finite() {
        return Ok(());
    }
    let bound = if least == f64::MIN_POSITIVE { "> 0".into() } else { format!(">= {least}") };
    Err(Error::Spec(format!("{name} must be a number {bound}, not {x}")))
}

impl Error {
    /// The error about the label of this part of the example, if it is one about a label.
    pub(crate) fn at_part(self, part: usize) -> Self {
        match self {
            Error::Label(reason) => Error::PartLabel { part, reason },
            other => other,
        }
    }

    /// The part of the example that is at fault; the first one unless the error names another.
    pub fn part(&self) -> usize {
        if let Error::PartLabel { part, .. } = self { *part } else { 0 }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::PartLabel { reason, .. } => f.write_str(reason),
            Error::Spec(m)
            | Error::Label(m)
            | Error::NotFinite(m)
            | Error::Shape(m)
            | Error::State(m) => f.write_str(m),
        }
    }
}

impl std::error::Error for Error {}
