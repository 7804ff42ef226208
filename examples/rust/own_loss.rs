//! A loss of your own: the smoothed hinge, linear far below the margin 1 and quadratic close to it.
//!
//! `phi(z) = 0` from z = 1 on, `(1 - z)^2 / 2` between 0 and 1, `1/2 - z` below 0. Its conjugate is
//! `phi*(-d) = -d + d^2/2` for d between 0 and 1; with it every run has its certificate.
//!
//! `cargo run -p noregret --example own_loss`

use noregret::core::ascent::Exact;
use noregret::core::hypothesis::EuclidSpace;
use noregret::core::loss::Loss;
use noregret::core::problem::Binary;
use noregret::core::readout::Readout;
use noregret::core::schedule::FixedRate;
use noregret::core::{Instance, Label, Learner, Result};

struct SmoothedHinge;

impl Loss for SmoothedHinge {
    fn value(&self, z: f64) -> f64 {
        if z < 0.0 { 0.5 - z } else { 0.5 * self.miss(z).powi(2) }
    }
    fn slope(&self, z: f64) -> f64 {
        self.miss(z).min(1.0)
    }
    fn gain(&self, d: f64, cap: f64) -> f64 {
        d - d * d / (2.0 * cap)
    }
    fn step(&self, z: f64, q: f64, cap: f64) -> f64 {
        (cap * self.miss(z) / (1.0 + cap * q)).min(cap)
    }
    fn domain(&self) -> (f64, f64) {
        (0.0, 1.0)
    }
    fn check(&self) -> Result<()> {
        Ok(())
    }
    fn linear_gain(&self) -> bool {
        false
    }
    fn miss(&self, z: f64) -> f64 {
        (1.0 - z).max(0.0)
    }
}

/// Runs the example.
pub(crate) fn main() -> Result<()> {
    let (space, rate) = (EuclidSpace::new(1, None), FixedRate { aggressiveness: 1.0 });
    let binary = Binary::default();
    let mut learner =
        Learner::new(binary, SmoothedHinge, Exact::default(), space, rate, Readout::Last);
    let row = |t: u32| ([f64::from(t % 11) - 4.5, f64::from(t % 7) / 7.0, 1.0], t % 11 > 5);
    let label = |positive: bool| Label::Number(if positive { 1.0 } else { -1.0 });
    for t in 0..500 {
        let (x, positive) = row(t);
        learner.learn(Instance::Dense(&x), label(positive))?;
    }
    // A fixed predictor, and what it loses on the same rows.
    let fixed = [1.0, 0.0, -1.0];
    let margin = |t| Instance::Dense(&row(t).0).dot(&fixed) * if row(t).1 { 1.0 } else { -1.0 };
    let loss: f64 = (0..500).map(|t| SmoothedHinge.value(margin(t))).sum();
    let (lost, proved) = (learner.ledger().loss.value(), learner.lower_bound(2f64.sqrt()));
    println!("the learner loses {lost:.2}, {fixed:?} loses {loss:.2}");
    println!("proved: no fixed predictor of this norm loses less than {proved:.2}");
    assert!(0.0 < proved && proved <= loss.min(lost));
    Ok(())
}
