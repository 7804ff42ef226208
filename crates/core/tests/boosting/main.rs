//! Boosting: rules, certificate, stumps.
#![allow(clippy::unwrap_used)]

#[path = "../common/rng.rs"]
#[allow(dead_code, unreachable_pub)]
mod rng;

mod boost_certificate;
mod boost_entropy;
mod boost_stumps;
mod boost_textbook;
mod scene;
