//! The expansion over stored instances with a kernel.

mod additive;
mod ahead;
mod budget;
mod ordinal;
mod past;
mod state;
mod uniclass;
