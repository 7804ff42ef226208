//! Tests of `replay`: rounds that are visited again.

mod convert;
mod hindsight;
mod scope;
mod witness;
