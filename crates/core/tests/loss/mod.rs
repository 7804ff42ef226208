//! Tests of `loss`.

mod definitions;
mod errata;
mod search;
