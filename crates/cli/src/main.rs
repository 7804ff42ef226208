//! The `noregret` program.
fn main() {}
