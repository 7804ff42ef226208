//! Runs of label ranking: rounds with label sets.
//!
//! A run reads the coefficients of a step off the weights.

mod stream;

pub use stream::{Kind, Round, Stream, comparators};

use super::matrix::{Matrix, scores};
use super::{Geometry, composition, dot, with_ascent};
use noregret_core::{AnyLearner, Certificate, Instance, Label, Outcome, Spec};

/// Updates I, II and III.
pub const UPDATES: [&str; 3] = ["fixed:on=mistake", "exact", "joint"];

#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub geo: Geometry,
    pub gamma: f64,
    /// C.
    pub cap: f64,
    pub labels: usize,
    pub n: usize,
}

impl Setting {
    pub fn spec(&self, ascent: &str) -> Spec {
        let geometry = self.geo.text();
        let loss = format!("hinge:margin={}", self.gamma);
        composition("label-ranking", &loss, ascent, geometry, &format!("fixed:C={}", self.cap))
    }
}

#[derive(Clone)]
pub struct Run {
    pub learner: AnyLearner,
    pub setting: Setting,
    pub spec: Spec,
}

/// One round seen from outside, in the units of the paper.
pub struct Play {
    pub setting: Setting,
    pub round: Round,
    pub before: Matrix,
    pub after: Matrix,
    /// Coefficients read off the weights.
    pub alpha: Vec<f64>,
    pub scores: Vec<f64>,
    /// A, as reported.
    pub mass: f64,
    /// What the certificate gained.
    pub increase: f64,
    pub outcome: Outcome,
}

impl Run {
    pub fn new(setting: Setting, ascent: &str) -> Self {
        let spec = setting.spec(ascent);
        let mut learner = spec.build().unwrap_or_else(|e| panic!("{e}"));
        learner.reserve(setting.n);
        for r in 0..setting.labels {
            learner.admit_label(Label::Number(r as f64)).unwrap();
        }
        Run { learner, setting, spec }
    }

    pub fn weights(&self) -> Matrix {
        let Setting { geo, labels, n, .. } = self.setting;
        if self.learner.ledger().rounds == 0 {
            // The trade-off is known from the first round on.
            return vec![geo.start(n); labels];
        }
        (0..labels).map(|r| (0..n).map(|j| self.learner.weight(j, r)).collect()).collect()
    }

    pub fn learn(&mut self, round: &Round) -> Outcome {
        let set: Vec<Label<'_>> = round.relevant.iter().map(|&r| Label::Number(r as f64)).collect();
        let (at, values) = round.sparse();
        let x = if round.dense {
            Instance::Dense(&round.x)
        } else {
            Instance::sparse(&at, &values).unwrap()
        };
        self.learner.learn(x, Label::Set(&set)).unwrap()
    }

    /// A step of any size between two labels, by an ascent that takes unit steps on any loss.
    pub fn push(&mut self, x: &[f64], better: usize, worse: usize, size: f64) {
        let pair = [(Label::Number(better as f64), Label::Number(worse as f64))];
        let weight = size / self.setting.cap;
        self.learner.learn_weighted(Instance::Dense(x), Label::Pairs(&pair), weight).unwrap();
    }

    pub fn play(&mut self, round: &Round) -> Play {
        let (before, dual) = (self.weights(), self.dual());
        let outcome = self.learn(round);
        let (setting, after) = (self.setting, self.weights());
        let pairs = before.iter().zip(&after);
        let alpha = pairs.map(|(b, a)| setting.geo.coefficient(b, a, &round.x)).collect();
        Play {
            setting,
            round: round.clone(),
            scores: scores(&before, &round.x),
            before,
            after,
            alpha,
            mass: setting.cap * outcome.step,
            increase: self.dual() - dual,
            outcome,
        }
    }

    pub fn certificate(&self) -> Certificate {
        self.learner.certificate()
    }

    /// D of the paper.
    pub fn dual(&self) -> f64 {
        self.setting.cap * self.certificate().dual_value.unwrap()
    }

    pub fn mistakes(&self) -> f64 {
        self.learner.ledger().mistakes as f64
    }

    /// A copy of the run that goes on under another ascent.
    pub fn with_ascent(&self, ascent: &str) -> Self {
        let (learner, spec) = with_ascent(&self.learner, &self.spec, ascent);
        Run { learner, spec, ..self.clone() }
    }
}

impl Play {
    /// `gamma A - sum h_y(alpha_y)`.
    pub fn increase_of(&self, mass: f64, alpha: &[f64]) -> f64 {
        let rises = self.before.iter().zip(alpha);
        let rise: f64 = rises.map(|(w, a)| self.setting.geo.rise(w, &self.round.x, *a)).sum();
        self.setting.gamma * mass - rise
    }

    /// `sum alpha_y (new score) + C (new loss) - gamma A`: 0 at the optimum of the round.
    pub fn gap(&self) -> f64 {
        let scores = scores(&self.after, &self.round.x);
        let Setting { gamma, cap, .. } = self.setting;
        dot(&self.alpha, &scores) + cap * self.round.loss_of(&scores, gamma) - gamma * self.mass
    }

    /// The worst pair, if there is one.
    pub fn worst(&self) -> Option<(usize, usize)> {
        self.round.worst(&self.scores)
    }

    pub fn is_mistake(&self) -> bool {
        self.worst().is_some_and(|(r, s)| self.scores[r] <= self.scores[s])
    }

    /// Whether neither rounding nor the order of equals decides about the worst pair.
    pub fn is_steady(&self) -> bool {
        let Some((r, s)) = self.worst() else { return true };
        let margin = self.scores[r] - self.scores[s];
        let relevant = |y: usize| self.round.relevant.contains(&y);
        let alone = (0..self.scores.len()).filter(|&y| y != r && y != s).all(|y| {
            let rival = if relevant(y) { r } else { s };
            (self.scores[y] - self.scores[rival]).abs() > 1e-12
        });
        alone && margin.abs() > 1e-12 && (margin - self.setting.gamma).abs() > 1e-12
    }
}
