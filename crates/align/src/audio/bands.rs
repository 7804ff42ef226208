//! Energies of semitone bands of music.
//!
//! Band p holds the frequencies from `f_p 2^(-1/24)` to `f_p 2^(1/24)`, half a semitone either side
//! of `f_p = 440 * 2^((p - 69) / 12)` Hz, MIDI pitch p. The recording is cut to each band by an
//! ideal filter (one Fourier transform of the whole recording, the bins of the band transformed
//! back), so that neighbouring semitones do not mix and nothing is delayed: an onset spreads evenly
//! to both sides, the more the lower the pitch (about 1 / bandwidth). The energy of frame t is the
//! mean square over `[t/50, (t+1)/50)` s, and its value
//!
//! ```text
//! 10 log10(energy) + 90, clipped to 0 … 90   (a sine of amplitude 1 has 87).
//! ```
//!
//! There are round(50 duration) frames, at least one. Defaults: pitches 24 to 112, 50 frames a
//! second, 11,025 Hz, to which recordings are brought first.
//!
//! The squared envelope of a band is computed at several times within each frame, at least twice
//! the bandwidth, from a transform that is only that long. At least two seconds of silence follow
//! the recording, so that its end does not run into its beginning.

use std::f64::consts::PI;
use std::ops::RangeInclusive;
use std::sync::Arc;

use realfft::RealFftPlanner;
use realfft::num_complex::Complex;
use rustfft::{Fft, FftPlanner};
use serde::{Deserialize, Serialize};

use super::frames::FrameMatrix;
use super::wav::{Audio, check_rate};
use crate::error::Error;

/// Silence after the recording, in seconds; also makes bins narrow enough for the lowest band.
const SILENCE: usize = 2;
/// The value of energy 1, in dB.
const TOP: f64 = 90.0;

/// Which bands are computed; part of a model, so that its audio is always seen alike.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BandParams {
    /// The sample rate, in Hz, to which recordings are brought.
    pub sample_rate: u32,
    /// Frames a second.
    pub frames_per_second: u32,
    /// The MIDI pitch of the first column.
    pub low_pitch: u8,
    /// The number of columns, a semitone apart.
    pub pitches: usize,
}

impl Default for BandParams {
    fn default() -> Self {
        Self { sample_rate: 11_025, frames_per_second: 50, low_pitch: 24, pitches: 89 }
    }
}

impl BandParams {
    /// The frequencies of column `c`, in Hz.
    fn edges(&self, c: usize) -> RangeInclusive<f64> {
        let pitch = f64::from(self.low_pitch) + c as f64;
        let edge = |p: f64| 440.0 * ((p - 69.0) / 12.0).exp2();
        edge(pitch - 0.5)..=edge(pitch + 0.5)
    }

    /// The time that the transform spans, in frames: a number of small prime factors that is a
    /// whole number of samples.
    fn span(&self, frames: usize) -> usize {
        let per_second = self.frames_per_second as usize;
        let rate = self.sample_rate as usize;
        let fits = |t: &usize| is_smooth(*t) && (t * rate).is_multiple_of(per_second);
        let enough = frames + SILENCE * per_second;
        (enough..).find(fits).unwrap_or(enough)
    }

    fn check(&self) -> Result<(), Error> {
        let reason = if let Err(reason) = check_rate(self.sample_rate) {
            reason
        } else if !(1..=1000).contains(&self.frames_per_second) {
            format!("{} frames a second: 1 to 1000 are expected", self.frames_per_second)
        } else if self.low_pitch < 12 || self.pitches == 0 || self.pitches > 128 {
            format!("{} pitches from {} on: 12 to 139 are expected", self.pitches, self.low_pitch)
        } else {
            return Ok(());
        };
        Err(Error::Parameter(reason))
    }
}

/// Computes band energies with given parameters.
///
/// ```
/// use noregret_align::audio::{Audio, BandParams, Bands};
///
/// let a4 = |n: i32| (f64::from(n) * std::f64::consts::TAU * 440.0 / 44_100.0).sin() as f32;
/// let audio = Audio { rate: 44_100, samples: (0..44_100).map(a4).collect() };
/// let bands = Bands::new(&BandParams::default())?.energies(&audio);
/// assert_eq!((bands.frames(), bands.columns()), (50, 89));
/// assert!((bands.row(25)[69 - 24] - 87.0).abs() < 0.1);
/// # Ok::<(), noregret_align::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Bands {
    params: BandParams,
}

impl Bands {
    /// Takes the parameters.
    ///
    /// # Errors
    /// If one is out of its range.
    pub fn new(params: &BandParams) -> Result<Self, Error> {
        params.check()?;
        Ok(Self { params: params.clone() })
    }

    /// The parameters.
    pub fn params(&self) -> &BandParams {
        &self.params
    }

    /// The value of each band in each frame of a recording.
    pub fn energies(&self, audio: &Audio) -> FrameMatrix {
        let audio = audio.at_rate(self.params.sample_rate);
        let per_second = f64::from(self.params.frames_per_second);
        let frames = ((audio.duration() * per_second).round() as usize).max(1);
        let spectrum = Whole::new(&audio.samples, self.params.span(frames), &self.params);
        let mut values = FrameMatrix::zeros(frames, self.params.pitches);
        let mut planner = FftPlanner::new();
        for c in 0..self.params.pitches {
            let edges = self.params.edges(c);
            let within = spectrum.samples_a_frame(&edges);
            let fft = planner.plan_fft_inverse(spectrum.span * within);
            let envelope = spectrum.squared_envelope(&edges, &fft);
            for (t, samples) in envelope.chunks_exact(within).take(frames).enumerate() {
                let energy = samples.iter().sum::<f64>() / within as f64;
                values.row_mut(t)[c] = (10.0 * energy.log10() + TOP).clamp(0.0, TOP);
            }
        }
        values
    }
}

/// The spectrum of a whole recording.
struct Whole {
    bins: Vec<Complex<f64>>,
    /// The length of the transform in samples.
    length: usize,
    /// The length of the transform in frames.
    span: usize,
    /// The length of the transform in seconds.
    seconds: f64,
}

impl Whole {
    fn new(samples: &[f32], span: usize, params: &BandParams) -> Self {
        let seconds = span as f64 / f64::from(params.frames_per_second);
        let length = (seconds * f64::from(params.sample_rate)).round() as usize;
        let fft = RealFftPlanner::<f64>::new().plan_fft_forward(length);
        let mut signal = fft.make_input_vec();
        for (slot, &sample) in signal.iter_mut().zip(samples) {
            *slot = f64::from(sample);
        }
        let mut bins = fft.make_output_vec();
        let done = fft.process(&mut signal, &mut bins);
        debug_assert!(done.is_ok(), "the buffers are made by the transform");
        Self { bins, length, span, seconds }
    }

    /// How many times a frame the squared envelope is computed: at least twice the bandwidth.
    fn samples_a_frame(&self, edges: &RangeInclusive<f64>) -> usize {
        let a_frame = self.seconds / self.span as f64;
        let needed = 2.0 * (edges.end() - edges.start()) * a_frame;
        (needed.ceil() as usize).next_power_of_two().max(8)
    }

    /// The squared envelope of the band, halved (the local mean square), evenly over the span.
    ///
    /// With z_j the bins of the band from the first one, F the length of the whole transform and M
    /// that of `fft`: `2/F^2 |sum_j z_j exp(2 pi i j (m + 1/2) / M)|^2` is the value in the middle
    /// of the m-th part of the span.
    fn squared_envelope(&self, edges: &RangeInclusive<f64>, fft: &Arc<dyn Fft<f64>>) -> Vec<f64> {
        let mut wave = vec![Complex::ZERO; fft.len()];
        let first = (edges.start() * self.seconds).ceil() as usize;
        let last = (edges.end() * self.seconds).floor() as usize;
        let band = self.bins.iter().take(last + 1).skip(first);
        let half_step = PI / fft.len() as f64;
        for ((j, bin), slot) in band.enumerate().zip(&mut wave) {
            *slot = bin * Complex::cis(half_step * j as f64);
        }
        fft.process(&mut wave);
        let scale = 2.0 / (self.length as f64).powi(2);
        wave.iter().map(|z| scale * z.norm_sqr()).collect()
    }
}

/// Whether a number has no prime factor but 2, 3 and 5.
fn is_smooth(mut number: usize) -> bool {
    for factor in [2, 3, 5] {
        while number > 0 && number.is_multiple_of(factor) {
            number /= factor;
        }
    }
    number == 1
}
