//! The weights of the examples: `w_i = p_i exp(-margin_i) / sum_j p_j exp(-margin_j)`, a point of
//! the simplex.
//!
//! That is the entropy geometry with the potential `theta_i = ln(m p_i) - margin_i` and c = 1, and
//! its conjugate `f*(theta) = ln sum_i p_i exp(-margin_i)` is the logarithm of the mean exp-loss. p
//! is the importance of the examples, scaled to add up to 1 (equal importances give p = 1/m).
//! (Shalev-Shwartz 2007, Eq. 6.3.)

use crate::error::{Error, Result};
use crate::geometry::{Entropy, Frame, Link};
use crate::number::Sum;

/// Examples with their margins so far.
#[derive(Clone, Debug)]
pub struct ExampleWeights {
    /// `ln(m p_i)`.
    base: Vec<f64>,
    /// `p_i`.
    shares: Vec<f64>,
    margins: Vec<f64>,
    weights: Vec<f64>,
    log_loss: f64,
}

impl ExampleWeights {
    /// All margins 0.
    ///
    /// # Errors
    /// If there are no examples, or an importance is negative or not finite, or all are 0.
    pub fn new(importance: &[f64]) -> Result<Self> {
        let total = importance.iter().copied().collect::<Sum>().value();
        if importance.iter().any(|&x| !(x >= 0.0 && x.is_finite())) || !total.is_finite() {
            return Err(Error::NotFinite("importances are finite numbers of at least 0".into()));
        }
        if total <= 0.0 {
            return Err(Error::Shape("boosting needs an example that counts".into()));
        }
        let mean = total / importance.len() as f64;
        let mut weights = ExampleWeights {
            base: importance.iter().map(|x| (x / mean).ln()).collect(),
            shares: importance.iter().map(|x| x / total).collect(),
            margins: vec![0.0; importance.len()],
            weights: vec![0.0; importance.len()],
            log_loss: 0.0,
        };
        weights.normalise();
        Ok(weights)
    }

    /// The weights, which add up to 1.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// `y_i H(x_i)`.
    pub fn margins(&self) -> &[f64] {
        &self.margins
    }

    /// Logarithm of the mean exp-loss.
    pub fn log_loss(&self) -> f64 {
        self.log_loss
    }

    /// Share of the examples (by importance) whose margin is not positive.
    pub fn error(&self) -> f64 {
        let wrong = self.margins.iter().zip(&self.shares).filter(|(margin, _)| **margin <= 0.0);
        wrong.map(|(_, share)| *share).collect::<Sum>().value()
    }

    /// Adds `step * v_i` to the margins.
    pub fn add(&mut self, step: f64, v: &[f64]) {
        for (margin, v) in self.margins.iter_mut().zip(v) {
            *margin += step * v;
        }
        self.normalise();
    }

    fn normalise(&mut self) {
        let link = Entropy::default();
        let potential = |(base, margin): (&f64, &f64)| base - margin;
        let all = || self.base.iter().zip(&self.margins).map(potential);
        let frame = Frame { top: all().fold(f64::NEG_INFINITY, f64::max), c: 1.0 };
        let mut sum = Sum::default();
        for (weight, v) in self.weights.iter_mut().zip(all()) {
            let (raw, fold) = link.pair(v, &frame);
            *weight = raw;
            sum.add(fold);
        }
        let factor = link.factor(sum.value(), &frame);
        self.weights.iter_mut().for_each(|weight| *weight *= factor);
        self.log_loss = link.conjugate(sum.value(), &frame, self.base.len());
    }
}
