//! Ultraconservative algorithms.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common_ultra/mod.rs"]
mod common_ultra;

mod ultra_bounds;
mod ultra_costs;
mod ultra_edges;
mod ultra_errata;
mod ultra_mira;
mod ultra_multiplicative;
mod ultra_romma;
mod ultra_rounds;
mod ultra_symmetries;
mod ultra_votes;
