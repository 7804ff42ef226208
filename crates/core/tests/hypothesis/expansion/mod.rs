//! The expansion over stored instances with a kernel.

mod additive;
mod ahead;
mod budget;
mod state;
