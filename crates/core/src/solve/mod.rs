//! Small numerical tools, pure functions on numbers and slices.

pub(crate) mod block;
mod box_pair;
mod budget;
mod minimum;
mod mira;
pub(crate) mod ranking;
mod root;
#[cfg(test)]
mod tests;

pub(crate) use box_pair::box_pair;
pub(crate) use budget::{separable_budget, separable_budget_by};
pub(crate) use minimum::golden_section;
pub use mira::MiraSolver;
pub(crate) use root::bracketed_root;
