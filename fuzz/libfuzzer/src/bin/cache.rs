//! Looks for bytes on which `noregret_fuzz::cache` fails.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noregret_fuzz::cache(bytes));
