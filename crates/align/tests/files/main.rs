//! Labels and scores: TextGrid, label files, MIDI and note lists, whole and broken.

#![allow(clippy::unwrap_used, reason = "a helper of a test fails the test where it stands")]

mod lab;
mod midi;
mod notes;
mod textgrid;
