//! What the conjugate of the entropy gains along any instance: the potential without a closed form.

use crate::solve::ranking::Potential;

/// Entropy with any `x`: the weights of each label on the support of `x`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entropy<'a> {
    /// The entries of `x` on its support.
    pub(super) values: &'a [f64],
    /// For each label in turn its weights on the support; what is missing to one lies where
    /// `x = 0`.
    pub(super) weights: &'a [f64],
}

impl Entropy<'_> {
    fn weights(&self, label: usize) -> &[f64] {
        &self.weights[label * self.values.len()..][..self.values.len()]
    }

    /// The largest exponent, and mass, first and second moment of `x` in units of its exponential.
    fn moments(&self, label: usize, a: f64) -> (f64, [f64; 3]) {
        let weights = self.weights(label);
        let top = self.values.iter().fold(0.0, |top: f64, x| top.max(a * x));
        let rest = (1.0 - weights.iter().sum::<f64>()).max(0.0);
        let mut moments = [rest * (-top).exp(), 0.0, 0.0];
        for (w, x) in weights.iter().zip(self.values) {
            let p = w * (a * x - top).exp();
            moments[0] += p;
            moments[1] += p * x;
            moments[2] += p * x * x;
        }
        (top, moments)
    }
}

impl Potential for Entropy<'_> {
    fn value(&self, label: usize, a: f64) -> f64 {
        let small = self.values.iter().all(|x| (a * x).abs() < 1.0);
        if small {
            let pairs = self.weights(label).iter().zip(self.values);
            return pairs.map(|(w, x)| w * (a * x).exp_m1()).sum::<f64>().ln_1p();
        }
        let (top, moments) = self.moments(label, a);
        top + moments[0].ln()
    }

    fn slopes(&self, label: usize, a: f64) -> (f64, f64) {
        let (_, [mass, first, second]) = self.moments(label, a);
        let mean = first / mass;
        (mean, (second / mass - mean * mean).max(0.0))
    }
}
