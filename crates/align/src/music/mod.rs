//! Music with its score: ten base functions of band energies (Shalev-Shwartz 2007, sec. 9.6).
//!
//! | file | what it holds |
//! |---|---|
//! | `score` | the events of a score: its distinct onsets |
//! | `derivative` | slopes of an energy by a least-squares parabola |
//! | `base` | the base functions |
//! | `aligner` | all of it, trained and saved |

mod aligner;
mod base;
mod derivative;
mod score;

pub use aligner::{MusicAligner, MusicExample};
pub use base::{COUNT, MusicBase, NAMES, PITCHES};
pub use derivative::{Slopes, slopes};
pub use score::{Score, ScoreEvent, ScoreNote};

/// Frames in a second.
pub const RATE: f64 = 50.0;

/// The pitch of the first column of the energies.
pub const LOWEST: u8 = 24;
