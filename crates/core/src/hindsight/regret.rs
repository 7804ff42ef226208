//! The regret of an online run against the best fixed predictor u found: true beside certified.
//!
//! ```text
//! true        G - sum_t g_t(u)               certified  G - LB(complexity of u)
//! regularised G - (c f(u) + sum_t g_t(u))    certified  G - D_c of the run
//! ```
//!
//! G is the loss of the run and LB the lower bound its own dual variables prove for every predictor of that complexity. No predictor of
//! the complexity of u, or less, has a loss smaller than that of u by more than the duality gap, so the true regret against
//! the best of them is known to within the gap. (Thesis sec. 2, CERT-2 to CERT-4.)

use super::Optimum;
use crate::certificate::Certificate;
use crate::geometry::AnyGeometry;
use crate::hypothesis::{Class, Hypothesis};
use crate::learner::AnyLearner;
use crate::spec::Spec;
use serde::Serialize;

/// What a run lost more than the best fixed predictor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Regret {
    /// G, the loss of the run.
    pub online_loss: f64,
    /// Loss of the best fixed predictor.
    pub best_loss: f64,
    /// Its complexity: its norm, or f where the class is bounded.
    pub complexity: f64,
    /// What that is called.
    pub measured_by: String,
    /// `G - sum_t g_t(u)`.
    pub regret: f64,
    /// A predictor of that complexity may lose less than the one found, but by no more than this.
    pub within: f64,
    /// What the run itself proves of the regret against predictors of that complexity.
    pub certified: Option<f64>,
    /// `G - (c f(u) + sum_t g_t(u))`.
    pub regularised: f64,
    /// What the run itself proves of that, if its dual variables are feasible as they are.
    pub regularised_certified: Option<f64>,
}

/// Both regrets are differences of sums; they may be off by this share of those.
const ROUNDING: f64 = 1e-12;

impl Regret {
    /// Whether less is certified than is true, which no run may do.
    pub fn is_violated(&self) -> bool {
        let rounding = ROUNDING * (self.online_loss.abs() + self.best_loss.abs());
        self.certified.is_some_and(|certified| certified < self.regret - rounding)
    }

    /// How many times the true regret is certified.
    pub fn ratio(&self) -> Option<f64> {
        self.certified.filter(|_| self.regret > 0.0).map(|certified| certified / self.regret)
    }
}

impl AnyLearner {
    /// The regret of this run, of a learner built from `spec`, against the best predictor for the same rounds.
    pub fn regret_to(&self, best: &Optimum, spec: &Spec) -> Regret {
        let (online_loss, bounds) = (self.ledger.loss.value(), &best.bounds);
        // Rounded up: the class that is spoken about holds the predictor.
        let f = best.complexity * (1.0 + ROUNDING);
        let class = self.hypothesis.class();
        let complexity = match (class, &spec.geometry) {
            (Class::Bounded { .. }, _) => f,
            (_, AnyGeometry::PNorm(geometry)) => (2.0 * f / (geometry.p - 1.0)).sqrt(),
            _ => (2.0 * f).sqrt(),
        };
        let measured_by = match class {
            Class::Norm(name) => name.to_owned(),
            Class::Distance => "distance".to_owned(),
            Class::Bounded { set, .. } => format!("relative entropy in the {set}"),
        };
        let most = online_loss + self.ledger.loss.slack();
        let dual = match self.certificate() {
            Certificate::Dual(dual) => dual.dual_value,
            Certificate::None { .. } => None,
        };
        Regret {
            online_loss,
            best_loss: bounds.loss,
            complexity,
            measured_by,
            regret: online_loss - bounds.loss,
            within: bounds.gap().max(0.0),
            certified: self.lower_bound(complexity).map(|bound| most - bound),
            regularised: online_loss - bounds.primal,
            regularised_certified: dual.map(|dual| most - dual),
        }
    }
}
