//! Alignment against definitions and slow formulas.

#![allow(clippy::unwrap_used, reason = "a helper of a test fails the test where it stands")]

mod decoding;
mod errata;
mod learning;
mod music;
mod speech;
mod support;
