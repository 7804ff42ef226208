//! The whole state of a learner as plain parts, for a model file: exact, so that a resumed run continues
//! bit for bit.
//!
//! Scalars travel as JSON (every finite f64 survives it), vectors as arrays by name.

use crate::error::{Error, Result};
use crate::geometry::Link;
use crate::hypothesis::{AnyHypothesis, EuclidSpace, Separable, each_hypothesis};
use crate::learner::AnyLearner;
use crate::readout::Readout;
use crate::spec::Spec;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A vector of the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Array {
    /// Reals.
    F64(Vec<f64>),
    /// Small counts and indices.
    U32(Vec<u32>),
    /// Large counts.
    U64(Vec<u64>),
}

/// The state of a learner.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The choice it was built from.
    pub spec: Spec,
    /// Everything that is not a vector.
    pub scalars: Value,
    /// The vectors.
    pub arrays: Vec<(String, Array)>,
}

pub(crate) fn damaged(what: &str) -> Error {
    Error::State(format!("the saved state lacks or garbles '{what}'"))
}

pub(crate) fn field<T: DeserializeOwned>(scalars: &Value, name: &str) -> Result<T> {
    let value = scalars.get(name).ok_or_else(|| damaged(name))?;
    serde_json::from_value(value.clone()).map_err(|e| Error::State(format!("{name}: {e}")))
}

impl Snapshot {
    fn take(&mut self, name: &str) -> Result<Array> {
        let at = self.arrays.iter().position(|(n, _)| n == name).ok_or_else(|| damaged(name))?;
        Ok(self.arrays.swap_remove(at).1)
    }

    pub(crate) fn reals(&mut self, name: &str) -> Result<Vec<f64>> {
        match self.take(name)? {
            Array::F64(values) if values.iter().all(|x| x.is_finite()) => Ok(values),
            _ => Err(damaged(name)),
        }
    }

    pub(crate) fn small(&mut self, name: &str) -> Result<Vec<u32>> {
        if let Array::U32(values) = self.take(name)? { Ok(values) } else { Err(damaged(name)) }
    }

    pub(crate) fn large(&mut self, name: &str) -> Result<Vec<u64>> {
        if let Array::U64(values) = self.take(name)? { Ok(values) } else { Err(damaged(name)) }
    }
}

/// A hypothesis that can be written out and read back exactly.
pub(crate) trait Saved {
    /// Writes the vectors to `arrays`, returns the rest.
    fn save(&self, arrays: &mut Vec<(String, Array)>) -> Value;
    /// The reverse.
    fn load(&mut self, state: &mut Snapshot) -> Result<()>;
}

impl Saved for EuclidSpace {
    fn save(&self, arrays: &mut Vec<(String, Array)>) -> Value {
        arrays.push(("potential".into(), Array::F64(self.stored.clone())));
        arrays.push(("origin".into(), Array::F64(self.origin.clone())));
        if let Some(average) = &self.average {
            arrays.push(("average".into(), Array::F64(average.lag.clone())));
        }
        json!(self)
    }

    fn load(&mut self, state: &mut Snapshot) -> Result<()> {
        *self = field(&state.scalars, "hypothesis")?;
        self.stored = state.reals("potential")?;
        self.origin = state.reals("origin")?;
        if let Some(average) = &mut self.average {
            average.lag = state.reals("average")?;
        }
        Ok(())
    }
}

impl<G: Link> Saved for Separable<G> {
    fn save(&self, arrays: &mut Vec<(String, Array)>) -> Value {
        arrays.push(("potential".into(), Array::F64(self.v.clone())));
        json!({ "sums": self.sums })
    }

    fn load(&mut self, state: &mut Snapshot) -> Result<()> {
        let scalars: Value = field(&state.scalars, "hypothesis")?;
        self.sums = field(&scalars, "sums")?;
        self.v = state.reals("potential")?;
        Ok(())
    }
}

impl AnyLearner {
    /// The state of this learner, which was built from `spec`.
    pub fn snapshot(&self, spec: &Spec) -> Snapshot {
        let mut arrays = Vec::new();
        let hypothesis = each_hypothesis!(&self.hypothesis, h => h.save(&mut arrays));
        if self.readout == Readout::Vote {
            arrays.push(("vote_indices".into(), Array::U32(self.vote.indices.clone())));
            arrays.push(("vote_values".into(), Array::F64(self.vote.values.clone())));
            arrays.push(("vote_ends".into(), Array::U64(self.vote.ends.clone())));
            arrays.push(("vote_coefs".into(), Array::F64(self.vote.coefs.clone())));
            arrays.push(("vote_keeps".into(), Array::F64(self.vote.keeps.clone())));
            arrays.push(("vote_counts".into(), Array::U64(self.vote.counts.clone())));
        }
        let scalars = json!({
            "problem": self.problem,
            "schedule": self.schedule,
            "hypothesis": hypothesis,
            "ledger": self.ledger,
            "tradeoff": self.c,
            "floor": self.floor,
            "started": self.started,
        });
        Snapshot { spec: spec.clone(), scalars, arrays }
    }

    /// The learner of a snapshot, ready to go on.
    pub fn restore(mut state: Snapshot) -> Result<Self> {
        let mut learner = state.spec.build()?;
        learner.problem = field(&state.scalars, "problem")?;
        learner.schedule = field(&state.scalars, "schedule")?;
        learner.ledger = field(&state.scalars, "ledger")?;
        learner.c = field(&state.scalars, "tradeoff")?;
        learner.floor = field(&state.scalars, "floor")?;
        learner.started = field(&state.scalars, "started")?;
        each_hypothesis!(&mut learner.hypothesis, h => h.load(&mut state))?;
        if learner.readout == Readout::Vote {
            let vote = &mut learner.vote;
            vote.indices = state.small("vote_indices")?;
            vote.values = state.reals("vote_values")?;
            vote.ends = state.large("vote_ends")?;
            vote.coefs = state.reals("vote_coefs")?;
            vote.keeps = state.reals("vote_keeps")?;
            vote.counts = state.large("vote_counts")?;
        }
        Ok(learner)
    }
}
