//! Sound: WAV files, other sample rates, cepstra and band energies against slow formulas.

#![allow(clippy::unwrap_used, reason = "a helper of a test fails the test where it stands")]

mod bands;
mod mfcc;
mod resample;
mod wav;

use std::f64::consts::TAU;

/// A sine of a frequency in Hz.
pub(crate) fn sine(hertz: f64, rate: u32, samples: usize, amplitude: f64) -> Vec<f32> {
    let step = TAU * hertz / f64::from(rate);
    (0..samples).map(|n| (amplitude * (step * n as f64).sin()) as f32).collect()
}
