//! The moments of standardised columns as flat arrays.

use super::Moments;
use crate::error::Result;
use crate::state::{Array, Arrays, State, damaged};

impl Moments {
    /// Writes the moments to `arrays`.
    pub(crate) fn save(&self, arrays: &mut dyn Arrays) {
        arrays.put("standard_count", Array::U64(vec![self.count]));
        arrays.copy("standard_means", &self.means);
        arrays.copy("standard_squares", &self.squares);
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
