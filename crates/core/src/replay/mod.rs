//! Rounds visited again: kept and raised as the run goes on ([`scope`]), or all of them after it
//! ([`hindsight`], [`convert`]).

pub mod convert;
pub mod hindsight;
pub(crate) mod past;
pub mod scope;
pub(crate) mod stored;

pub use stored::DualityGap;
