//! The kernel expansion.
#![allow(clippy::unwrap_used)]

#[path = "../common/rng.rs"]
#[allow(dead_code, unreachable_pub)]
mod rng;
#[allow(unreachable_pub)]
mod runs;

mod expansion_additive;
mod expansion_ahead;
mod expansion_budget;
mod expansion_state;
