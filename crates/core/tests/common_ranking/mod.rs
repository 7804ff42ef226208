//! What the tests of label ranking share: rounds with label sets, the potentials of both geometries written down once more,
//! and a runner that reads the coefficients of a step off the weights.

// Every test binary uses its own part of this module.
#![allow(dead_code, unreachable_pub, unused_imports, clippy::unwrap_used)]

mod stream;

pub use stream::{Kind, Round, Stream, comparators};

use crate::common::{composition, dot, square, under};
use noregret_core::{AnyLearner, Certificate, Instance, Label, Outcome, Spec};

pub type Matrix = Vec<Vec<f64>>;

/// Updates I, II and III.
pub const UPDATES: [&str; 3] = ["fixed:on=mistake", "exact", "joint"];

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Geo {
    Euclid,
    Entropy,
}

impl Geo {
    /// `h(a) = G(theta + a x) - G(theta)` for a label with weights w.
    pub fn rise(self, w: &[f64], x: &[f64], a: f64) -> f64 {
        match self {
            Geo::Euclid => a * dot(w, x) + 0.5 * a * a * square(x),
            Geo::Entropy => w.iter().zip(x).map(|(w, x)| w * (a * x).exp()).sum::<f64>().ln(),
        }
    }

    /// The weights after moving by a.
    pub fn moved(self, w: &[f64], x: &[f64], a: f64) -> Vec<f64> {
        match self {
            Geo::Euclid => w.iter().zip(x).map(|(w, x)| w + a * x).collect(),
            Geo::Entropy => {
                let up: Vec<f64> = w.iter().zip(x).map(|(w, x)| w * (a * x).exp()).collect();
                let total: f64 = up.iter().sum();
                up.iter().map(|u| u / total).collect()
            }
        }
    }

    /// The score after moving by a.
    pub fn score(self, w: &[f64], x: &[f64], a: f64) -> f64 {
        dot(&self.moved(w, x, a), x)
    }

    /// By how much a label moved along x.
    fn coefficient(self, before: &[f64], after: &[f64], x: &[f64]) -> f64 {
        match self {
            Geo::Euclid => {
                let step: Vec<f64> = after.iter().zip(before).map(|(a, b)| a - b).collect();
                dot(&step, x) / square(x)
            }
            Geo::Entropy => {
                let logs: Vec<f64> = after.iter().zip(before).map(|(a, b)| (a / b).ln()).collect();
                let centre = x.iter().sum::<f64>() / x.len() as f64;
                let apart: Vec<f64> = x.iter().map(|x| x - centre).collect();
                dot(&logs, &apart) / square(&apart)
            }
        }
    }

    /// kappa: `<x, hess G x>` is at most this.
    pub fn curvature(self, x: &[f64]) -> f64 {
        let ends = x.iter().fold((f64::MAX, f64::MIN), |(l, h), &x| (l.min(x), h.max(x)));
        match self {
            Geo::Euclid => square(x),
            Geo::Entropy => (ends.1 - ends.0).powi(2) / 4.0,
        }
    }

    /// The sum of f over the labels.
    pub fn complexity(self, u: &Matrix) -> f64 {
        let n = u[0].len() as f64;
        let of = |u: &Vec<f64>| match self {
            Geo::Euclid => 0.5 * square(u),
            Geo::Entropy => u.iter().filter(|u| **u > 0.0).map(|u| u * (n * u).ln()).sum(),
        };
        u.iter().map(of).sum()
    }

    /// The complexity by which the certificate measures.
    pub fn level(self, u: &Matrix) -> f64 {
        if self == Geo::Euclid { (2.0 * self.complexity(u)).sqrt() } else { self.complexity(u) }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub geo: Geo,
    pub gamma: f64,
    /// C.
    pub cap: f64,
    pub labels: usize,
    pub n: usize,
}

impl Setting {
    pub fn spec(&self, ascent: &str) -> Spec {
        let geometry = if self.geo == Geo::Euclid { "euclid" } else { "entropy" };
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
            let start = if geo == Geo::Euclid { 0.0 } else { 1.0 / n as f64 };
            return vec![vec![start; n]; labels];
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
            scores: before.iter().map(|w| dot(w, &round.x)).collect(),
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

    /// The same state under another ascent.
    pub fn with_ascent(&self, ascent: &str) -> Self {
        let (learner, spec) = under(&self.learner, &self.spec, ascent);
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
        let scores: Vec<f64> = self.after.iter().map(|w| dot(w, &self.round.x)).collect();
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
