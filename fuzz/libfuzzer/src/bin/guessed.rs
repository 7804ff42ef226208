//! Looks for bytes on which `noregret_fuzz::guessed` fails.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noregret_fuzz::guessed(bytes));
