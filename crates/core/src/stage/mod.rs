//! Stages: what happens to an instance before the learner sees it.

mod saved;
mod standard;

pub use standard::{Columns, MOST_COLUMNS};
pub(crate) use standard::{Moments, Standard};
