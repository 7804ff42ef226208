//! How far alignments are from the truth.
//!
//! Fractions of boundaries within 10, 20, 30 and 40 ms (both ends included), the mean and the
//! median distance. (Thesis, sec. 9.5 and 9.6.)

use serde_json::{Value, json};

/// Distances that are counted, in ms.
pub const TOLERANCES: [f64; 4] = [10.0, 20.0, 30.0, 40.0];

/// What rounding may add to a distance, in ms.
const ROUNDING: f64 = 1e-6;

/// Distances of boundaries from the truth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// In ms.
    distances: Vec<f64>,
}

impl Accuracy {
    /// Takes in a boundary, in seconds.
    pub fn add(&mut self, truth: f64, found: f64) {
        self.distances.push((truth - found).abs() * 1000.0);
    }

    /// Takes in the boundaries of an utterance; its first start, which is given, is left out.
    ///
    /// ```
    /// use noregret_align::output::Accuracy;
    ///
    /// let mut accuracy = Accuracy::default();
    /// accuracy.add_starts(&[0.0, 0.20, 0.35], &[0.0, 0.21, 0.32]);
    /// assert_eq!((accuracy.count(), accuracy.within(10.0)), (2, 0.5));
    /// assert!((accuracy.mean() - 20.0).abs() < 1e-9);
    /// ```
    pub fn add_starts(&mut self, truth: &[f64], found: &[f64]) {
        let pairs = truth.iter().zip(found).skip(1);
        pairs.for_each(|(&truth, &found)| self.add(truth, found));
    }

    /// Number of boundaries.
    pub fn count(&self) -> usize {
        self.distances.len()
    }

    /// The fraction of boundaries within `tolerance` ms.
    pub fn within(&self, tolerance: f64) -> f64 {
        let near = self.distances.iter().filter(|&&d| d <= tolerance + ROUNDING).count();
        near as f64 / self.count().max(1) as f64
    }

    /// The mean distance in ms.
    pub fn mean(&self) -> f64 {
        self.distances.iter().sum::<f64>() / self.count().max(1) as f64
    }

    /// The median distance in ms.
    pub fn median(&self) -> f64 {
        let mut sorted = self.distances.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
    }

    /// As JSON: the number, the fractions, mean and median.
    pub fn json(&self) -> Value {
        let within = TOLERANCES.map(|tolerance| self.within(tolerance));
        json!({
            "boundaries": self.count(), "tolerances_ms": TOLERANCES, "within": within,
            "mean_ms": self.mean(), "median_ms": self.median(),
        })
    }
}

impl std::fmt::Display for Accuracy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shares = TOLERANCES.map(|t| format!("{:.1} %", 100.0 * self.within(t)));
        write!(
            f,
            "{} within 10/20/30/40 ms; mean {:.1} ms, median {:.1} ms",
            shares.join(" "),
            self.mean(),
            self.median()
        )
    }
}
