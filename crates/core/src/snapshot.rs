//! The whole state of a learner as plain parts, for a model file: exact, so that a resumed run continues
//! bit for bit.
//!
//! Scalars travel as JSON (every finite f64 survives it), vectors as arrays by name.

use crate::error::{Error, Result};
use crate::geometry::{Domain, Link, Metric};
use crate::hypothesis::{
    AnyHypothesis, Diagonal, EuclidSpace, Hypothesis, Potential, Projected, Separable, Written,
    each_hypothesis,
};
use crate::learner::AnyLearner;
use crate::problem::Problem;
use crate::readout::{Readout, Vote};
use crate::spec::Spec;
use crate::stage::Moments;
use serde::Serialize;
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
        arrays.push(("potential".into(), Array::F64(self.stored.to_vec())));
        arrays.push(("origin".into(), Array::F64(self.origin.clone())));
        if let Some(average) = &self.average {
            arrays.push(("average".into(), Array::F64(average.lag.clone())));
        }
        json!(self)
    }

    fn load(&mut self, state: &mut Snapshot) -> Result<()> {
        *self = field(&state.scalars, "hypothesis")?;
        self.stored = state.reals("potential")?.into();
        self.origin = state.reals("origin")?;
        if let Some(average) = &mut self.average {
            average.lag = state.reals("average")?;
        }
        if self.is_consistent() { Ok(()) } else { Err(damaged("hypothesis")) }
    }
}

impl<S: Serialize + DeserializeOwned> Potential<S> {
    /// Writes the table and what is kept beside it, which is called so.
    fn save(&self, kept: &str, arrays: &mut Vec<(String, Array)>) -> Value {
        arrays.push(("potential".into(), Array::F64(self.v.clone())));
        json!({ kept: self.kept, "rows": self.rows })
    }

    /// The reverse; the parts may not fit each other.
    fn load(&mut self, kept: &str, state: &mut Snapshot) -> Result<()> {
        let scalars: Value = field(&state.scalars, "hypothesis")?;
        self.kept = field(&scalars, kept)?;
        self.rows = field(&scalars, "rows")?;
        self.v = state.reals("potential")?;
        Ok(())
    }
}

impl<G: Link> Saved for Separable<G> {
    fn save(&self, arrays: &mut Vec<(String, Array)>) -> Value {
        self.potential.save("sums", arrays)
    }

    fn load(&mut self, state: &mut Snapshot) -> Result<()> {
        self.potential.load("sums", state)?;
        if self.is_consistent() { Ok(()) } else { Err(damaged("hypothesis")) }
    }
}

impl<D: Domain> Saved for Projected<D> {
    fn save(&self, arrays: &mut Vec<(String, Array)>) -> Value {
        self.potential.save("shifts", arrays)
    }

    fn load(&mut self, state: &mut Snapshot) -> Result<()> {
        self.potential.load("shifts", state)?;
        if self.is_consistent() { Ok(()) } else { Err(damaged("hypothesis")) }
    }
}

impl<M: Metric> Saved for Diagonal<M> {
    fn save(&self, arrays: &mut Vec<(String, Array)>) -> Value {
        let Written { rows, stride, weights, potential, spread, scales } = self.write();
        for (name, table) in
            [("weights", weights), ("potential", potential), ("spread", spread), ("scales", scales)]
        {
            arrays.push((name.into(), Array::F64(table)));
        }
        json!({ "rows": rows, "stride": stride })
    }

    fn load(&mut self, state: &mut Snapshot) -> Result<()> {
        let scalars: Value = field(&state.scalars, "hypothesis")?;
        let written = Written {
            rows: field(&scalars, "rows")?,
            stride: field(&scalars, "stride")?,
            weights: state.reals("weights")?,
            potential: state.reals("potential")?,
            spread: state.reals("spread")?,
            scales: state.reals("scales")?,
        };
        if self.read(&written) { Ok(()) } else { Err(damaged("hypothesis")) }
    }
}

fn save_moments(moments: &Moments, arrays: &mut Vec<(String, Array)>) {
    arrays.push(("standard_count".into(), Array::U64(vec![moments.count])));
    arrays.push(("standard_means".into(), Array::F64(moments.means.clone())));
    arrays.push(("standard_squares".into(), Array::F64(moments.squares.clone())));
}

fn load_moments(state: &mut Snapshot) -> Result<Moments> {
    let [count] = state.large("standard_count")?[..] else { return Err(damaged("standard_count")) };
    let (means, squares) = (state.reals("standard_means")?, state.reals("standard_squares")?);
    Ok(Moments { count, means, squares })
}

fn save_vote(vote: &Vote, arrays: &mut Vec<(String, Array)>) {
    let mut keep = |name: &str, array: Array| arrays.push((format!("vote_{name}"), array));
    keep("indices", Array::U32(vote.indices.clone()));
    keep("values", Array::F64(vote.values.clone()));
    keep("ends", Array::U64(vote.ends.clone()));
    keep("rows", Array::U32(vote.rows.clone()));
    keep("coefs", Array::F64(vote.coefs.clone()));
    keep("move_ends", Array::U64(vote.move_ends.clone()));
    keep("keeps", Array::F64(vote.keeps.clone()));
    keep("known", Array::U32(vote.known.clone()));
    keep("counts", Array::U64(vote.counts.clone()));
}

fn load_vote(state: &mut Snapshot, rows: usize) -> Result<Vote> {
    let vote = Vote {
        indices: state.small("vote_indices")?,
        values: state.reals("vote_values")?,
        ends: state.large("vote_ends")?,
        rows: state.small("vote_rows")?,
        coefs: state.reals("vote_coefs")?,
        move_ends: state.large("vote_move_ends")?,
        keeps: state.reals("vote_keeps")?,
        known: state.small("vote_known")?,
        counts: state.large("vote_counts")?,
    };
    if vote.is_consistent(rows) { Ok(vote) } else { Err(damaged("vote")) }
}

impl AnyLearner {
    /// The state of this learner, which was built from `spec`.
    pub fn snapshot(&self, spec: &Spec) -> Snapshot {
        let mut arrays = Vec::new();
        let hypothesis = each_hypothesis!(&self.hypothesis, h => h.save(&mut arrays));
        if self.run.readout == Readout::Vote {
            save_vote(&self.run.vote, &mut arrays);
        }
        if let Some(standard) = &self.run.standard {
            save_moments(&standard.moments, &mut arrays);
        }
        let mut scalars = json!({
            "problem": self.problem,
            "schedule": self.schedule,
            "hypothesis": hypothesis,
            "ledger": self.run.ledger,
            "tradeoff": self.run.c,
            "floor": self.run.floor,
            "started": self.run.started,
        });
        if let Some(past) = self.run.past.as_ref().filter(|_| !spec.scope.is_current()) {
            scalars["past"] = past.save(&mut arrays);
        }
        Snapshot { spec: spec.clone(), scalars, arrays }
    }

    /// The learner of a snapshot, ready to go on.
    pub fn restore(mut state: Snapshot) -> Result<Self> {
        let mut learner = state.spec.build()?;
        learner.problem = field(&state.scalars, "problem")?;
        if learner.problem.name() != state.spec.problem.name() {
            return Err(damaged("problem"));
        }
        learner.schedule = field(&state.scalars, "schedule")?;
        learner.run.ledger = field(&state.scalars, "ledger")?;
        learner.run.c = field(&state.scalars, "tradeoff")?;
        learner.run.floor = field(&state.scalars, "floor")?;
        learner.run.started = field(&state.scalars, "started")?;
        each_hypothesis!(&mut learner.hypothesis, h => h.load(&mut state))?;
        let rows = learner.problem.rows();
        if learner.hypothesis.rows() != rows {
            return Err(damaged("rows"));
        }
        if let Some(standard) = &mut learner.run.standard {
            standard.moments = load_moments(&mut state)?;
            if !standard.is_consistent() {
                return Err(damaged("standard_means"));
            }
        }
        if learner.run.readout == Readout::Vote {
            learner.run.vote = load_vote(&mut state, rows)?;
        }
        if let Some(past) = &mut learner.run.past {
            past.load(&mut state, rows)?;
        }
        Ok(learner)
    }
}
