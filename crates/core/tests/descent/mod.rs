//! Tests of `descent`: mirror descent with projections.

mod mirror;
