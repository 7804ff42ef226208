//! Tests of the crate by module: the folder of a test is that of the code it is about.
//!
//! One test binary: `cargo test -p noregret-core --test modules ascent::` runs those of `ascent`.
//! The first lines of a file name the paper whose statements it checks.

// Helpers outside of test functions unwrap too, and nothing here is seen from outside.
#![allow(clippy::unwrap_used, unreachable_pub)]

mod algorithms;
mod ascent;
mod boost;
mod certificate;
mod conformance;
mod experts;
mod generate;
mod geometry;
mod hypothesis;
mod kernel;
mod learner;
mod loss;
mod merge;
mod problem;
mod readout;
mod replay;
mod risk;
mod schedule;
mod spec;
mod stage;
mod support;
