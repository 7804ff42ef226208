//! Labels and scores: Praat TextGrid, HTK labels, MIDI files, note lists.

mod lab;
mod midi;
mod notes;
mod textgrid;

pub use lab::{TimeUnit, labels_from_bytes, read_labels};
pub use midi::midi_notes;
pub use notes::{Note, notes_from_bytes, read_notes};
pub use textgrid::{Interval, Point, TextGrid, Tier, TierContent};
