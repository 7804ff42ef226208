//! Passive-Aggressive algorithms.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod errata_pa;
mod pa_batch;
mod pa_bounds;
mod pa_certificates;
mod pa_laws;
mod pa_multiplicative;
mod pa_uniclass;
mod passive_aggressive;
