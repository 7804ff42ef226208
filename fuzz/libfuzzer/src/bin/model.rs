//! Looks for bytes on which `noregret_fuzz::model` fails.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noregret_fuzz::model(bytes));
