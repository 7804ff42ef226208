//! Tests of `learner`: one round, and what it reports.

mod foresight;
mod progress;
