//! Tests of `boost`: rules, certificate, stumps.

mod certificate;
mod entropy;
mod stumps;
mod textbook;
