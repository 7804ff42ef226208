//! `h_y(a) = G(theta_y + a x) - G(theta_y)`, the conjugate along the instance, with its first two
//! derivatives; `h_y'(a)` is the score of label `y` after a step of size `a`.
//!
//! | geometry                       | `h(a)`                      | `h'(a)`        | `h''(a)`   |
//! |--------------------------------|---------------------------|--------------|----------|
//! | Euclid, `v = \|x\|^2`            | `rho a + v a^2 / 2`         | `rho + v a`    | `v`        |
//! | entropy, `x` binary, `q = rho`   | `ln(q e^a + 1 - q)`         | `p(a)`         | `p (1-p)`  |
//! | entropy                        | `ln sum_j w_j e^(a x_j)`    | `E_p[x]`       | `Var_p[x]` |

use super::sigmoid;

/// A convex function of one step size for each label.
pub(crate) trait Potential {
    /// `h_y(a)`, zero at zero.
    fn value(&self, label: usize, a: f64) -> f64;
    /// `(h_y'(a), h_y''(a))`.
    fn slopes(&self, label: usize, a: f64) -> (f64, f64);
}

/// Squared norm.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quadratic<'a> {
    /// The scores before the step.
    pub(crate) scores: &'a [f64],
    /// `|x|^2`.
    pub(crate) square: f64,
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

/// Entropy with `x` in `{0, 1}^n`, by the logits `ln q - ln(1 - q)` of the scores, which may be
/// infinite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BinaryEntropy<'a> {
    /// The logits of the scores before the step.
    pub(crate) logits: &'a [f64],
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
