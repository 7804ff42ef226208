//! Looks for bytes on which `noregret_fuzz::conll` fails.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noregret_fuzz::conll(bytes));
