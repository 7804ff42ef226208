//! Experts, and what a run says about examples it has not seen.
#![allow(clippy::unwrap_used)]

#[path = "../common/rng.rs"]
#[allow(dead_code, unreachable_pub)]
mod rng;

mod experts_hedge;
mod experts_majority;
mod risk_bounds;
mod risk_coverage;
