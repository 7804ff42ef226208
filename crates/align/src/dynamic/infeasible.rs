//! Why a signal cannot be aligned with its events.

use crate::words::count;

/// Bytes of a GiB.
const GIB: f64 = (1_u64 << 30) as f64;

/// Inputs for which there is no alignment, or none that the limits admit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Infeasible {
    /// There is nothing to align.
    #[error("there are no events to align")]
    NoEvents,
    /// The signal is empty.
    #[error("the signal has no frames")]
    NoFrames,
    /// The events ask for more frames than there are.
    #[error(
        "the signal is too short: {} of it for {}, at least {needed} are needed",
        count(*frames, "frame"),
        count(*events, "event")
    )]
    TooShort {
        /// Number of events.
        events: usize,
        /// The least number of frames that they take together.
        needed: usize,
        /// Frames of the signal.
        frames: usize,
    },
    /// The events may not last as long as the signal does.
    #[error(
        "the signal is too long: {} of it for {}, which last {most} at most",
        count(*frames, "frame"),
        count(*events, "event")
    )]
    TooLong {
        /// Number of events.
        events: usize,
        /// The largest number of frames that they take together.
        most: usize,
        /// Frames of the signal.
        frames: usize,
    },
    /// No start of an event is admitted by the limits of the others.
    #[error("event {event} cannot start anywhere: its limits contradict those of its neighbours")]
    NoStart {
        /// Number of the event, from 1.
        event: usize,
    },
    /// The limits of an event contradict each other.
    #[error("event {event}: its least length, {shortest}, is above its largest, {longest}")]
    Length {
        /// Number of the event, from 1.
        event: usize,
        /// Its least length.
        shortest: usize,
        /// Its largest length.
        longest: usize,
    },
    /// Starts that are not an alignment of this signal.
    #[error("start {event} of the alignment does not fit: {reason}")]
    Starts {
        /// Number of the event, from 1.
        event: usize,
        /// What is wrong.
        reason: String,
    },
    /// The true onsets are in another order than the score.
    #[error(
        "beat {beat} is performed at {seconds:.3} s, but beat {beat_before}, which is before it in \
         the score, at {seconds_before:.3} s"
    )]
    Order {
        /// Number of the event that comes too early, from 1.
        event: usize,
        /// Its onset in the score.
        beat: f64,
        /// When it is performed.
        seconds: f64,
        /// The onset in the score of an event before it.
        beat_before: f64,
        /// When that one is performed.
        seconds_before: f64,
    },
    /// An event is longer than inference takes.
    #[error("an event of {frames} frames: at most 65535 can be aligned")]
    LongEvent {
        /// The largest length of an event, in frames.
        frames: usize,
    },
    /// Inference would take too much memory.
    #[error(
        "the alignment needs {:.1} GiB for back pointers, 1 GiB is the most: cut the recording \
         into shorter pieces",
        *bytes as f64 / GIB
    )]
    TooLarge {
        /// What it would take, in bytes.
        bytes: usize,
    },
    /// A feature is missing or is not a number.
    #[error("the signal is broken: {0}")]
    Signal(String),
}
