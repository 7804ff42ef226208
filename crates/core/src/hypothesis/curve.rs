//! A line search through one round: the margin as a function of the dual variable, whatever the
//! geometry.

use crate::loss::Loss;
use crate::solve::bracketed_root;

/// Relative step of a difference that stands for a derivative: the cube root of the machine
/// precision.
const SMALL_STEP: f64 = 6e-6;

/// What a search along one direction asks.
pub(super) trait Curve {
    /// `<a, w>` after moving by `d`.
    fn margin(&self, d: f64) -> f64;

    /// `c f*((v + d a)/c)` over the touched rows.
    fn conjugate(&self, d: f64) -> f64;

    /// Where the margin reaches `target`, if that is known in closed form.
    fn landing(&self, _target: f64) -> Option<f64> {
        None
    }

    /// The dual variable that maximises `d b + gain(d) - c f*((v + d a)/c)`, at margin `z`, never
    /// worse than the unit subgradient.
    fn best_step<L: Loss>(&self, z: f64, loss: &L, cap: f64) -> f64 {
        let unit = cap * loss.slope(z);
        let shift = self.margin(0.0) - z;
        let d = match loss.kink(z) {
            Some(kink) => self
                .landing(kink + shift)
                .map(|d| d.clamp(unit.min(0.0), unit.max(0.0)))
                .unwrap_or_else(|| {
                    let miss = |d: f64| unit.signum() * (kink + shift - self.margin(d));
                    bracketed_root(0.0, unit, miss)
                }),
            None => bracketed_root(0.0, unit, |d| {
                unit.signum() * (cap * loss.slope(self.margin(d) - shift) - d)
            }),
        };
        // A numeric maximiser may fall short of the unit step; taking the better of the two keeps
        // every bound that holds for the unit step.
        let dual = |d: f64| d * shift + loss.gain(d, cap) - self.conjugate(d);
        if dual(unit) > dual(d) { unit } else { d }
    }

    /// The margin after moving by `d`, and its derivative, where scores answer on the scale
    /// `scale`.
    fn slope_at(&self, d: f64, scale: f64) -> (f64, f64) {
        let step = (d.abs() + scale) * SMALL_STEP;
        if !step.is_finite() {
            return (self.margin(d), 0.0);
        }
        let [low, here, high] = [d - step, d, d + step].map(|d| self.margin(d));
        (here, ((high - low) / (2.0 * step)).max(0.0))
    }
}
