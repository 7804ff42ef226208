//! Runs of simultaneous projections: rounds of binary tasks.
//!
//! The steps of the paper (Amit et al.) are written down once more, with slow searches instead of
//! closed forms, next to a learner that shows both ends of a round.

mod paper_round;
mod reduction;
mod stream;

pub use paper_round::{PaperRound, Scheme};
pub use reduction::{ASCENTS, learner, same};
pub use stream::{Stream, Tasks, comparators};

use super::{Geometry, Rng, composition, with_ascent};
use noregret_core::{AnyLearner, Certificate, Instance, Label, Outcome, Spec};

/// What a run is made of, in the units of the paper.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub geo: Geometry,
    pub gamma: f64,
    /// C.
    pub cap: f64,
}

impl Setting {
    pub fn euclid(cap: f64) -> Self {
        Setting { geo: Geometry::Euclid, gamma: 1.0, cap }
    }

    pub fn entropy(gamma: f64, cap: f64) -> Self {
        Setting { geo: Geometry::Entropy, gamma, cap }
    }

    pub fn spec(&self, problem: &str, ascent: &str) -> Spec {
        let geometry = self.geo.text();
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
    pub paper: PaperRound,
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

    pub fn paper(&self, tasks: &Tasks) -> PaperRound {
        let Setting { geo, gamma, cap } = self.setting;
        PaperRound { geo, w: self.weights(), a: tasks.directions(), gamma, cap }
    }

    pub fn play(&mut self, tasks: &Tasks) -> Play {
        let (paper, before) = (self.paper(tasks), self.dual());
        let outcome = self.learn(tasks, 1.0);
        let mass = self.setting.cap * outcome.step;
        Play { paper, after: self.weights(), mass, increase: self.dual() - before, outcome }
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

    /// A copy of the run that goes on under another ascent.
    pub fn with_ascent(&self, ascent: &str) -> Self {
        let (learner, spec) = with_ascent(&self.learner, &self.spec, ascent);
        Run { learner, spec, ..self.clone() }
    }
}

/// Plays a stream, chooses sides against the learner if it is adversarial, and shows every round.
pub fn play_all(run: &mut Run, stream: &Stream, mut see: impl FnMut(&Run, &Tasks, &Play)) {
    for tasks in &stream.rounds {
        let tasks = if stream.adversarial { tasks.against(&run.weights()) } else { tasks.clone() };
        let play = run.play(&tasks);
        see(run, &tasks, &play);
    }
}

/// Every setting with a stream of every kind: both geometries, whole and real entries, small and
/// large C.
pub fn everywhere(seed: u64, len: usize, mut see: impl FnMut(Setting, &Stream)) {
    let mut rng = Rng::new(seed);
    for geo in [Geometry::Euclid, Geometry::Entropy] {
        for whole in [false, true] {
            for stream in Stream::of_every_kind(&mut rng, geo, whole, len) {
                for cap in [0.1, 0.7, 3.0] {
                    let gamma = if geo == Geometry::Euclid { 1.0 } else { 0.2 };
                    see(Setting { geo, gamma, cap }, &stream);
                }
            }
        }
    }
}
