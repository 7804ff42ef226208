//! Tests of `experts`: Hedge and weighted majority.

mod hedge;
mod majority;
