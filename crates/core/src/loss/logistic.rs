//! Logistic: `phi(z) = ln(1 + e^-z)`, `phi*(-d) = d ln d + (1-d) ln(1-d)` on `0 <= d <= 1`.
//!
//! The exact step has no closed form: a safeguarded root of `d = cap / (1 + e^(z + q d))`. (Thesis
//! A.3.1, Eq. A.5: the binary-entropy / logistic pair, with the sign of the entropy corrected.)

use super::{Loss, stuck};
use crate::error::Result;
use crate::registry::Component;
use crate::solve::bracketed_root;
use serde::{Deserialize, Serialize};

/// `ln(1 + e^-z)`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Logistic {}

impl Component for Logistic {
    const ABOUT: &'static str = "ln(1 + e^-z)";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, App. A.3.1, Eq. A.5";
}

/// Newton steps after which a step is taken as it is.
const NEWTON_STEPS: usize = 50;
/// The relative change after which one is not followed by another: its error is about the square.
const NEWTON_STOP: f64 = 1e-6;

/// `-t ln t`, 0 at 0.
fn entropy_term(t: f64) -> f64 {
    if t > 0.0 { -t * t.ln() } else { 0.0 }
}

impl Loss for Logistic {
    fn check(&self) -> Result<()> {
        Ok(())
    }
    fn linear_gain(&self) -> bool {
        false
    }
    fn miss(&self, _z: f64) -> f64 {
        f64::INFINITY
    }
    fn value(&self, z: f64) -> f64 {
        (-z).max(0.0) + (-z.abs()).exp().ln_1p()
    }
    fn slope(&self, z: f64) -> f64 {
        1.0 / (1.0 + z.exp())
    }
    fn value_and_slope(&self, z: f64) -> (f64, f64) {
        let e = (-z.abs()).exp();
        let slope = if z >= 0.0 { e / (1.0 + e) } else { 1.0 / (1.0 + e) };
        ((-z).max(0.0) + e.ln_1p(), slope)
    }
    fn gain(&self, d: f64, cap: f64) -> f64 {
        let t = (d / cap).clamp(0.0, 1.0);
        // ln_1p keeps the digits that 1 - t loses for small t.
        let rest = if t < 1.0 { (t - 1.0) * (-t).ln_1p() } else { 0.0 };
        cap * (entropy_term(t) + rest)
    }
    fn step(&self, z: f64, q: f64, cap: f64) -> f64 {
        let unit = stuck(self.slope(z), cap);
        if q <= 0.0 {
            return unit;
        }
        bracketed_root(0.0, unit, |d| cap * self.slope(z + q * d) - d)
    }
    /// Newton in the margin s = z + q d after the step: `s - z = q cap slope(s)`, the left side
    /// rising, the right falling.
    fn step_near(&self, z: f64, q: f64, cap: f64, guess: f64) -> f64 {
        let most = q * cap;
        if !(most > 0.0 && most.is_finite()) {
            return self.step(z, q, cap);
        }
        let (mut low, mut high) = (z, z + most);
        let mut s = (z + q * guess).clamp(low, high);
        for _ in 0..NEWTON_STEPS {
            let p = self.slope(s);
            let excess = s - z - most * p;
            if excess > 0.0 {
                high = s;
            } else {
                low = s;
            }
            let next = s - excess / (1.0 + most * p * (1.0 - p));
            let next = if next > low && next < high { next } else { 0.5 * (low + high) };
            let moved = (next - s).abs();
            s = next;
            if moved <= NEWTON_STOP * (1.0 + s.abs()) {
                break;
            }
        }
        cap * self.slope(s)
    }
    /// `cap KL(d/cap | slope(z))`, to second order half the chi-square distance, which needs no
    /// logarithm.
    fn discrepancy(&self, z: f64, d: f64, cap: f64) -> f64 {
        let p = self.slope(z);
        let apart = d / cap - p;
        0.5 * cap * apart * apart / (p * (1.0 - p)).max(f64::MIN_POSITIVE)
    }
    fn domain(&self) -> (f64, f64) {
        (0.0, 1.0)
    }
}
