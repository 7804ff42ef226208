//! One round of label ranking (Shalev-Shwartz and Singer, "A unified algorithmic approach for
//! efficient online label ranking"; thesis, section 7.3): coefficients `alpha` for the step
//! `theta_y += alpha_y x`.
//!
//! ```text
//! max_alpha  gamma A - sum_y h_y(alpha_y),   A = sum_{y in Y} alpha_y
//!            sum_y alpha_y = 0,  A <= C,  alpha_y >= 0 on Y,  alpha_y <= 0 elsewhere
//! ```
//!
//! `h_y` is what the conjugate gains along `x` ([`Potential`]). Update II puts all on the worst
//! pair ([`pair_step`] and the closed forms beside it), update III solves the whole problem:
//! [`WaterFilling`] where the scores have levels (Euclid, entropy with binary `x`),
//! [`InteriorPoint`] for any potential.

mod interior;
mod level;
mod newton;
mod pair;
mod potential;
mod water;

pub(crate) use interior::InteriorPoint;
pub(crate) use pair::{pair_step, pair_step_logit};
pub(crate) use potential::{BinaryEntropy, Potential, Quadratic};
pub(crate) use water::WaterFilling;

/// What a round asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Demand<'a> {
    /// For each label whether it is relevant.
    pub(crate) relevant: &'a [bool],
    /// The margin `gamma` wanted between relevant and irrelevant scores.
    pub(crate) margin: f64,
    /// The budget `C` of the round, positive.
    pub(crate) cap: f64,
}

/// The worst pair of a round: the lowest relevant and the highest irrelevant label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WorstPair {
    /// First of the relevant labels with the lowest key.
    pub(crate) relevant: usize,
    /// First of the irrelevant labels with the highest key.
    pub(crate) irrelevant: usize,
}

impl Demand<'_> {
    /// The worst pair by scores or by any rising function of them; `None` without a pair.
    pub(crate) fn worst_pair(&self, keys: &[f64]) -> Option<WorstPair> {
        let (mut low, mut high) = (None, None);
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for (y, (&key, &relevant)) in keys.iter().zip(self.relevant).enumerate() {
            if relevant {
                if low.is_none() || key < least {
                    (low, least) = (Some(y), key);
                }
            } else if high.is_none() || key > most {
                (high, most) = (Some(y), key);
            }
        }
        Some(WorstPair { relevant: low?, irrelevant: high? })
    }

    /// The exact dual increase `gamma A - sum_y h_y(alpha_y)`.
    pub(crate) fn increase(&self, potential: &(impl Potential + ?Sized), alpha: &[f64]) -> f64 {
        let touched = alpha.iter().enumerate().filter(|(_, a)| **a != 0.0);
        let cost: f64 = touched.map(|(y, &a)| potential.value(y, a)).sum();
        self.margin * self.mass(alpha) - cost
    }

    /// Primal minus dual value of the round's problem, zero where `alpha` is optimal:
    /// `sum_y alpha_y h'_y(alpha_y) + C loss(new scores) - gamma A`.
    pub(crate) fn gap(&self, potential: &(impl Potential + ?Sized), alpha: &[f64]) -> f64 {
        let score = |y: usize| potential.slopes(y, alpha[y]).0;
        let scores: Vec<f64> = (0..alpha.len()).map(score).collect();
        let Some(worst) = self.worst_pair(&scores) else { return 0.0 };
        let margin = scores[worst.relevant] - scores[worst.irrelevant];
        let inner: f64 = alpha.iter().zip(&scores).map(|(a, s)| a * s).sum();
        let loss = (self.margin - margin).max(0.0);
        inner + if loss > 0.0 { self.cap * loss } else { 0.0 } - self.margin * self.mass(alpha)
    }

    /// `A`, what the relevant labels get.
    fn mass(&self, alpha: &[f64]) -> f64 {
        alpha.iter().zip(self.relevant).filter(|(_, r)| **r).map(|(a, _)| a).sum()
    }
}

/// `1 / (1 + e^-t)` without overflow; accurate also where it is tiny.
fn sigmoid(t: f64) -> f64 {
    if t >= 0.0 {
        1.0 / (1.0 + (-t).exp())
    } else {
        let e = t.exp();
        e / (1.0 + e)
    }
}
