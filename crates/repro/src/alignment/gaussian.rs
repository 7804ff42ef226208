//! A generative baseline: `log N(psi_1..9(y_i); onsets) - log N(psi_1..9(y_i); other frames)` and a
//! Gaussian of the change of tempo, by the same dynamic program.
//!
//! Both Gaussians are diagonal, the other frames those 10 and 25 frames from onsets.

use noregret_align::dynamic::{BaseFunctions, Bounds};
use noregret_align::music::{COUNT, MusicBase};

/// Base functions of an onset.
const SPECTRAL: usize = COUNT - 1;
/// How far the frames of the background are from onsets.
const AWAY: [isize; 4] = [-25, -10, 10, 25];

/// Means and variances.
#[derive(Clone, Debug, Default)]
struct Moments {
    count: f64,
    sums: [f64; SPECTRAL],
    squares: [f64; SPECTRAL],
}

impl Moments {
    fn add(&mut self, base: &MusicBase<'_>, event: usize, frame: usize) {
        let psi = values(base, event, frame);
        self.count += 1.0;
        for ((sum, square), x) in self.sums.iter_mut().zip(&mut self.squares).zip(psi) {
            *sum += x;
            *square += x * x;
        }
    }

    fn log_density(&self, psi: &[f64; SPECTRAL]) -> f64 {
        let of = |j: usize| {
            let mean = self.sums[j] / self.count;
            let variance = (self.squares[j] / self.count - mean * mean).max(1e-3);
            -0.5 * (variance.ln() + (psi[j] - mean) * (psi[j] - mean) / variance)
        };
        (0..SPECTRAL).map(of).sum()
    }
}

fn values(base: &MusicBase<'_>, event: usize, frame: usize) -> [f64; SPECTRAL] {
    let mut psi = [0.0; COUNT];
    base.at_start(event, frame, &mut psi);
    std::array::from_fn(|j| psi[j])
}

/// What was learned from performances.
#[derive(Clone, Debug, Default)]
pub(super) struct Gaussians {
    onsets: Moments,
    others: Moments,
    changes: f64,
    count: f64,
}

impl Gaussians {
    /// Takes in a performance.
    pub(super) fn add(&mut self, base: &MusicBase<'_>, starts: &[usize]) {
        let frames = base.bounds().frames() as isize;
        let mut before = 0.0;
        for event in 1..starts.len() {
            self.onsets.add(base, event, starts[event]);
            for away in AWAY {
                let frame = (starts[event] as isize + away).clamp(0, frames - 1);
                self.others.add(base, event, frame as usize);
            }
            let end = starts.get(event + 1).copied().unwrap_or(starts[event]);
            let rate = (end - starts[event]) as f64 * base.pace(event);
            if base.is_joined(event) {
                self.changes += (rate - before) * (rate - before);
                self.count += 1.0;
            }
            before = rate;
        }
    }

    /// The weights of [`Density`]: the log-ratio, and `-1/(2 s^2)` for the change of tempo.
    pub(super) fn weights(&self) -> [f64; 2] {
        [1.0, -0.5 * self.count / self.changes.max(1e-9)]
    }
}

/// The two base functions of the baseline.
pub(super) struct Density<'a> {
    pub(super) base: &'a MusicBase<'a>,
    pub(super) gaussians: &'a Gaussians,
}

impl BaseFunctions for Density<'_> {
    fn count(&self) -> usize {
        2
    }

    fn bounds(&self) -> &Bounds {
        self.base.bounds()
    }

    fn at_start(&self, event: usize, frame: usize, psi: &mut [f64]) {
        if event > 0 && frame < self.bounds().frames() {
            let values = values(self.base, event, frame);
            let Gaussians { onsets, others, .. } = self.gaussians;
            psi[0] += onsets.log_density(&values) - others.log_density(&values);
        }
    }

    fn over_length(&self, _event: usize, _length: usize, _psi: &mut [f64]) {}

    fn pace(&self, event: usize) -> f64 {
        self.base.pace(event)
    }

    fn is_joined(&self, event: usize) -> bool {
        self.base.is_joined(event)
    }
}
