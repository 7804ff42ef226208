//! The ten base functions of music (Shalev-Shwartz 2007, sec. 9.6).
//!
//! ```text
//! psi_1..3   energy at y_i in the bands of the pitch and its second and third harmonic
//! psi_4..6   their first derivatives
//! psi_7..9   their second derivatives
//! psi_10     (r_i - r_{i-1})^2, r_i = frames / beats relative to the mean tempo
//! ```
//!
//! Of a chord the mean over its notes. The harmonics of pitch p are p + 12 and p + 19; above the
//! last column they contribute 0. psi_10 is 0 next to a score interval of at most 60 ms (at the
//! mean tempo), and for the silence before and the last event, whose intervals are not written.
//! Energies are decibels. Events start within a band around the score scaled to the recording.

use super::{LOWEST, RATE, Score, slopes};
use crate::dynamic::{BaseFunctions, Bounds, Frames, Infeasible};
use crate::train::Widen;

/// Number of base functions.
pub const COUNT: usize = 10;

/// What the base functions are called, in their order.
pub const NAMES: [&str; COUNT] = [
    "energy",
    "energy, harmonic 2",
    "energy, harmonic 3",
    "slope",
    "slope, harmonic 2",
    "slope, harmonic 3",
    "curvature",
    "curvature, harmonic 2",
    "curvature, harmonic 3",
    "tempo change",
];

/// Columns of the energies, a semitone each.
pub const PITCHES: usize = 89;

/// Semitones from a pitch to its harmonics.
const HARMONICS: [usize; 3] = [0, 12, 19];

/// Score intervals up to this have no tempo, in seconds.
const LEAST_INTERVAL: f64 = 0.06;

/// The band around the score, as a share of the recording.
const BAND: f64 = 0.1;

/// How much longer than written an event may last, and frames beyond that.
const LONGER: f64 = 3.0;
const SPARE: f64 = 100.0;

/// The base functions of a performance.
#[derive(Clone, Debug)]
pub struct MusicBase<'a> {
    bounds: Bounds,
    energies: Frames<'a>,
    score: &'a Score,
    /// Frames that each event is expected to last; none for the silence and the last one.
    expected: Vec<Option<f64>>,
}

impl<'a> MusicBase<'a> {
    /// The base functions of energies in decibels, 50 frames a second and [`PITCHES`] columns.
    ///
    /// # Errors
    /// If there are other columns.
    pub fn new(energies: Frames<'a>, score: &'a Score) -> Result<Self, Infeasible> {
        if energies.width() != PITCHES {
            let reason = format!("{} columns of energies, not {PITCHES}", energies.width());
            return Err(Infeasible::Signal(reason));
        }
        let (frames, events) = (energies.count(), score.events().len());
        let tempo = frames as f64 / score.beats();
        let interval = |event: usize| {
            let lasts = event > 0 && event < events;
            lasts.then(|| (score.place(event + 1) - score.place(event)) * tempo)
        };
        let expected: Vec<Option<f64>> = (0..=events).map(interval).collect();
        let reach = (frames as f64 * BAND).ceil() as usize;
        let longest = |expected: &Option<f64>| match expected {
            Some(expected) => (LONGER * expected + SPARE).ceil() as usize,
            // The band of a short recording may be shorter than its last note.
            None => reach.max(SPARE as usize),
        };
        let mut bounds = Bounds::new(frames, 0, expected.iter().map(longest).collect());
        for event in 1..=events {
            bounds.expect(event, (score.place(event) * tempo) as usize, reach);
        }
        bounds.stretch(1.0);
        Ok(MusicBase { bounds, energies, score, expected })
    }

    /// The energy of a column, 0 above the last.
    fn energy(&self, column: usize, frame: isize) -> f64 {
        self.energies.clamped(frame).get(column).copied().unwrap_or(0.0)
    }

    /// Whether an event has a tempo.
    fn has_tempo(&self, event: usize) -> bool {
        self.expected[event].is_some_and(|frames| frames / RATE > LEAST_INTERVAL)
    }
}

impl BaseFunctions for MusicBase<'_> {
    fn count(&self) -> usize {
        COUNT
    }

    fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    fn at_start(&self, event: usize, frame: usize, psi: &mut [f64]) {
        if event == 0 || event > self.score.events().len() {
            return;
        }
        let (pitches, frame) = (&self.score.events()[event - 1].pitches, frame as isize);
        let share = 1.0 / pitches.len() as f64;
        for &pitch in pitches {
            let Some(column) = pitch.checked_sub(LOWEST) else { continue };
            for (h, harmonic) in HARMONICS.iter().enumerate() {
                let column = usize::from(column) + harmonic;
                if column < PITCHES {
                    let at = slopes(|tau| self.energy(column, frame + tau));
                    psi[h] += share * self.energy(column, frame);
                    psi[h + 3] += share * at.first;
                    psi[h + 6] += share * at.second;
                }
            }
        }
    }

    fn over_length(&self, _event: usize, _length: usize, _psi: &mut [f64]) {}

    fn pace(&self, event: usize) -> f64 {
        if self.has_tempo(event) { self.expected[event].map_or(0.0, f64::recip) } else { 0.0 }
    }

    fn is_joined(&self, event: usize) -> bool {
        event > 0 && self.has_tempo(event) && self.has_tempo(event - 1)
    }
}

impl Widen for MusicBase<'_> {
    fn widen(&mut self, starts: &[usize]) -> Result<bool, Infeasible> {
        self.bounds.widen(starts)
    }
}
