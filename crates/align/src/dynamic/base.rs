//! What the base functions of an example say, and `phi(y) = sum_i psi(y_{i-1}, y_i, y_{i+1})`.

use super::Bounds;

/// The base functions of an example, the change of the rate last.
///
/// The others are sums of a vector for each start and a vector for each length. A sum of
/// confidences over a segment is the difference of two cumulative sums, one at each end, so that
/// it belongs to the starts.
pub trait BaseFunctions {
    /// How many there are, n.
    fn count(&self) -> usize;

    /// The candidates.
    fn bounds(&self) -> &Bounds;

    /// Adds what depends on `y_event = frame` to the first n - 1; with `event = K` on the end of
    /// the signal.
    fn at_start(&self, event: usize, frame: usize, psi: &mut [f64]);

    /// Adds what depends on `y_{event+1} - y_event = length` to the first n - 1.
    fn over_length(&self, event: usize, length: usize, psi: &mut [f64]);

    /// The rate of an event for each of its frames, `1 / mu`.
    fn pace(&self, event: usize) -> f64;

    /// Whether the change of the rate from the event before to this one counts.
    fn is_joined(&self, event: usize) -> bool;
}

/// The features phi(y) of an alignment.
pub fn features(base: &impl BaseFunctions, starts: &[usize]) -> Vec<f64> {
    let (count, frames) = (base.count(), base.bounds().frames());
    let mut phi = vec![0.0; count];
    let mut before = 0.0;
    for (event, &start) in starts.iter().enumerate() {
        let length = starts.get(event + 1).copied().unwrap_or(frames) - start;
        base.at_start(event, start, &mut phi);
        base.over_length(event, length, &mut phi);
        let rate = length as f64 * base.pace(event);
        if event > 0 && base.is_joined(event) {
            phi[count - 1] += (rate - before) * (rate - before);
        }
        before = rate;
    }
    base.at_start(starts.len(), frames, &mut phi);
    phi
}
