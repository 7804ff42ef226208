//! Tests of `learner`: one round, and what it reports.

mod batches;
mod foresight;
mod progress;
