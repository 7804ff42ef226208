//! Tests of `kernel`.

mod explicit_features;
