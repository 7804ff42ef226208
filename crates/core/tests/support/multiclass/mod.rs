//! Runs of multiclass learners.
//!
//! Every member of the ultraconservative family has its step written down once more; a run shows
//! both ends of a round.

mod family;
mod stream;

pub use family::{Member, Rule, all, conservative, mixes, rommas};
pub use stream::{Example, Stream, margin};

use super::matrix::Matrix;
use super::{basis, composition, square};
use noregret_core::hypothesis::Hypothesis;
use noregret_core::round::View;
use noregret_core::{AnyLearner, Certificate, Instance, Label, Outcome, Spec};

/// How a learner is made of its spec; hypotheses that hold the same weights pass the same tests.
pub type Build = fn(&Spec) -> AnyLearner;

/// Weights by coordinates, and as an expansion over stored instances with the linear kernel.
pub const BUILDS: &[Build] = &[
    |spec| spec.build().unwrap(),
    |spec| {
        let kernel = Some(noregret_core::kernel::Linear {}.into());
        Spec { kernel, ..spec.clone() }.build().unwrap()
    },
];

/// A learner over classes `0..k`, all declared.
#[derive(Clone)]
pub struct Run {
    pub learner: AnyLearner,
    n: usize,
}

/// One round seen from outside.
pub struct Round<'a> {
    pub e: &'a Example,
    /// `|x|^2`.
    pub a: f64,
    pub before: Matrix,
    pub after: Matrix,
    /// Scores before the round, as the learner has them.
    pub scores: Vec<f64>,
    pub outcome: Outcome,
}

impl Run {
    pub fn new(build: Build, spec: &Spec, k: usize, n: usize) -> Self {
        let mut learner = build(spec);
        learner.reserve(n);
        (0..k).for_each(|y| learner.admit_label(Label::Number(y as f64)).unwrap());
        Run { learner, n }
    }

    /// The weights by the scores of the unit instances, so that no hypothesis need name them.
    pub fn matrix(&self) -> Matrix {
        let columns: Vec<Vec<f64>> = (0..self.n).map(|j| self.scores(&basis(self.n, j))).collect();
        let rows = self.learner.hypothesis().rows();
        (0..rows).map(|r| columns.iter().map(|column| column[r]).collect()).collect()
    }

    pub fn scores(&self, x: &[f64]) -> Vec<f64> {
        let (mut view, parts) = (View::default(), [Instance::Dense(x)]);
        self.learner.hypothesis().look(&parts, &mut view);
        self.learner.hypothesis().score(&parts, self.learner.tradeoff(), &mut view);
        view.scores
    }

    pub fn play<'a>(&mut self, e: &'a Example) -> Round<'a> {
        let (before, scores) = (self.matrix(), self.scores(&e.x));
        let outcome = self.learner.learn(Instance::Dense(&e.x), e.label()).unwrap();
        Round { e, a: square(&e.x), before, after: self.matrix(), scores, outcome }
    }

    pub fn play_all(&mut self, stream: &Stream) {
        for e in &stream.examples {
            self.learner.learn(Instance::Dense(&e.x), e.label()).unwrap();
        }
    }

    pub fn violations(&self) -> f64 {
        self.learner.ledger().mistakes as f64
    }

    pub fn updates(&self) -> f64 {
        self.learner.ledger().updates as f64
    }

    pub fn certificate(&self) -> Certificate {
        self.learner.certificate()
    }
}

impl Round<'_> {
    /// Wrong classes that score above `B_y - beta`; at least `B_y` if `ties` count.
    pub fn violating(&self, beta: f64, ties: bool) -> Vec<usize> {
        let right = self.scores[self.e.y];
        let is_in = |r: usize| {
            let z = right - self.scores[r];
            r != self.e.y && if ties { z <= beta } else { z < beta }
        };
        (0..self.scores.len()).filter(|&r| is_in(r)).collect()
    }

    /// The coefficients `tau_r` of the step after everything was multiplied by `keep`.
    pub fn coefficients(&self, keep: f64) -> Vec<f64> {
        let along = |(after, before): (&Vec<f64>, &Vec<f64>)| {
            let x = &self.e.x;
            (0..x.len()).map(|j| (after[j] - keep * before[j]) * x[j]).sum::<f64>() / self.a
        };
        self.after.iter().zip(&self.before).map(along).collect()
    }
}

/// Every member with every hypothesis.
pub fn each_build(members: Vec<Member>) -> impl Iterator<Item = (Member, Build)> {
    members.into_iter().flat_map(|member| BUILDS.iter().map(move |&build| (member.clone(), build)))
}

/// A multiclass spec from its texts.
pub fn spec(loss: &str, ascent: &str, geometry: &str, schedule: &str) -> Spec {
    composition("multiclass", loss, ascent, geometry, schedule)
}
