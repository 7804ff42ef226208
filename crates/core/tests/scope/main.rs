//! Ascent beyond the current round: stored rounds, windows, the leader, mini-updates.
#![allow(clippy::unwrap_used)]

#[path = "../common_product/mod.rs"]
mod common_product;
#[path = "../common_thesis/mod.rs"]
mod common_thesis;

mod scope_bounds;
mod scope_gains;
mod scope_revisit;
mod scope_runs;
mod scope_window;
