//! The dual state of a learner, kept beside it from what it reports.

use super::{Example, Geo, learn};
use crate::support::{dot, scaled};
use noregret_core::loss::{AnyLoss, Loss};
use noregret_core::{AnyLearner, Outcome, Spec};

/// A learner beside its dual state (A, v), kept from the outcomes and the slow formulas.
pub struct Mirror {
    pub learner: AnyLearner,
    pub geo: Geo,
    pub loss: AnyLoss,
    pub hard: bool,
    pub v: Vec<f64>,
    pub gain: f64,
}

/// One round: before and after, at the trade-off of the round.
pub struct Step {
    pub outcome: Outcome,
    pub c: f64,
    /// Signed dual variable along `direction`.
    pub d: f64,
    pub direction: Vec<f64>,
    pub before: f64,
    pub after: f64,
}

impl Mirror {
    pub fn new(spec: &Spec, geo: Geo, n: usize) -> Self {
        let mut learner = spec.build().unwrap();
        learner.reserve(n);
        let hard = noregret_core::schedule::Schedule::is_hard(&spec.schedule);
        Mirror { learner, geo, loss: spec.loss.clone(), hard, v: vec![0.0; n], gain: 0.0 }
    }

    /// D_c of the duals so far.
    pub fn dual(&self, c: f64) -> f64 {
        self.gain - c * self.geo.conjugate(&scaled(&self.v, 1.0 / c))
    }

    pub fn cap(&self, weight: f64) -> f64 {
        if self.hard { f64::INFINITY } else { weight }
    }

    /// Direction and shift of an example.
    pub fn atom(&self, e: &Example) -> (Vec<f64>, f64) {
        if self.loss.two_sided() { (e.x.clone(), e.y) } else { (scaled(&e.x, e.y), 0.0) }
    }

    pub fn learn(&mut self, e: &Example) -> Step {
        let outcome = learn(&mut self.learner, e);
        let c = self.learner.tradeoff();
        let (direction, shift) = self.atom(e);
        let d = if self.loss.two_sided() && outcome.margin > 0.0 {
            -outcome.step
        } else {
            outcome.step
        };
        let before = self.dual(c);
        if d != 0.0 {
            self.gain += d * shift + self.loss.gain(d, self.cap(e.weight));
            self.v.iter_mut().zip(&direction).for_each(|(v, a)| *v += d * a);
        }
        Step { outcome, c, d, direction, before, after: self.dual(c) }
    }

    /// The loss of a fixed u on an example.
    pub fn loss_of(&self, u: &[f64], e: &Example) -> f64 {
        let (a, b) = self.atom(e);
        e.weight * self.loss.value(dot(u, &a) - b)
    }

    pub fn total_loss_of(&self, u: &[f64], stream: &[Example]) -> f64 {
        stream.iter().map(|e| self.loss_of(u, e)).sum()
    }
}
