//! Mel-frequency cepstra of speech, after ETSI ES 201 108.
//!
//! 1. Offset compensation: `o_n = x_n - x_{n-1} + 0.999 o_{n-1}`.
//! 2. Frames of 25 ms every 10 ms ([`Framing`]); the log energy is `ln sum o_n^2`.
//! 3. Pre-emphasis `p_n = o_n - 0.97 o_{n-1}`, Hamming window, magnitude [`Spectrum`].
//! 4. Sums in 23 triangular bands from 64 Hz to the Nyquist frequency ([`MelBands`]), logarithm.
//! 5. Cosine transform `c_i = sqrt(2/B) sum_{b=1..B} l_b cos(pi i (b - 1/2) / B)`, i = 1 … 12.
//! 6. The slopes of these 13 numbers, and the slopes of the slopes ([`delta`], window 2).
//!
//! A row is c_1 … c_12, log energy, their slopes, the slopes of the slopes: 39 numbers. It differs
//! from the standard in the place of the windows (centred on the frame), the corners of the bands
//! (not rounded to bins), the scale of c and the floor: magnitudes are not below 1e-5 (samples
//! being in [-1, 1]) and energies not below its square, so that digital silence is a quiet sound.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

use super::delta::delta;
use super::frames::{FrameMatrix, Framing};
use super::mel::MelBands;
use super::spectrum::Spectrum;
use super::wav::{Audio, check_rate};
use crate::error::Error;

/// What the cepstra are made of; part of a model, so that its audio is always seen alike.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MfccParams {
    /// The sample rate, in Hz, to which recordings are brought.
    pub sample_rate: u32,
    /// The length of a window in ms.
    pub window_ms: f64,
    /// From a frame to the next, in ms.
    pub shift_ms: f64,
    /// The coefficient of the offset compensation.
    pub offset: f64,
    /// The coefficient of the pre-emphasis.
    pub pre_emphasis: f64,
    /// The number of mel bands.
    pub bands: usize,
    /// Where the lowest band begins, in Hz.
    pub low_hz: f64,
    /// The number of cepstra, from c_1 on.
    pub cepstra: usize,
    /// Magnitudes are raised to at least this, energies to its square.
    pub floor: f64,
    /// Frames on either side that a slope is computed from; 0 for no slopes.
    pub delta_window: usize,
}

impl Default for MfccParams {
    fn default() -> Self {
        Self {
            sample_rate: 16_000,
            window_ms: 25.0,
            shift_ms: 10.0,
            offset: 0.999,
            pre_emphasis: 0.97,
            bands: 23,
            low_hz: 64.0,
            cepstra: 12,
            floor: 1e-5,
            delta_window: 2,
        }
    }
}

impl MfccParams {
    /// The numbers in a row: cepstra and log energy, with their slopes.
    pub fn columns(&self) -> usize {
        (self.cepstra + 1) * if self.delta_window > 0 { 3 } else { 1 }
    }

    /// The windows in samples.
    pub fn framing(&self) -> Framing {
        let samples = |ms: f64| f64::from(self.sample_rate) * ms / 1000.0;
        Framing { shift: samples(self.shift_ms), window: samples(self.window_ms).round() as usize }
    }

    fn check(&self) -> Result<(), Error> {
        let reason = if let Err(reason) = check_rate(self.sample_rate) {
            reason
        } else if !(1.0..=1000.0).contains(&self.shift_ms) {
            format!("a shift of {} ms: 1 to 1000 ms are expected", self.shift_ms)
        } else if !(1.0..=1000.0).contains(&self.window_ms) {
            format!("a window of {} ms: 1 to 1000 ms are expected", self.window_ms)
        } else if !(0.0..1.0).contains(&self.offset) || !(0.0..=1.0).contains(&self.pre_emphasis) {
            "offset compensation and pre-emphasis have coefficients from 0 to 1".to_owned()
        } else if !(self.floor > 0.0 && self.floor < 1.0) {
            format!("a floor of {}: a number between 0 and 1 is expected", self.floor)
        } else if self.cepstra == 0 || self.cepstra >= self.bands || self.bands > 1000 {
            format!("{} cepstra of {} bands: 0 < cepstra < bands", self.cepstra, self.bands)
        } else {
            return Ok(());
        };
        Err(Error::Parameter(reason))
    }
}

/// Computes cepstra with given parameters.
///
/// ```
/// use noregret_align::audio::{Audio, Mfcc, MfccParams};
///
/// let hum = |n: i32| (n as f32 * 0.1).sin() * 0.3;
/// let audio = Audio { rate: 20_000, samples: (0..20_000).map(hum).collect() };
/// let features = Mfcc::new(&MfccParams::default())?.features(&audio);
/// assert_eq!((features.frames(), features.columns()), (100, 39));
/// # Ok::<(), noregret_align::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Mfcc {
    params: MfccParams,
    framing: Framing,
    bands: MelBands,
    /// The rows of the cosine transform.
    cosines: Vec<f64>,
}

impl Mfcc {
    /// Prepares tables.
    ///
    /// # Errors
    /// If a parameter is out of its range.
    pub fn new(params: &MfccParams) -> Result<Self, Error> {
        params.check()?;
        let (rate, count) = (f64::from(params.sample_rate), params.bands);
        let framing = params.framing();
        let length = Spectrum::length(framing.window);
        let bands = MelBands::new(count, (params.low_hz, rate / 2.0), rate, length)?;
        let cosine = |i: usize, b: usize| {
            let angle = PI * i as f64 * (b as f64 + 0.5) / count as f64;
            (2.0 / count as f64).sqrt() * angle.cos()
        };
        let row = |i: usize| (0..count).map(move |b| cosine(i, b));
        let cosines = (1..=params.cepstra).flat_map(row).collect();
        Ok(Self { params: params.clone(), framing, bands, cosines })
    }

    /// The parameters.
    pub fn params(&self) -> &MfccParams {
        &self.params
    }

    /// The features of each frame of a recording, which is brought to the sample rate first.
    pub fn features(&self, audio: &Audio) -> FrameMatrix {
        let statics = match audio.rate == self.params.sample_rate {
            true => self.statics(&audio.samples),
            false => self.statics(&audio.at_rate(self.params.sample_rate).samples),
        };
        match self.params.delta_window {
            0 => statics,
            window => with_slopes(&statics, window),
        }
    }

    /// Cepstra and log energy, without slopes.
    fn statics(&self, samples: &[f32]) -> FrameMatrix {
        let level = compensate(samples, self.params.offset);
        let sharp = emphasise(&level, self.params.pre_emphasis);
        let mut rows =
            FrameMatrix::zeros(self.framing.count(samples.len()), self.params.cepstra + 1);
        let mut spectrum = Spectrum::new(self.framing.window);
        let mut frame = vec![0.0; self.framing.window];
        let mut logs = Vec::with_capacity(self.bands.len());
        let floor = self.params.floor;
        for t in 0..rows.frames() {
            self.framing.copy(t, &level, &mut frame);
            let energy: f64 = frame.iter().map(|x| x * x).sum();
            self.framing.copy(t, &sharp, &mut frame);
            let magnitudes = spectrum.magnitudes(&frame);
            logs.clear();
            logs.extend(self.bands.sums(magnitudes).map(|sum| sum.max(floor).ln()));
            let row = rows.row_mut(t);
            for (c, cosines) in row.iter_mut().zip(self.cosines.chunks_exact(logs.len())) {
                *c = cosines.iter().zip(&logs).map(|(c, l)| c * l).sum();
            }
            row[self.params.cepstra] = energy.max(floor * floor).ln();
        }
        rows
    }
}

/// `o_n = x_n - x_{n-1} + a o_{n-1}`, as if the first sample had been there always.
fn compensate(samples: &[f32], a: f64) -> Vec<f64> {
    let mut last = samples.first().map_or(0.0, |&x| f64::from(x));
    let mut level = 0.0;
    let step = |&x: &f32| {
        level = f64::from(x) - last + a * level;
        last = f64::from(x);
        level
    };
    samples.iter().map(step).collect()
}

/// `p_n = o_n - a o_{n-1}`, with silence before the first sample.
fn emphasise(signal: &[f64], a: f64) -> Vec<f64> {
    let before = std::iter::once(&0.0).chain(signal);
    signal.iter().zip(before).map(|(x, last)| x - a * last).collect()
}

/// Rows with their slopes and the slopes of these.
fn with_slopes(statics: &FrameMatrix, window: usize) -> FrameMatrix {
    let slopes = delta(statics, window);
    let bends = delta(&slopes, window);
    let width = statics.columns();
    let mut all = FrameMatrix::zeros(statics.frames(), 3 * width);
    for t in 0..all.frames() {
        let parts = [statics.row(t), slopes.row(t), bends.row(t)];
        for (slot, part) in all.row_mut(t).chunks_exact_mut(width).zip(parts) {
            slot.copy_from_slice(part);
        }
    }
    all
}
