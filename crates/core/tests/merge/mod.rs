//! Tests of `merge`: what is proved about all rounds, and what becomes of weights.

mod mixture;
mod refusals;
mod shards;
mod state;
mod walk;
