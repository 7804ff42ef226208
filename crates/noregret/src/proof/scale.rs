//! One scale for scores, learned online: `loss(s z)`, s known before z is judged.
//!
//! Scores of adaptive learners, averages and other programs order rows well and have a size of
//! their own, which the loss would punish. `s = r/m`: m is the mean size of the scores so far, the
//! present one included, which is known before its label; r is multiplied by one less a step along
//! the gradient of its logarithm, cut at [`STEEPEST`], with AdaGrad's rate, and begins at 1. So
//! nothing depends on units, and no single score has a say for long. (Duchi et al. 2011.)

use super::Margins;
use noregret_core::loss::Loss;
use serde::{Deserialize, Serialize};

/// The rate of the logarithm.
const RATE: f64 = 0.5;
/// No row has a steeper gradient.
const STEEPEST: f64 = 2.0;
/// Beyond these a scale is no number.
const SMALLEST: f64 = 1e-130;
const LARGEST: f64 = 1e130;

/// A scale that is learned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scale {
    /// r.
    factor: f64,
    /// Sum of squared gradients.
    squares: f64,
    /// Sum of the sizes of scores, and how many there were.
    sizes: f64,
    count: f64,
}

impl Default for Scale {
    fn default() -> Self {
        Scale { factor: 1.0, squares: 0.0, sizes: 0.0, count: 0.0 }
    }
}

impl Scale {
    /// What a margin costs at the present scale, which then learns from it.
    #[inline]
    pub(crate) fn judge(&mut self, loss: &impl Loss, z: f64, weight: f64) -> f64 {
        let sizes = self.sizes + z.abs();
        if !(sizes > 0.0 && sizes.is_finite()) {
            return loss.value(if z == 0.0 { 0.0 } else { z });
        }
        (self.sizes, self.count) = (sizes, self.count + 1.0);
        // Exactly 1 at first: a hinge bends there, and rounding would decide on which side of it.
        let scaled = self.factor * (z / (sizes / self.count));
        let (value, slope) = loss.value_and_slope(scaled);
        let gradient = weight * (-slope * scaled).clamp(-STEEPEST, STEEPEST);
        let squares = self.squares + gradient * gradient;
        if gradient != 0.0 && squares.is_finite() {
            self.squares = squares;
            let next = self.factor * (1.0 - RATE * gradient / squares.sqrt());
            self.factor = next.clamp(SMALLEST, LARGEST);
        }
        value
    }
}

/// How far the best scale is looked for, in powers of e from where scores have size 1.
const REACH: f64 = 12.0;
/// Steps of the search, each of which leaves 0.62 of the range.
const STEPS: usize = 50;

/// The one scale that scores lose least with: the loss is convex in it (golden section).
pub(super) fn best(loss: &impl Loss, all: &[(Margins, f64)]) -> f64 {
    let scores = || {
        all.iter().filter_map(|(margins, weight)| match margins {
            Margins::Score { z, .. } if z.is_finite() => Some((*z, *weight)),
            _ => None,
        })
    };
    let (sizes, count) = scores().fold((0.0, 0.0), |(s, n), (z, _)| (s + z.abs(), n + 1.0));
    if !(sizes > 0.0 && f64::is_finite(sizes)) {
        return 1.0;
    }
    let factor = |x: f64| x.exp() * count / sizes;
    let lost = |x: f64| scores().map(|(z, weight)| weight * loss.value(factor(x) * z)).sum::<f64>();
    let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
    let (mut low, mut high) = (-REACH, REACH);
    let (mut a, mut b) = (high - golden * (high - low), low + golden * (high - low));
    let (mut at_a, mut at_b) = (lost(a), lost(b));
    for _ in 0..STEPS {
        if at_a <= at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - golden * (high - low);
            at_a = lost(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + golden * (high - low);
            at_b = lost(b);
        }
    }
    factor(0.5 * (low + high))
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
            let z = if t % 3 == 0 { -0.4_f64 } else { 0.2 + 0.1 * f64::from(t % 7) };
            let before = scale;
            let mean = (before.sizes + z.abs()) / (before.count + 1.0);
            let known = before.factor / mean;
            let judged = scale.judge(&hinge, z, 1.0);
            assert!((judged - hinge.value(known * z)).abs() < 1e-12);
            let learned = scale.factor != before.factor;
            assert!(known * z > 1.0 || learned, "{t}: nothing was learned");
        }
    }

    /// The scale found afterwards is the best of a fine grid.
    #[test]
    fn the_best_scale_is_found() {
        let margins = |t: u32| if t % 5 == 4 { -0.7 } else { 0.3 + f64::from(t * 37 % 101) / 50.0 };
        for size in [1e-4, 1.0, 1e6] {
            let score = |t: u32| {
                let z = size * margins(t);
                (Margins::Score { z, is_hinge: false, is_logistic: false }, 1.0 + f64::from(t % 3))
            };
            let all: Vec<(Margins, f64)> = (0..500).map(score).collect();
            let hinge = Hinge::default();
            let lost = |s: f64| -> f64 {
                (0..500)
                    .map(|t| (1.0 + f64::from(t % 3)) * hinge.value(s * size * margins(t)))
                    .sum()
            };
            let found = lost(best(&hinge, &all));
            let grid = (1..3000).map(|k| lost(f64::from(k) * 2e-3 / size));
            let least = grid.fold(f64::INFINITY, f64::min);
            assert!(found <= least * (1.0 + 1e-6), "{size}: {found} {least}");
        }
    }

    /// One odd score at the start is forgotten.
    #[test]
    fn a_first_score_of_any_size_is_forgotten() {
        let margins = |t: u32| if t % 7 == 6 { -0.4 } else { 0.5 + f64::from(t * 37 % 101) / 40.0 };
        let lost = |first: f64| -> f64 {
            let mut scale = Scale::default();
            scale.judge(&Hinge::default(), first, 1.0);
            (0..3000).map(|t| scale.judge(&Hinge::default(), margins(t), 1.0)).sum()
        };
        for first in [1e-9, 1e-4, -1e-4, 1e-2, 30.0, -100.0] {
            assert!(
                (lost(first) / lost(1.0) - 1.0).abs() < 0.1,
                "{first}: {} {}",
                lost(first),
                lost(1.0)
            );
        }
    }
}
