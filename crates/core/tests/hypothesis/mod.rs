//! Tests of `hypothesis`: how weights are stored.

mod expansion;
