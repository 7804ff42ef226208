//! A run against an adversary, with what the theorems speak of, by slow formulas.

use super::adversaries::{Adversary, T, admit};
use super::asked::{Asked, Shape};
use crate::support::realisable::{Source, learn};
use crate::support::{Rng, dot, largest, norm, p_norm, square};
use noregret_core::geometry::AnyGeometry;
use noregret_core::problem::Problem;
use noregret_core::schedule::Schedule;
use noregret_core::{AnyLearner, Outcome, Spec};

/// One round as the theorems see it.
pub struct Round {
    pub asked: Asked,
    pub outcome: Outcome,
    /// The instances.
    pub parts: Vec<Vec<f64>>,
    /// The direction that pays.
    pub worst: Vec<f64>,
    /// Constraints whose margin is missed.
    pub violated: usize,
    /// Groups with a loss.
    pub paying: usize,
    /// By how much the dual rose, where that is known.
    pub increase: Option<f64>,
}

pub struct Run {
    pub spec: Spec,
    pub shape: Shape,
    pub rounds: Vec<Round>,
    pub learner: AnyLearner,
    /// Where the weights started, in uniclass the first instance.
    pub start: Vec<f64>,
    /// R and X.
    pub largest: f64,
    pub longest: f64,
}

impl Run {
    pub fn play(spec: &Spec, adversary: Adversary, size: f64) -> Run {
        let (mut source, mut rng) = (Source::new(71), Rng::new(72));
        let n = adversary.features();
        let shape = Shape::of(&spec.problem, n);
        let mut learner = spec.build().unwrap();
        admit(spec, &mut learner);
        learner.reserve(n);
        learner.follow_progress();
        let margin = spec.loss.margin().unwrap_or(0.0);
        let (mut rounds, mut start, mut most) = (Vec::new(), vec![], 0.0f64);
        for t in 0..T {
            let e = adversary.next((t, spec, &learner), &mut source, &mut rng).scaled(size);
            let w = weights(&learner, shape);
            let asked = shape.asked(&learner.problem().clone(), margin, &e);
            let outcome = learn(&mut learner, &e, 1.0).unwrap();
            if !outcome.counted {
                start.clone_from(&e.parts[0]);
                continue;
            }
            most = e.parts.iter().map(|x| instance_size(&spec.geometry, x)).fold(most, f64::max);
            let missed = |k: &&&super::asked::Constraint| dot(&k.a, &w) - k.b < margin;
            let violated = asked.constraints().iter().filter(missed).count();
            let worst = asked.worst(&w);
            let paying = match &asked {
                Asked::Groups(groups) => {
                    let pays = |g: &&Vec<super::asked::Constraint>| {
                        Asked::Groups(vec![g.to_vec()]).loss(&spec.loss, &w) > 0.0
                    };
                    groups.iter().filter(pays).count()
                }
                Asked::Within(..) => 1,
            };
            let increase = learner.progress().and_then(|p| p.increase);
            let parts = e.parts.clone();
            rounds.push(Round { asked, outcome, parts, worst, violated, paying, increase });
        }
        if start.is_empty() {
            start = vec![0.0; shape.wide * shape.rows];
        }
        // The unit vectors of ordinal regression are instances too.
        let largest = if spec.problem.name() == "ordinal" { most.max(1.0) } else { most };
        let joint = matches!(&spec.geometry, AnyGeometry::Entropy(g) if g.joint);
        let lengths = rounds.iter().flat_map(|round: &Round| round.asked.constraints());
        let lengths = lengths.map(|k| norm(&k.a));
        let longest = match spec.problem.longest().at(largest) {
            _ if joint => largest,
            // Outputs differ by more than an instance.
            by_size if by_size.is_infinite() => lengths.fold(0.0, f64::max),
            by_size => by_size,
        };
        Run { spec: spec.clone(), shape, rounds, learner, start, largest, longest }
    }

    /// M.
    pub fn mistakes(&self) -> f64 {
        self.rounds.iter().filter(|r| r.outcome.violation).count() as f64
    }

    /// What the answers cost in all, where they are sequences.
    pub fn costs(&self) -> f64 {
        let wrong = |r: &Round| r.outcome.quality.tags().map_or(0, |counts| counts.wrong);
        self.rounds.iter().map(|r| f64::from(wrong(r))).sum()
    }

    pub fn has_mistakes(&self) -> bool {
        !matches!(self.spec.problem.name(), "regression" | "uniclass")
    }

    /// Loss of the run, and of a predictor.
    pub fn loss(&self) -> f64 {
        self.rounds.iter().map(|r| r.outcome.loss).sum()
    }

    pub fn loss_of(&self, u: &[f64]) -> f64 {
        self.rounds.iter().map(|r| r.asked.loss(&self.spec.loss, u)).sum()
    }

    pub fn regret(&self, u: &[f64]) -> f64 {
        self.loss() - self.loss_of(u)
    }

    /// The least lead of a predictor over all rounds.
    pub fn margin_of(&self, u: &[f64]) -> f64 {
        self.rounds.iter().map(|r| r.asked.lead(u)).fold(f64::INFINITY, f64::min)
    }

    /// `|u|`, in uniclass from the first instance.
    pub fn norm_of(&self, u: &[f64]) -> f64 {
        norm(&crate::support::sub(u, &self.start))
    }

    pub fn margin(&self) -> f64 {
        self.spec.loss.margin().unwrap_or(0.0)
    }

    pub fn c(&self) -> f64 {
        self.spec.schedule.constant().unwrap_or(f64::NAN)
    }

    /// `sum |a_t|^2` over the rounds with a loss.
    pub fn squares(&self) -> f64 {
        self.losing().map(|r| square(&r.worst)).sum()
    }

    pub fn losing(&self) -> impl Iterator<Item = &Round> {
        self.rounds.iter().filter(|r| r.outcome.loss > 0.0)
    }

    /// The largest `max x - min x` of an instance.
    pub fn width(&self) -> f64 {
        let parts = self.rounds.iter().flat_map(|r| &r.parts);
        parts.map(|x| spread(x)).fold(0.0, f64::max)
    }

    pub fn weights(&self) -> Vec<f64> {
        weights(&self.learner, self.shape)
    }
}

/// `max x - min x`.
pub fn spread(x: &[f64]) -> f64 {
    let high = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    high - x.iter().copied().fold(f64::INFINITY, f64::min)
}

/// The weights, row by row.
fn weights(learner: &AnyLearner, shape: Shape) -> Vec<f64> {
    let rows = (0..shape.rows).flat_map(|r| (0..shape.wide).map(move |j| (j, r)));
    rows.map(|(j, r)| learner.weight(j, r)).collect()
}

/// The dual norm of an instance.
fn instance_size(geometry: &AnyGeometry, x: &[f64]) -> f64 {
    match geometry {
        AnyGeometry::Entropy(g) => g.radius * largest(x),
        AnyGeometry::EntropyFloor(g) => g.radius * largest(x),
        AnyGeometry::Balanced(g) => g.radius * largest(x),
        AnyGeometry::PNorm(g) => p_norm(x, g.p),
        _ => norm(x),
    }
}
