//! Tests of the crate through its public interface, one file a subject.

#![allow(clippy::expect_used, reason = "a helper of a test fails the test where it stands")]

mod atomic;
mod broken;
mod cache;
mod cache_damage;
mod cache_fresh;
mod cache_keys;
mod canonical;
mod common;
mod csv_files;
mod csv_oracle;
mod format;
mod interact;
mod jsonl;
mod label;
mod model;
mod no_panic;
mod quick;
mod round_trip;
mod row;
mod sources;
mod svmlight;
mod text;
mod threads;
mod vw;
