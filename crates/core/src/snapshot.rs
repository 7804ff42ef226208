//! The whole state of a learner as plain parts, for a model file: exact, so that a resumed run
//! continues bit for bit.

use crate::error::Result;
use crate::hypothesis::Hypothesis;
use crate::learner::{AnyLearner, Merged};
use crate::problem::Problem;
use crate::readout::{Readout, Vote};
use crate::schedule::Schedule;
use crate::spec::Spec;
use crate::stage::Moments;
pub use crate::state::{Array, Arrays};
use crate::state::{Saved, State, damaged, field, impossible};
use serde_json::{Value, json};

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

impl AnyLearner {
    /// The state of this learner, which was built from `spec`.
    pub fn snapshot(&self, spec: &Spec) -> Snapshot {
        let mut arrays = Vec::new();
        let scalars = self.write(spec, &mut arrays);
        Snapshot { spec: spec.clone(), scalars, arrays }
    }

    /// Writes the vectors of this learner, which was built from `spec`, and returns the rest:
    /// [`AnyLearner::snapshot`] without a copy of large tables.
    pub fn write(&self, spec: &Spec, arrays: &mut dyn Arrays) -> Value {
        let hypothesis = self.hypothesis.save(arrays);
        if self.run.readout == Readout::Vote {
            self.run.vote.save(arrays);
        }
        if let Some(standard) = &self.run.standard {
            standard.moments.save(arrays);
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
        if let Some(merged) = &self.run.merged {
            scalars["merged"] = merged.save(arrays);
        }
        if let Some(past) = self.run.past.as_ref().filter(|_| !spec.scope.is_current()) {
            scalars["past"] = past.store.save(arrays);
        }
        scalars
    }

    /// The learner of a snapshot, ready to go on.
    pub fn restore(snapshot: Snapshot) -> Result<Self> {
        let Snapshot { spec, scalars, arrays } = snapshot;
        let mut state = State { scalars, arrays };
        let mut learner = spec.build()?;
        learner.problem = field(&state.scalars, "problem")?;
        if learner.problem.name() != spec.problem.name() {
            return Err(damaged("problem"));
        }
        learner.schedule = field(&state.scalars, "schedule")?;
        learner.run.ledger = field(&state.scalars, "ledger")?;
        learner.run.c = field(&state.scalars, "tradeoff")?;
        learner.run.floor = field(&state.scalars, "floor")?;
        learner.run.started = field(&state.scalars, "started")?;
        learner.schedule.check()?;
        if !(learner.run.floor >= 0.0 && learner.run.floor.is_finite()) {
            return Err(impossible("floor"));
        }
        if !learner.run.ledger.is_sound() {
            return Err(damaged("ledger"));
        }
        learner.hypothesis.load(&mut state)?;
        let rows = learner.problem.rows();
        if learner.hypothesis.rows() != rows {
            return Err(damaged("rows"));
        }
        if let Some(standard) = &mut learner.run.standard {
            standard.moments = Moments::load(&mut state)?;
            if !standard.is_consistent() {
                return Err(damaged("standard_means"));
            }
        }
        if state.scalars.get("merged").is_some() {
            learner.run.merged = Some(Box::new(Merged::load(&mut state, rows)?));
        }
        if learner.run.readout == Readout::Vote {
            learner.run.vote = Vote::load(&mut state, rows)?;
        }
        if let Some(past) = &mut learner.run.past {
            past.store.load(&mut state, rows)?;
        }
        if !learner.is_sound() {
            return Err(damaged("hypothesis"));
        }
        Ok(learner)
    }

    /// Whether a certificate can be read from it; before the first round there is none.
    pub(crate) fn is_sound(&self) -> bool {
        let c = self.run.c;
        let has_norm = || {
            let point = self.proving().dual(c);
            point.norm.is_finite() && !point.conjugate.is_nan()
        };
        c == 0.0 || c > 0.0 && has_norm()
    }
}
