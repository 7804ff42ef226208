//! Geometries that adapt to the data.
#![allow(clippy::unwrap_used)]

#[path = "../common_thesis/mod.rs"]
mod common_thesis;

mod adaptive_certificate;
mod adaptive_golden;
mod adaptive_oracle;
mod adaptive_regret;
mod adaptive_state;
mod foresight;
