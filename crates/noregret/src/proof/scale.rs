//! One scale for scores, learned online: `loss(s z)`, s known before z is judged.
//!
//! Scores of adaptive learners, averages and other programs order rows well and have a size of
//! their own, which the loss would punish. The scale is multiplied by one less a step along the
//! gradient of its logarithm, with AdaGrad's rate, so it needs no units; it begins where the first
//! score has size 1. (Duchi et al. 2011.)

use noregret_core::loss::Loss;
use serde::{Deserialize, Serialize};

/// The rate of the logarithm.
const RATE: f64 = 0.5;
/// Beyond these a scale is no number.
const SMALLEST: f64 = 1e-130;
const LARGEST: f64 = 1e130;

/// A scale that is learned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scale {
    /// s, once there was a score.
    factor: Option<f64>,
    /// Sum of squared gradients.
    squares: f64,
}

impl Scale {
    /// What a margin costs at the present scale, which then learns from it.
    #[inline]
    pub(crate) fn judge(&mut self, loss: &impl Loss, z: f64, weight: f64) -> f64 {
        let (factor, scaled) = match self.factor {
            Some(factor) => (factor, factor * z),
            None if z == 0.0 => return loss.value(0.0),
            // Exactly 1: a hinge bends there, and rounding would decide on which side of it.
            None => ((1.0 / z.abs()).clamp(SMALLEST, LARGEST), z.signum()),
        };
        self.factor = Some(factor);
        let (value, slope) = loss.value_and_slope(scaled);
        let gradient = -weight * slope * scaled;
        let squares = self.squares + gradient * gradient;
        if gradient != 0.0 && squares.is_finite() {
            self.squares = squares;
            let next = factor * (1.0 - RATE * gradient / squares.sqrt());
            self.factor = Some(next.clamp(SMALLEST, LARGEST));
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noregret_core::loss::Hinge;

    #[test]
    fn the_size_of_scores_does_not_matter() {
        let margins = |t: u32| if t % 7 == 6 { -0.4 } else { 0.5 + f64::from(t * 37 % 101) / 40.0 };
        let lost = |size: f64| -> f64 {
            let mut scale = Scale::default();
            (0..2000).map(|t| scale.judge(&Hinge::default(), size * margins(t), 1.0)).sum()
        };
        let best =
            |s: f64| -> f64 { (0..2000).map(|t| Hinge::default().value(s * margins(t))).sum() };
        let least = (1..400).map(|k| best(f64::from(k) * 0.01)).fold(f64::INFINITY, f64::min);
        for size in [1.0, 1e-6, 0.3, 7.7, 1e5, 1e9] {
            assert!((lost(size) - lost(1.0)).abs() < 1e-6 * lost(1.0), "{size}");
        }
        assert!(lost(1.0) < 1.05 * least, "{} {least}", lost(1.0));
    }

    /// What a margin costs does not depend on what is learned from it.
    #[test]
    fn a_margin_is_judged_before_the_scale_learns_from_it() {
        let (mut scale, hinge) = (Scale::default(), Hinge::default());
        scale.judge(&hinge, 0.7, 1.0);
        for t in 0..50 {
            let z = if t % 3 == 0 { -0.4 } else { 0.2 + 0.1 * f64::from(t % 7) };
            let before = scale;
            let known = before.factor.unwrap();
            assert_eq!(scale.judge(&hinge, z, 1.0), hinge.value(known * z));
            assert!(known * z > 1.0 || scale != before, "{t}: nothing was learned");
        }
    }
}
