//! The state of each hypothesis over features as flat arrays.

use super::{
    AnyHypothesis, Diagonal, EuclidSpace, Hypothesis, LinkSpace, Means, Potential, Projected,
    average::Average, diagonal::Written, each_hypothesis,
};
use crate::error::Result;
use crate::geometry::{Adaptive, Domain, Link};
use crate::state::{Arrays, Saved, State, damaged, field, impossible};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

impl Saved for EuclidSpace {
    fn save(&self, arrays: &mut dyn Arrays) -> Value {
        arrays.copy("potential", &self.stored);
        arrays.copy("origin", &self.origin);
        if let Some(average) = &self.average {
            arrays.copy("average", &average.lag);
        }
        json!(self)
    }

    fn load(&mut self, state: &mut State) -> Result<()> {
        let is_apart = self.is_apart();
        let fresh = std::mem::replace(self, field(&state.scalars, "hypothesis")?).average;
        self.stored = state.reals("potential")?.into();
        self.origin = state.reals("origin")?;
        if let Some(average) = &mut self.average {
            average.lag = state.reals("average")?;
        }
        if !self.is_sound() {
            return Err(impossible("scale or squares of the hypothesis"));
        }
        if !continues(&self.average, &fresh) {
            return Err(impossible("average"));
        }
        let fits = self.is_consistent() && self.is_apart() == is_apart;
        if fits { Ok(()) } else { Err(damaged("hypothesis")) }
    }
}

/// Whether an average is kept where one is asked for, and is that of a run.
pub(super) fn continues(average: &Option<Average>, fresh: &Option<Average>) -> bool {
    match (average, fresh) {
        (Some(average), Some(fresh)) => average.continues(fresh),
        (None, None) => true,
        _ => false,
    }
}

impl<S: Serialize + DeserializeOwned> Potential<S> {
    /// Writes the table, and what is kept beside it under the name `kept`.
    fn save(&self, kept: &str, arrays: &mut dyn Arrays) -> Value {
        arrays.copy("potential", &self.v);
        json!({ kept: self.kept, "rows": self.rows })
    }

    /// Reads what [`Potential::save`] wrote; the parts may not fit each other.
    fn load(&mut self, kept: &str, state: &mut State) -> Result<()> {
        let scalars: Value = field(&state.scalars, "hypothesis")?;
        self.kept = field(&scalars, kept)?;
        self.rows = field(&scalars, "rows")?;
        self.v = state.reals("potential")?;
        Ok(())
    }
}

/// The average that is written beside the other scalars of a hypothesis.
fn averaged<T: DeserializeOwned>(state: &State) -> Result<T> {
    let scalars: Value = field(&state.scalars, "hypothesis")?;
    field(&scalars, "average")
}

impl Means {
    /// Writes the tables.
    fn save(&self, arrays: &mut dyn Arrays) {
        arrays.copy("average", &self.sums);
        arrays.copy("average_marks", &self.marks);
    }

    fn load(&mut self, state: &mut State) -> Result<()> {
        self.sums = state.reals("average")?;
        self.marks = state.reals("average_marks")?;
        Ok(())
    }
}

impl<G: Link> Saved for LinkSpace<G> {
    fn save(&self, arrays: &mut dyn Arrays) -> Value {
        let mut scalars = self.potential.save("sums", arrays);
        if let Some(average) = &self.average {
            average.means.save(arrays);
            scalars["average"] = json!(average);
        }
        scalars
    }

    fn load(&mut self, state: &mut State) -> Result<()> {
        self.potential.load("sums", state)?;
        if let Some(average) = &mut self.average {
            *average = averaged(state)?;
            average.means.load(state)?;
        }
        if self.is_consistent() { Ok(()) } else { Err(damaged("hypothesis")) }
    }
}

impl<D: Domain> Saved for Projected<D> {
    fn save(&self, arrays: &mut dyn Arrays) -> Value {
        let mut scalars = self.potential.save("shifts", arrays);
        if let Some(average) = &self.average {
            average.means.save(arrays);
            scalars["average"] = json!(average);
        }
        scalars
    }

    fn load(&mut self, state: &mut State) -> Result<()> {
        self.potential.load("shifts", state)?;
        if let Some(average) = &mut self.average {
            *average = averaged(state)?;
            average.means.load(state)?;
        }
        if self.is_consistent() { Ok(()) } else { Err(damaged("hypothesis")) }
    }
}

impl<M: Adaptive> Saved for Diagonal<M> {
    fn save(&self, arrays: &mut dyn Arrays) -> Value {
        let [weights, potential, spread, scales] = self.tables();
        arrays.copy("weights", &weights);
        arrays.copy("potential", &potential);
        arrays.copy("spread", &spread);
        arrays.copy("scales", &scales);
        let mut scalars = json!({ "rows": self.rows(), "stride": self.stride() });
        if let Some(means) = &self.average {
            means.save(arrays);
            scalars["average"] = json!(means);
        }
        scalars
    }

    fn load(&mut self, state: &mut State) -> Result<()> {
        let scalars: Value = field(&state.scalars, "hypothesis")?;
        let written = Written {
            rows: field(&scalars, "rows")?,
            stride: field(&scalars, "stride")?,
            weights: state.reals("weights")?,
            potential: state.reals("potential")?,
            spread: state.reals("spread")?,
            scales: state.reals("scales")?,
        };
        if let Some(means) = &mut self.average {
            *means = averaged(state)?;
            means.load(state)?;
        }
        let fits = self.read(written)
            && self.average.as_ref().is_none_or(|means| {
                means.is_consistent(self.rows(), self.rows() * self.dimension())
            });
        if fits { Ok(()) } else { Err(damaged("hypothesis")) }
    }
}

impl Saved for AnyHypothesis {
    fn save(&self, arrays: &mut dyn Arrays) -> Value {
        each_hypothesis!(self, h => h.save(arrays))
    }

    fn load(&mut self, state: &mut State) -> Result<()> {
        each_hypothesis!(self, h => h.load(state))
    }
}
