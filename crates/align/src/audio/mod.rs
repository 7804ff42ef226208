//! Sound: WAV files, other sample rates, cepstra of speech, energies of semitone bands.
//!
//! Samples are `f32` in [-1, 1]; what is computed from them is `f64`. Frame t covers the time
//! `[t s, (t + 1) s)` for a shift of s, windows are centred on it, so that no delay is added.

mod bands;
mod delta;
mod frames;
mod mel;
mod mfcc;
mod resample;
mod spectrum;
mod wav;

pub use bands::{BandParams, Bands};
pub use delta::delta;
pub use frames::{FrameMatrix, Framing};
pub use mel::MelBands;
pub use mfcc::{Mfcc, MfccParams};
pub use resample::resample;
pub use spectrum::Spectrum;
pub use wav::{Audio, Channel, MAX_RATE, MIN_RATE};
