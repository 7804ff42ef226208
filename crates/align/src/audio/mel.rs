//! Triangular bands on the mel scale.
//!
//! `mel(f) = 2595 log10(1 + f / 700)`. B + 2 points divide the mel scale from the lowest to the
//! highest frequency evenly; band b rises linearly in Hz from point b to point b + 1, where its
//! weight is 1, and falls to 0 at point b + 2. Reference: ETSI ES 201 108, 4.2.9 (whose corners are
//! rounded to bins; here they are not).

use crate::error::Error;

/// The weights of the bins in each band; those that are 0 at both ends are left out.
#[derive(Debug, Clone, PartialEq)]
pub struct MelBands {
    bands: Vec<(usize, Vec<f64>)>,
}

impl MelBands {
    /// `count` bands from `low` to `high` Hz over the bins of a transform of `length` samples.
    ///
    /// # Errors
    /// If the frequencies do not increase or a band is so narrow that no bin falls into it.
    pub fn new(
        count: usize,
        (low, high): (f64, f64),
        rate: f64,
        length: usize,
    ) -> Result<Self, Error> {
        if !(0.0 <= low && low < high && high <= rate / 2.0) {
            return Err(Error::Parameter(format!(
                "mel bands from {low} to {high} Hz: 0 <= low < high <= {} Hz is needed",
                rate / 2.0
            )));
        }
        let step = (mel(high) - mel(low)) / (count + 1) as f64;
        let point = |b: usize| hertz(mel(low) + step * b as f64);
        let bin_width = rate / length as f64;
        let band = |b: usize| triangle([point(b), point(b + 1), point(b + 2)], bin_width);
        let bands: Vec<_> = (0..count).map(band).collect();
        match bands.iter().position(|(_, weights)| weights.is_empty()) {
            None => Ok(Self { bands }),
            Some(b) => Err(Error::Parameter(format!(
                "{count} mel bands are too many: no frequency of the spectrum is in band {}",
                b + 1
            ))),
        }
    }

    /// The number of bands.
    pub fn len(&self) -> usize {
        self.bands.len()
    }

    /// Whether there is no band.
    pub fn is_empty(&self) -> bool {
        self.bands.is_empty()
    }

    /// The weighted sum of `spectrum` in each band, in order.
    pub fn sums<'a>(&'a self, spectrum: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        let sum = |(first, weights): &(usize, Vec<f64>)| {
            weights.iter().zip(&spectrum[*first..]).map(|(w, x)| w * x).sum()
        };
        self.bands.iter().map(sum)
    }
}

/// The first bin and the weights of a triangle with corners in Hz.
fn triangle([low, peak, high]: [f64; 3], bin_width: f64) -> (usize, Vec<f64>) {
    let first = (low / bin_width).floor() as usize + 1;
    let weight = |k: usize| {
        let f = k as f64 * bin_width;
        ((f - low) / (peak - low)).min((high - f) / (high - peak))
    };
    (first, (first..).map(weight).take_while(|&w| w > 0.0).collect())
}

fn mel(hertz: f64) -> f64 {
    2595.0 * (1.0 + hertz / 700.0).log10()
}

fn hertz(mel: f64) -> f64 {
    700.0 * (10f64.powf(mel / 2595.0) - 1.0)
}
