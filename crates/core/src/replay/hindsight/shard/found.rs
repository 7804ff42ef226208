//! From the shards to a learner that answers with what they have found.
//!
//! Its ledger is that of a run which plays the predictor in every round of every shard: each enters
//! its own rounds, and totals of disjoint rounds add up.

use super::Shard;
use crate::certificate::Ledger;
use crate::error::Result;
use crate::hypothesis::Hypothesis;
use crate::learner::AnyLearner;
use crate::number::Sum;
use crate::replay::hindsight::Bounds;
use crate::round::{Outcome, Term};
use crate::spec::Spec;
use crate::vector::Instance;
use serde::{Deserialize, Serialize};

/// How the rounds of a shard went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// v_k, summed afresh from the dual variables.
    #[serde(skip)]
    pub potential: Vec<f64>,
    /// What the shard adds to the certificate.
    pub ledger: Ledger,
}

impl Played {
    /// `sum_k v_k`, in the order given.
    pub fn sum<'a>(parts: impl Iterator<Item = &'a Played>) -> Vec<f64> {
        let mut sums: Vec<Sum> = Vec::new();
        for part in parts {
            sums.resize(part.potential.len(), Sum::default());
            sums.iter_mut().zip(&part.potential).for_each(|(sum, v)| sum.add(*v));
        }
        sums.iter().map(Sum::value).collect()
    }
}

impl Shard {
    /// Plays the predictor of the potentials v in every round; `spec` is its composition, and
    /// `seen` is told how each round went.
    ///
    /// # Errors
    /// If v makes no sense.
    pub fn play(&self, v: &[f64], spec: &Spec, seen: impl FnMut(Outcome, f64)) -> Result<Played> {
        self.check(v)?;
        let mut learner = AnyLearner::of_potentials(spec, v, self.c)?;
        learner.enter_rounds(&self.rounds, &self.duals, seen)?;
        Ok(Played { potential: self.potential(), ledger: learner.run.ledger })
    }
}

impl AnyLearner {
    /// A learner that answers with these potentials, and has no ledger yet.
    fn of_potentials(spec: &Spec, v: &[f64], c: f64) -> Result<AnyLearner> {
        let mut learner = spec.build()?;
        let dimension = v.len() / learner.hypothesis.rows().max(1);
        learner.reserve(dimension);
        (learner.run.c, learner.run.floor) = (c, c);
        for (row, v) in v.chunks_exact(dimension.max(1)).enumerate() {
            learner.adopt(Instance::Dense(v), &[Term { part: 0, row, coef: 1.0 }], 1.0);
        }
        Ok(learner)
    }

    /// The learner that shards have found, whose composition is `spec` at the trade-off c, with the
    /// gap of these bounds.
    ///
    /// # Errors
    /// If the composition makes no sense.
    pub fn of_shards(spec: &Spec, c: f64, parts: &[Played], bounds: &Bounds) -> Result<AnyLearner> {
        let mut learner = Self::of_potentials(spec, &Played::sum(parts.iter()), c)?;
        let ledgers: Vec<&Ledger> = parts.iter().map(|part| &part.ledger).collect();
        learner.run.ledger = Ledger::merged(&Ledger::default(), &ledgers);
        learner.bound_regret_by(bounds.gap());
        Ok(learner)
    }
}
