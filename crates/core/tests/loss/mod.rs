//! Tests of `loss`.

mod definitions;
mod search;
