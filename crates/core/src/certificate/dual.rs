//! The certificate of a run: a lower bound on the cumulative loss of every comparator, and what
//! follows.
//!
//! All numbers are lowered by a rounding slack: 8 machine epsilons of the magnitudes summed, plus
//! machine epsilon times the accumulated length of the path of v (a bound on its rounding error)
//! for each unit of the comparator's norm. With C infinite, and where several duals of a slack move
//! by themselves, the dual variables exceed their cap; scaling (A, v) down by the largest one makes
//! them feasible, because the gain of the hinge and of the epsilon-insensitive loss is linear in
//! the dual variable.

use super::{Ledger, Regularised};
use crate::geometry::Class;
use crate::hypothesis::DualPoint;
use serde::Serialize;
use std::fmt;

/// What is proved about all comparators of one complexity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Level {
    /// Complexity of the comparators: their norm, or f where the class is bounded.
    pub complexity: f64,
    /// No comparator of that complexity has a smaller cumulative loss.
    pub lower_bound: f64,
    /// The run is at most this much worse than the best of them.
    pub regret: f64,
}

/// The certificate of a run, from its dual variables; rounding slack is taken off.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename = "dual")]
pub struct Certificate {
    /// A, the sum of dual gains (measured from the starting point).
    pub dual_gain: f64,
    /// `|v|` in the dual norm.
    pub potential_norm: f64,
    /// G, the cumulative loss of the run.
    pub cumulative_loss: f64,
    /// The part of G on mistakes: what a mistake-driven rule is compared on.
    pub mistake_loss: f64,
    /// What measures the comparators, or the set they come from.
    pub measured_by: &'static str,
    /// The class of comparators.
    #[serde(skip)]
    pub class: Box<Class>,
    /// Lower bounds and regrets at a few complexities.
    pub regret_at: Vec<Level>,
    /// No comparator of norm 1 (or in the bounded class) has a larger margin on every round.
    pub margin_ceiling: Option<f64>,
    /// A comparator without any loss has at least this complexity; `None` if none is excluded,
    /// infinite (`null` in JSON) if even the whole bounded class is.
    pub zero_loss_complexity: Option<f64>,
    /// Trade-off c at the end of the run.
    pub tradeoff: f64,
    /// `D_c = A - c f*(v/c)`: a lower bound on `c f(u) + loss of u` for every u. `None` when the
    /// dual variables exceed their cap.
    pub dual_value: Option<f64>,
    /// `sum |subgradient|^2/(2c_t)`: regret is also at most `c f(u)` plus this, the a-priori form.
    /// `None` where old dual variables are rescaled, where the geometry changes with the data, and
    /// where a step was shared among constraints of one slack (`spread`, `simultaneous`,
    /// `separable`) or leaves the constant out of its length: it may raise the dual by less than a
    /// subgradient.
    pub subgradient_sum: Option<f64>,
    /// Rounding slack taken off the lower bounds: a constant, and one times the comparator's norm.
    pub slack: [f64; 2],
    /// What is proved besides where losses are strongly convex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regularised: Option<Box<Regularised>>,
}

/// The state a certificate is read from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evidence<'a> {
    /// Totals of the run.
    pub(crate) ledger: &'a Ledger,
    /// Dual side of the hypothesis.
    pub(crate) point: DualPoint,
    /// Comparators.
    pub(crate) class: Class,
    /// Trade-off.
    pub(crate) c: f64,
    /// Whether C is infinite.
    pub(crate) hard: bool,
    /// Whether the geometry is the same in every round.
    pub(crate) steady: bool,
    /// Whether the gain is linear in the dual variables, so that they may be scaled down.
    pub(crate) scalable: bool,
    /// Whether dual variables are margins' multipliers (classification), so that a ceiling makes
    /// sense.
    pub(crate) classifies: bool,
}

impl Evidence<'_> {
    /// Factor that makes the duals feasible.
    fn scale(&self) -> f64 {
        if self.scalable { 1.0 / self.ledger.peak.max(1.0) } else { 1.0 }
    }

    /// Whether the dual variables are feasible as they are.
    pub(super) fn is_plain(&self) -> bool {
        !self.hard && !self.ledger.is_rescaled && self.scale() > 1.0 - 1e-9
    }

    pub(super) fn slack(&self) -> [f64; 2] {
        let path = 2.0 * f64::EPSILON * self.ledger.drift + 8.0 * f64::EPSILON * self.point.norm;
        [self.scale() * self.ledger.gain.slack(), self.scale() * path]
    }

    fn gain(&self) -> f64 {
        self.scale() * self.ledger.gain.value()
    }

    /// Lower bound on the loss of comparators of complexity `level`, given `max <v,u>` over them.
    pub(crate) fn lower_bound(&self, level: f64, support: f64) -> f64 {
        let [constant, path] = self.slack();
        let radius = if let Class::Bounded { reach, .. } = self.class { reach } else { level };
        (self.gain() - self.scale() * support - constant - radius * path).max(0.0)
    }

    /// The complexities worth showing.
    pub(crate) fn levels(&self) -> Vec<f64> {
        match self.class {
            Class::Norm(_) | Class::Distance => vec![0.1, 1.0, 10.0, 100.0, 1000.0],
            Class::Bounded { most, .. } => vec![0.25 * most, 0.5 * most, most],
        }
    }

    /// The whole certificate; `support(level)` is `max <v,u>` over comparators of that complexity.
    pub(crate) fn certify(&self, support: impl Fn(f64) -> f64) -> Certificate {
        let loss = self.ledger.loss.value();
        let level = |complexity: f64| {
            let lower_bound = self.lower_bound(complexity, support(complexity));
            Level { complexity, lower_bound, regret: loss + self.ledger.loss.slack() - lower_bound }
        };
        let (name, whole) = match self.class {
            Class::Norm(norm) => (norm.name(), 1.0),
            Class::Distance => ("distance from the first instance", 1.0),
            Class::Bounded { set, most, .. } => (set, most),
        };
        let [constant, path] = self.slack();
        let mass = self.scale() * self.ledger.mass.value();
        let ceiling = (self.scale() * support(whole) + self.class.reach() * path) / mass;
        Certificate {
            dual_gain: self.gain(),
            potential_norm: self.scale() * self.point.norm,
            cumulative_loss: loss,
            mistake_loss: self.ledger.mistake_loss.value(),
            measured_by: name,
            class: Box::new(self.class),
            regret_at: self.levels().into_iter().map(level).collect(),
            margin_ceiling: (self.classifies && mass > 0.0).then_some(ceiling),
            zero_loss_complexity: self.zero_loss_complexity(support(whole), constant, path),
            tradeoff: self.c,
            dual_value: self.is_plain().then(|| {
                let slack = constant + self.point.steepness * path;
                self.ledger.gain.value() - self.point.conjugate - slack
            }),
            subgradient_sum: (self.steady && !self.ledger.is_rescaled && !self.ledger.is_shared)
                .then(|| self.ledger.subgradients.value()),
            slack: [constant, path],
            regularised: None,
        }
    }

    fn zero_loss_complexity(&self, whole: f64, constant: f64, path: f64) -> Option<f64> {
        let gain = self.gain() - constant;
        if gain <= 0.0 {
            return None;
        }
        match self.class {
            Class::Norm(_) | Class::Distance => {
                Some(gain / (self.scale() * self.point.norm + path))
            }
            Class::Bounded { reach, .. } => {
                (gain > self.scale() * whole + reach * path).then_some(f64::INFINITY)
            }
        }
    }
}

impl Certificate {
    /// The level whose bound is shown in words: norm 10, or the whole bounded class.
    pub fn headline(&self) -> Option<&Level> {
        self.at_norm(10.0)
    }

    /// The level of this norm, if it is among those shown; where the class is bounded, that of the
    /// whole class, whose levels are values of f and no norms.
    pub fn at_norm(&self, norm: f64) -> Option<&Level> {
        match *self.class {
            Class::Bounded { .. } => self.regret_at.last(),
            Class::Norm(_) | Class::Distance => {
                self.regret_at.iter().find(|level| level.complexity == norm)
            }
        }
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(level) = self.headline() else { return Ok(()) };
        write!(
            f,
            "whatever fixed {} you had chosen in hindsight, it would have lost at least {:.1}; \
             this learner lost {:.1}, so its regret is at most {:.1}",
            self.class.phrase(level.complexity),
            level.lower_bound,
            self.cumulative_loss,
            level.regret
        )
    }
}
