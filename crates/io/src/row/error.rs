//! Why a row could not be made from memory.

use crate::error::Fault;
use crate::features::MAX_INDEX;
use crate::number::NumberError;

/// Why a row could not be made from memory.
///
/// ```
/// use noregret_io::RowBuilder;
///
/// let error = RowBuilder::default().push_name("age", f64::NAN).unwrap_err();
/// assert_eq!(error.to_string(), "the value NaN of the feature age is not a finite number");
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// A value that is not finite.
    #[error("the value {value} of the feature {feature} is not a finite number")]
    Value {
        /// The name, key or slot of the feature.
        feature: String,
        /// The value.
        value: f64,
    },
    /// A key that no feature can have.
    #[error("feature index {0} is too large (limit {MAX_INDEX})")]
    Index(u32),
    /// An importance that is negative or not finite.
    #[error("the importance {0} is not a finite number of 0 or more")]
    Weight(f64),
    /// A label that is not finite.
    #[error("the label {0}")]
    Label(NumberError),
    /// Not as many values as slots.
    #[error("there are not as many values ({values}) as slots ({indices})")]
    Shape {
        /// How many slots there are.
        indices: usize,
        /// How many values there are.
        values: usize,
    },
    /// Features that make no row together.
    #[error("{0}")]
    Features(String),
}

impl From<NumberError> for RowError {
    fn from(error: NumberError) -> Self {
        Self::Label(error)
    }
}

impl From<Fault> for RowError {
    fn from(fault: Fault) -> Self {
        Self::Features(fault.kind.to_string())
    }
}
