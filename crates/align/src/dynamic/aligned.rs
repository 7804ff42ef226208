//! Starts with their times.

use super::Alignment;

/// An alignment, in frames and in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Aligned {
    /// The frame at which each event starts.
    pub starts: Vec<usize>,
    /// The time at which each event starts, in seconds.
    pub times: Vec<f64>,
    /// When the last event ends, in seconds.
    pub end: f64,
    /// `<w, phi(y)>`.
    pub score: f64,
}

impl Aligned {
    /// The alignment of `frames` frames, `rate` of them a second.
    pub(crate) fn new(best: Alignment, frames: usize, rate: f64) -> Self {
        let times = best.starts.iter().map(|&start| start as f64 / rate).collect();
        let end = frames as f64 / rate;
        Aligned { starts: best.starts, times, end, score: best.score }
    }
}
