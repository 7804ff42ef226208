//! The parts that a saved state is made of: scalars as JSON, vectors as arrays by name.
//!
//! Every finite f64 survives both, so that a resumed run continues bit for bit.

use crate::error::{Error, Result};
use crate::number::all_finite;
use serde::de::DeserializeOwned;
use serde_json::Value;

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

/// What the vectors of a state are written to, one after the other.
pub trait Arrays {
    /// Takes a vector.
    fn put(&mut self, name: &str, array: Array);

    /// Takes the numbers of a table that stays where it is.
    fn copy(&mut self, name: &str, table: &[f64]) {
        self.put(name, Array::F64(table.to_vec()));
    }
}

impl Arrays for Vec<(String, Array)> {
    fn put(&mut self, name: &str, array: Array) {
        self.push((name.into(), array));
    }
}

/// A state while it is read back: arrays are taken out by name.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) scalars: Value,
    pub(crate) arrays: Vec<(String, Array)>,
}

/// The error of a state in which `what` is missing or does not fit.
pub(crate) fn damaged(what: &str) -> Error {
    Error::State(format!("the saved state lacks or garbles '{what}'"))
}

/// The error of a state in which `what` holds numbers that no run arrives at.
pub(crate) fn impossible(what: &str) -> Error {
    Error::State(format!("the saved state has a wrong {what}: no run arrives at it"))
}

/// The scalar of this name.
pub(crate) fn field<T: DeserializeOwned>(scalars: &Value, name: &str) -> Result<T> {
    let value = scalars.get(name).ok_or_else(|| damaged(name))?;
    serde_json::from_value(value.clone()).map_err(|e| Error::State(format!("{name}: {e}")))
}

impl State {
    fn take(&mut self, name: &str) -> Result<Array> {
        let at = self.arrays.iter().position(|(n, _)| n == name).ok_or_else(|| damaged(name))?;
        Ok(self.arrays.swap_remove(at).1)
    }

    pub(crate) fn reals(&mut self, name: &str) -> Result<Vec<f64>> {
        match self.take(name)? {
            Array::F64(values) if all_finite(&values) => Ok(values),
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
    fn save(&self, arrays: &mut dyn Arrays) -> Value;
    /// Reads back what [`Saved::save`] wrote.
    fn load(&mut self, state: &mut State) -> Result<()>;
}
