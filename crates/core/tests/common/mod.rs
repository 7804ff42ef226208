//! Random numbers and comparisons for the tests of the solvers.

#![allow(dead_code, unreachable_pub, unused_imports)]

#[path = "../support/compare.rs"]
mod compare;
#[path = "../support/rng.rs"]
mod rng;
#[path = "../support/vectors.rs"]
mod vectors;

pub use compare::{near, near_all};
pub use rng::Rng;
use vectors::basis;
