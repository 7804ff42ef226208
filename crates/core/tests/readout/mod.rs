//! Tests of `readout`: averages and votes.

mod averages;
mod votes;
