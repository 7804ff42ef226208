//! The magnitude spectrum of a windowed frame.
//!
//! `|X_k| = |sum_n w_n x_n exp(-2 pi i k n / F)|` for k = 0 … F/2, with the Hamming window
//! `w_n = 0.54 - 0.46 cos(2 pi n / (W - 1))` over the W samples of the frame. Zeros fill it up to
//! F, the next power of two.

use std::f64::consts::TAU;
use std::sync::Arc;

use realfft::num_complex::Complex;
use realfft::{RealFftPlanner, RealToComplex};

/// A transform of frames of one length, with its buffers.
pub struct Spectrum {
    fft: Arc<dyn RealToComplex<f64>>,
    window: Vec<f64>,
    frame: Vec<f64>,
    bins: Vec<Complex<f64>>,
    scratch: Vec<Complex<f64>>,
    magnitudes: Vec<f64>,
}

impl Spectrum {
    /// The length F of the transform of frames of `window` samples.
    pub fn length(window: usize) -> usize {
        window.max(2).next_power_of_two()
    }

    /// Prepares for frames of `window` samples.
    pub fn new(window: usize) -> Self {
        let fft = RealFftPlanner::new().plan_fft_forward(Self::length(window));
        let step = TAU / (window.max(2) - 1) as f64;
        Self {
            window: (0..window).map(|n| 0.54 - 0.46 * (step * n as f64).cos()).collect(),
            frame: fft.make_input_vec(),
            bins: fft.make_output_vec(),
            scratch: fft.make_scratch_vec(),
            magnitudes: vec![0.0; fft.complex_len()],
            fft,
        }
    }

    /// `|X_k|` for k = 0 … F/2 of a frame as long as the window.
    pub fn magnitudes(&mut self, frame: &[f64]) -> &[f64] {
        self.frame.fill(0.0);
        for ((slot, x), w) in self.frame.iter_mut().zip(frame).zip(&self.window) {
            *slot = x * w;
        }
        let done =
            self.fft.process_with_scratch(&mut self.frame, &mut self.bins, &mut self.scratch);
        debug_assert!(done.is_ok(), "the buffers are made by the transform");
        for (magnitude, bin) in self.magnitudes.iter_mut().zip(&self.bins) {
            *magnitude = bin.norm_sqr().sqrt();
        }
        &self.magnitudes
    }
}
