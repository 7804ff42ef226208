//! Stages: what happens to an instance before the learner sees it.

mod saved;
mod standard;

pub use standard::Columns;
pub(crate) use standard::{Moments, Standard};
