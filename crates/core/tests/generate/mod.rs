//! Tests of `generate`: recipes and adversaries.

mod adversaries;
mod blocks;
mod recipes;
