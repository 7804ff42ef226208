//! Runs of Passive-Aggressive learners.
//!
//! The unified loss of the three problems is written down once more, independently of the crate,
//! next to a learner that shows both ends of a round.

mod stream;

pub use stream::{Example, Stream};

use super::{dot, norm, scaled, sub};
use noregret_core::hypothesis::Hypothesis;
use noregret_core::{AnyLearner, Instance, Label, Outcome, Spec};

/// Classification, regression, uniclass.
pub const TASKS: [Task; 3] = [Task::Binary, Task::Regression, Task::Uniclass];

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Task {
    Binary,
    Regression,
    Uniclass,
}

/// A problem and its insensitivity, as in Table 1: loss `[discrepancy - epsilon]_+`.
///
/// For classification epsilon is minus the margin.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub task: Task,
    pub epsilon: f64,
}

impl Setting {
    pub fn discrepancy(&self, w: &[f64], e: &Example) -> f64 {
        match self.task {
            Task::Binary => -e.y * dot(w, &e.x),
            Task::Regression => (e.y - dot(w, &e.x)).abs(),
            Task::Uniclass => norm(&sub(&e.x, w)),
        }
    }

    pub fn miss(&self, w: &[f64], e: &Example) -> f64 {
        (self.discrepancy(w, e) - self.epsilon).max(0.0)
    }

    /// The direction in which the discrepancy falls fastest.
    pub fn toward(&self, w: &[f64], e: &Example) -> Vec<f64> {
        match self.task {
            Task::Binary => scaled(&e.x, e.y),
            Task::Regression => scaled(&e.x, (e.y - dot(w, &e.x)).signum()),
            Task::Uniclass => {
                let d = sub(&e.x, w);
                scaled(&d, 1.0 / norm(&d).max(f64::MIN_POSITIVE))
            }
        }
    }

    /// The least epsilon at which `w` has no loss on any example.
    pub fn least_epsilon(&self, w: &[f64], examples: &[Example]) -> f64 {
        examples.iter().map(|e| self.discrepancy(w, e)).fold(f64::NEG_INFINITY, f64::max)
    }

    pub fn with(self, epsilon: f64) -> Self {
        Setting { epsilon, ..self }
    }

    pub fn spec(&self, name: &str) -> Spec {
        match self.task {
            Task::Binary => {
                let mut spec = Spec::named(name, "binary").unwrap();
                assert!(spec.loss.set_margin(-self.epsilon));
                spec
            }
            Task::Regression => {
                let mut spec = Spec::named(name, "regression").unwrap();
                assert!(spec.loss.set_epsilon(self.epsilon));
                spec
            }
            Task::Uniclass => {
                Spec::named(name, &format!("uniclass:radius={}", self.epsilon)).unwrap()
            }
        }
    }
}

/// A named algorithm at aggressiveness C (`None` where it has none).
pub fn tuned(setting: &Setting, name: &str, aggressiveness: Option<f64>) -> Spec {
    let mut spec = setting.spec(name);
    if let Some(c) = aggressiveness {
        spec.set_aggressiveness(c).unwrap();
    }
    spec
}

/// A learner that remembers its setting and dimension.
#[derive(Clone)]
pub struct Run {
    pub setting: Setting,
    pub learner: AnyLearner,
    pub start: Vec<f64>,
}

/// One round seen from outside.
pub struct Round {
    pub before: Vec<f64>,
    pub after: Vec<f64>,
    /// Loss to the first power, by the formulas of this module.
    pub miss: f64,
    /// The direction of Table 1 at the weights before the round.
    pub toward: Vec<f64>,
    /// The step `w' = w + tau toward` in units of the weights.
    pub tau: f64,
    pub outcome: Outcome,
}

impl Run {
    /// A fresh run over a stream; feeds the first instance of uniclass, which is not a round.
    pub fn new(spec: &Spec, setting: Setting, stream: &Stream) -> Self {
        let mut learner = spec.build().unwrap();
        learner.reserve(stream.dimension());
        let mut run = Run { setting, learner, start: Vec::new() };
        if let Some(first) = &stream.first {
            let outcome = run.learner.learn(Instance::Dense(first), Label::None).unwrap();
            assert!(!outcome.counted);
        }
        run.start = run.weights();
        if stream.first.is_none() && setting.task != Task::Uniclass {
            run.start = vec![0.0; stream.dimension()];
        }
        run
    }

    pub fn weights(&self) -> Vec<f64> {
        weights(&self.learner)
    }

    pub fn play(&mut self, e: &Example) -> Round {
        self.play_weighted(e, 1.0)
    }

    pub fn play_weighted(&mut self, e: &Example, weight: f64) -> Round {
        let before = self.weights();
        let (x, label) = (Instance::Dense(&e.x), Label::Number(e.y));
        let outcome = self.learner.learn_weighted(x, label, weight).unwrap();
        let tau = outcome.step / self.learner.tradeoff();
        let miss = self.setting.miss(&before, e);
        let toward = self.setting.toward(&before, e);
        Round { before, after: self.weights(), miss, toward, tau, outcome }
    }
}

/// The weights of the first row.
pub fn weights(learner: &AnyLearner) -> Vec<f64> {
    (0..learner.hypothesis().dimension()).map(|j| learner.weight(j, 0)).collect()
}
