//! What the tests of simultaneous projections share: a round of binary tasks, the steps of the paper written down once
//! more with slow searches instead of closed forms, and a runner that shows both ends of a round.

// Every test binary uses its own part of this module.
#![allow(dead_code, unreachable_pub, unused_imports, clippy::unwrap_used)]

mod scene;
mod stream;

pub use scene::{Geo, Scene, Scheme};
pub use stream::{Stream, Tasks, comparators};

use crate::common::{composition, scaled, under};
use noregret_core::{AnyLearner, Certificate, Instance, Label, Outcome, Spec};

/// What a run is made of, in the units of the paper.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub geo: Geo,
    pub gamma: f64,
    /// C.
    pub cap: f64,
}

impl Setting {
    pub fn euclid(cap: f64) -> Self {
        Setting { geo: Geo::Euclid, gamma: 1.0, cap }
    }

    pub fn entropy(gamma: f64, cap: f64) -> Self {
        Setting { geo: Geo::Entropy, gamma, cap }
    }

    pub fn spec(&self, problem: &str, ascent: &str) -> Spec {
        let geometry = if self.geo == Geo::Euclid { "euclid" } else { "entropy" };
        let loss = format!("hinge:margin={}", self.gamma);
        composition(problem, &loss, ascent, geometry, &format!("fixed:C={}", self.cap))
    }
}

/// A learner of binary tasks beside its setting.
#[derive(Clone)]
pub struct Run {
    pub learner: AnyLearner,
    pub setting: Setting,
    pub spec: Spec,
    pub n: usize,
}

/// One round seen from outside, in the units of the paper: `lambda = C d`.
pub struct Play {
    pub scene: Scene,
    pub after: Vec<f64>,
    /// Sum of the dual variables.
    pub mass: f64,
    /// What the run's own certificate gained.
    pub increase: f64,
    pub outcome: Outcome,
}

impl Run {
    pub fn new(setting: Setting, ascent: &str, n: usize) -> Self {
        Run::of(setting, setting.spec("tasks", ascent), n)
    }

    pub fn of(setting: Setting, spec: Spec, n: usize) -> Self {
        let mut learner = spec.build().unwrap_or_else(|e| panic!("{e}: {spec:?}"));
        learner.reserve(n);
        Run { learner, setting, spec, n }
    }

    pub fn learn(&mut self, tasks: &Tasks, weight: f64) -> Outcome {
        let parts: Vec<Instance<'_>> = tasks.rows.iter().map(|x| Instance::Dense(x)).collect();
        self.learner.learn_parts(&parts, Label::Each(&tasks.sides), weight).unwrap()
    }

    pub fn weights(&self) -> Vec<f64> {
        if self.learner.ledger().rounds == 0 {
            // The trade-off is known from the first round on.
            return self.setting.geo.start(self.n);
        }
        (0..self.n).map(|j| self.learner.weight(j, 0)).collect()
    }

    pub fn scene(&self, tasks: &Tasks) -> Scene {
        let Setting { geo, gamma, cap } = self.setting;
        Scene { geo, w: self.weights(), a: tasks.directions(), gamma, cap }
    }

    pub fn play(&mut self, tasks: &Tasks) -> Play {
        let (scene, before) = (self.scene(tasks), self.dual());
        let outcome = self.learn(tasks, 1.0);
        let mass = self.setting.cap * outcome.step;
        Play { scene, after: self.weights(), mass, increase: self.dual() - before, outcome }
    }

    pub fn certificate(&self) -> Certificate {
        self.learner.certificate()
    }

    /// D of the paper: C times the value at trade-off 1/C.
    pub fn dual(&self) -> f64 {
        self.setting.cap * self.certificate().dual_value.unwrap()
    }

    /// Imperfect rounds.
    pub fn imperfect(&self) -> f64 {
        self.learner.ledger().mistakes as f64
    }

    /// The same state under another ascent.
    pub fn with_ascent(&self, ascent: &str) -> Self {
        let (learner, spec) = under(&self.learner, &self.spec, ascent);
        Run { learner, spec, ..self.clone() }
    }
}

/// Plays a stream, sides against the learner where they are to be, and shows every round.
pub fn play_all(run: &mut Run, stream: &Stream, mut see: impl FnMut(&Run, &Tasks, &Play)) {
    for tasks in &stream.rounds {
        let tasks = if stream.adversarial { tasks.against(&run.weights()) } else { tasks.clone() };
        let play = run.play(&tasks);
        see(run, &tasks, &play);
    }
}

/// Every setting with a stream of every kind: both geometries, whole and real entries, small and large C.
pub fn everywhere(seed: u64, len: usize, mut see: impl FnMut(Setting, &Stream)) {
    let mut rng = crate::common::Rng::new(seed);
    for geo in [Geo::Euclid, Geo::Entropy] {
        for whole in [false, true] {
            for stream in Stream::of_every_kind(&mut rng, geo, whole, len) {
                for cap in [0.1, 0.7, 3.0] {
                    let gamma = if geo == Geo::Euclid { 1.0 } else { 0.2 };
                    see(Setting { geo, gamma, cap }, &stream);
                }
            }
        }
    }
}
