//! `h_y(a) = G(theta_y + a x) - G(theta_y)`, the conjugate along the instance, with its first two derivatives;
//! `h_y'(a)` is the score of label `y` after a step of size `a`.
//!
//! | geometry                       | `h(a)`                      | `h'(a)`        | `h''(a)`   |
//! |--------------------------------|---------------------------|--------------|----------|
//! | Euclid, `v = \|x\|^2`            | `rho a + v a^2 / 2`         | `rho + v a`    | `v`        |
//! | entropy, `x` binary, `q = rho`   | `ln(q e^a + 1 - q)`         | `p(a)`         | `p (1-p)`  |
//! | entropy                        | `ln sum_j w_j e^(a x_j)`    | `E_p[x]`       | `Var_p[x]` |

use super::sigmoid;

/// A convex function of one step size for each label.
pub trait Potential {
    /// `h_y(a)`, zero at zero.
    fn value(&self, label: usize, a: f64) -> f64;
    /// `(h_y'(a), h_y''(a))`.
    fn slopes(&self, label: usize, a: f64) -> (f64, f64);
}

/// Squared norm.
#[derive(Clone, Copy, Debug)]
pub struct Quadratic<'a> {
    /// The scores before the step.
    pub scores: &'a [f64],
    /// `|x|^2`.
    pub square: f64,
}

impl Potential for Quadratic<'_> {
    fn value(&self, label: usize, a: f64) -> f64 {
        a * (self.scores[label] + 0.5 * a * self.square)
    }

    #[inline]
    fn slopes(&self, label: usize, a: f64) -> (f64, f64) {
        (self.scores[label] + a * self.square, self.square)
    }
}

/// Entropy with `x` in `{0, 1}^n`, by the logits `ln q - ln(1 - q)` of the scores, which may be infinite.
#[derive(Clone, Copy, Debug)]
pub struct BinaryEntropy<'a> {
    /// The logits of the scores before the step.
    pub logits: &'a [f64],
}

impl Potential for BinaryEntropy<'_> {
    fn value(&self, label: usize, a: f64) -> f64 {
        let logit = self.logits[label];
        // The form for positive steps does not overflow.
        if a > 0.0 {
            a + (sigmoid(-logit) * (-a).exp_m1()).ln_1p()
        } else {
            (sigmoid(logit) * a.exp_m1()).ln_1p()
        }
    }

    #[inline]
    fn slopes(&self, label: usize, a: f64) -> (f64, f64) {
        let t = self.logits[label] + a;
        let e = (-t.abs()).exp();
        let (large, small) = (1.0 / (1.0 + e), e / (1.0 + e));
        (if t >= 0.0 { large } else { small }, large * small)
    }
}

/// Entropy with any `x`: the weights of each label on the support of `x`.
#[derive(Clone, Copy, Debug)]
pub struct Entropy<'a> {
    /// The entries of `x` on its support.
    pub values: &'a [f64],
    /// For each label in turn its weights on the support; what is missing to one lies where `x = 0`.
    pub weights: &'a [f64],
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
