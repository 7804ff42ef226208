//! Exact numbers: text to `f64` and back without losing a bit.
//!
//! Grammar: `[+-] digits [. digits] [e [+-] digits]`, with digits on at least one side of the
//! point. No hexadecimal, no `inf`, no `nan`, no blanks, no separators; the value must be finite.

mod decimal;
mod digits;
mod integer;
mod print;
#[cfg(target_arch = "x86_64")]
mod words;

pub(crate) use decimal::{EXACT, power_of_ten, prefix};
pub use decimal::{NumberError, parse};
pub(crate) use digits::run;
pub use integer::parse_u64;
pub use print::push_shortest;
#[cfg(target_arch = "x86_64")]
pub(crate) use words::{ASCII_ZEROS, KEEP, join_digits};
