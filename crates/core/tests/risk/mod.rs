//! Tests of `risk`: what a run says about examples it has not seen.

mod bounds;
mod coverage;
