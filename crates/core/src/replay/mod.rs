//! Rounds visited again: kept and raised as the run goes on ([`scope`], [`witness`]), or all of
//! them after it ([`hindsight`], [`convert`]).

pub mod convert;
pub mod hindsight;
pub(crate) mod past;
mod rows;
pub mod scope;
pub(crate) mod stored;
pub mod witness;
mod work;

pub use stored::DualityGap;
