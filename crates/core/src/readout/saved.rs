//! The stored updates of a vote as flat arrays.

use super::Vote;
use crate::error::Result;
use crate::state::{Array, Arrays, State, damaged};

impl Vote {
    /// Writes the stored updates to `arrays`.
    pub(crate) fn save(&self, arrays: &mut dyn Arrays) {
        let mut keep = |name: &str, array: Array| arrays.put(&format!("vote_{name}"), array);
        keep("indices", Array::U32(self.indices.clone()));
        keep("values", Array::F64(self.values.clone()));
        keep("ends", Array::U64(self.ends.clone()));
        keep("rows", Array::U32(self.rows.clone()));
        keep("coefs", Array::F64(self.coefs.clone()));
        keep("move_ends", Array::U64(self.move_ends.clone()));
        keep("keeps", Array::F64(self.keeps.clone()));
        keep("known", Array::U32(self.known.clone()));
        keep("counts", Array::U64(self.counts.clone()));
    }

    /// Reads back what [`Vote::save`] wrote; every row is below `rows`.
    pub(crate) fn load(state: &mut State, rows: usize) -> Result<Self> {
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
}
