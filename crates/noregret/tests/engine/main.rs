//! Tests of the engine through its public surface, one module for each thing that a user meets.
//!
//! One test binary: `cargo test -p noregret --test engine opening::` runs those of the opening.

// Helpers outside of test functions unwrap too, and nothing here is seen from outside.
#![allow(clippy::unwrap_used, unreachable_pub)]

mod arrays;
mod batches;
mod certify;
mod choice;
mod examples;
mod folders;
mod merging;
mod model;
mod model_files;
mod observer;
mod opening;
mod record;
mod sessions;
mod shells;
mod sources;
mod stream;
mod third_label;
