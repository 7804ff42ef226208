//! Alignment of signals with the events that they are known to hold: speech with its phonemes,
//! music with its score (Shalev-Shwartz 2007, chapter 9).
//!
//! | folder | what it holds |
//! |---|---|
//! | [`audio`] | sound: WAV files, other sample rates, cepstra, energies of semitone bands |
//! | [`files`] | labels and scores: TextGrid, MIDI, note lists |
//! | [`dynamic`] | the hypothesis class, and exact inference |
//! | [`speech`] | seven base functions of cepstra, a frame classifier, the speech aligner |
//! | [`music`] | ten base functions of band energies, the music aligner |
//! | [`train`] | learning the weights of base functions |
//! | [`corpus`] | folders of recordings with labels or scores |
//! | [`model`] | aligners with the parameters of their sound: learned, saved, asked |
//! | [`output`] | alignments as text, TextGrid and JSON; how far they are from the truth |

pub mod audio;
pub mod corpus;
pub mod dynamic;
pub mod error;
pub mod files;
pub mod model;
pub mod music;
pub mod output;
pub mod speech;
pub mod train;
mod words;

pub use error::{Error, Place};
