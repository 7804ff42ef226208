//! Looks for bytes on which `noregret_fuzz::csv` fails.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noregret_fuzz::csv(bytes));
