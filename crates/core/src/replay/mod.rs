//! Rounds visited again: kept and raised as the run goes on ([`past`], [`scope`]), or after it ([`hindsight`], [`convert`]).

pub mod convert;
pub mod hindsight;
pub mod past;
pub mod scope;
