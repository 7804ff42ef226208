//! Stages: what happens to an instance before the learner sees it.
//!
//! First the [bias](Bias) adds a constant feature, then columns are [standardised](Columns). Both
//! are part of a [`Spec`](crate::Spec) and of what is saved.

mod bias;
mod row;
mod saved;
mod standard;

pub use bias::Bias;
pub(crate) use bias::Constant;
pub(crate) use row::Row;
pub use standard::Columns;
pub(crate) use standard::{Moments, Standard};
