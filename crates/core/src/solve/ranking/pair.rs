//! Update II: the best step on the worst pair alone,
//! `argmax_{0 <= tau <= C} gamma tau - h_r(tau) - h_s(-tau)`; an unclipped step makes the margin
//! exactly `gamma`.

use super::{Demand, Potential, WorstPair, sigmoid};
use crate::solve::bracketed_root;

/// Entropy with binary `x`, from the logits of the relevant and the irrelevant score.
///
/// With `d = (l_r - l_s)/2` and `m = (l_r + l_s)/2` the root of the quadratic in `beta = e^tau` is
/// `beta = (gamma cosh m + sqrt(gamma^2 cosh^2 m + 1 - gamma^2)) / ((1 - gamma) e^d)`, here in
/// logarithms.
pub(crate) fn pair_step_logit(relevant: f64, irrelevant: f64, margin: f64, cap: f64) -> f64 {
    if sigmoid(relevant) - sigmoid(irrelevant) >= margin {
        return 0.0;
    }
    let stuck = relevant == f64::NEG_INFINITY || irrelevant == f64::INFINITY;
    if margin >= 1.0 || stuck {
        return cap;
    }
    let shrink = (-(relevant + irrelevant).abs()).exp();
    let half = 0.5 * margin * (1.0 + shrink);
    let root = (half * half + (1.0 - margin * margin) * shrink).sqrt();
    let step = irrelevant.max(-relevant) + ((half + root) / (1.0 - margin)).ln();
    step.clamp(0.0, cap)
}

/// Any potential, by the root of the derivative.
pub(crate) fn pair_step(
    potential: &(impl Potential + ?Sized),
    demand: &Demand<'_>,
    pair: WorstPair,
) -> f64 {
    bracketed_root(0.0, demand.cap, |tau| {
        let raised = potential.slopes(pair.relevant, tau).0;
        let lowered = potential.slopes(pair.irrelevant, -tau).0;
        demand.margin - raised + lowered
    })
}
