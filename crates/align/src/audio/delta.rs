//! Slopes of features over time, by regression.
//!
//! `d_t = sum_{k=1..W} k (x_{t+k} - x_{t-k}) / (2 sum_{k=1..W} k^2)`; frames before the first one
//! are equal to it, and those after the last one to that. Reference: ETSI ES 202 050, annex B;
//! S. Furui, IEEE Trans. ASSP 34, 1986.

use super::frames::FrameMatrix;

/// The slope of each column of `features` at each frame, over `window` frames on either side.
#[must_use]
pub fn delta(features: &FrameMatrix, window: usize) -> FrameMatrix {
    let mut slopes = FrameMatrix::zeros(features.frames(), features.columns());
    let last = features.frames().saturating_sub(1);
    let norm = 2.0 * (1..=window).map(|k| (k * k) as f64).sum::<f64>();
    for t in 0..features.frames() {
        let slope = slopes.row_mut(t);
        for k in 1..=window {
            let after = features.row((t + k).min(last));
            let before = features.row(t.saturating_sub(k));
            for ((slope, x), y) in slope.iter_mut().zip(after).zip(before) {
                *slope += k as f64 / norm * (x - y);
            }
        }
    }
    slopes
}
