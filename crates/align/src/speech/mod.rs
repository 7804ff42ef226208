//! Speech with its phonemes: seven base functions of cepstra (Shalev-Shwartz 2007, sec. 9.5).
//!
//! | file | what it holds |
//! |---|---|
//! | `phones` | the phones that are known, and how long they last |
//! | `normal` | columns brought to mean 0 and deviation 1 |
//! | `fourier` | random Fourier features |
//! | `classifier` | log-posteriors of the phones of a frame |
//! | `base` | the base functions |
//! | `aligner` | all of it, trained and saved |

mod aligner;
mod base;
mod classifier;
mod fourier;
mod normal;
mod phones;

pub use aligner::{RATE, SpeechAligner, SpeechOptions, shared};
pub use base::{COUNT, NAMES, SpeechBase};
pub use classifier::{ClassifierOptions, FrameClassifier};
pub use fourier::Fourier;
pub use normal::Normal;
pub use phones::{Duration, Phones};

use crate::dynamic::{Bounds, Frames, Infeasible};

/// Frames of 10 ms and the phones they hold, in order.
#[derive(Clone, Copy, Debug)]
pub struct Utterance<'a> {
    /// Cepstra with their slopes, usually 39 numbers a frame.
    pub frames: Frames<'a>,
    /// The symbols of the phones.
    pub phones: &'a [String],
}

/// An utterance with the frame at which each phone starts.
#[derive(Clone, Copy, Debug)]
pub struct SpeechExample<'a> {
    /// What is aligned.
    pub utterance: Utterance<'a>,
    /// The true starts, the first of them 0.
    pub starts: &'a [usize],
}

impl SpeechExample<'_> {
    /// Refuses starts that are not an alignment of the utterance.
    fn check(&self) -> Result<(), Infeasible> {
        let Utterance { frames, phones } = self.utterance;
        Bounds::new(frames.count(), 0, vec![frames.count(); phones.len()]).check(self.starts)
    }

    /// The frames of every segment, with the number of its phone.
    fn segments(&self) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> {
        let end = self.utterance.frames.count();
        let starts = self.starts.iter().enumerate();
        starts.map(move |(i, &start)| (i, start..self.starts.get(i + 1).copied().unwrap_or(end)))
    }
}
