//! Tests of every composition that the registry allows.

mod behaviour;
mod state;
