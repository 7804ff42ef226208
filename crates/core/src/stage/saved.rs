//! The moments of standardised columns as flat arrays.

use super::Moments;
use crate::error::Result;
use crate::state::{Array, State, damaged};

impl Moments {
    /// Writes the moments to `arrays`.
    pub(crate) fn save(&self, arrays: &mut Vec<(String, Array)>) {
        arrays.push(("standard_count".into(), Array::U64(vec![self.count])));
        arrays.push(("standard_means".into(), Array::F64(self.means.clone())));
        arrays.push(("standard_squares".into(), Array::F64(self.squares.clone())));
    }

    /// Reads back what [`Moments::save`] wrote.
    pub(crate) fn load(state: &mut State) -> Result<Self> {
        let [count] = state.large("standard_count")?[..] else {
            return Err(damaged("standard_count"));
        };
        let (means, squares) = (state.reals("standard_means")?, state.reals("standard_squares")?);
        Ok(Moments { count, means, squares })
    }
}
