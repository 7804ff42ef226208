//! Tests of the crate through its public interface, one file a subject.

#![allow(clippy::expect_used, reason = "a helper of a test fails the test where it stands")]

mod atomic;
mod cache;
mod cache_damage;
mod cache_fresh;
mod cache_keys;
mod common;
mod features;
mod features_interact;
mod features_words;
mod format;
mod format_conll;
mod format_csv;
mod format_csv_oracle;
mod format_jsonl;
mod format_read_broken;
mod format_read_fuzz;
mod format_read_threads;
mod format_read_usual;
mod format_svmlight;
mod format_vw;
mod format_write;
mod label;
mod model;
mod row;
mod row_pending;
mod source;
