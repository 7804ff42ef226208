//! Rows that were read in one space and go on in another.

use super::draft::Draft;
use super::lookup::Lookup;
use super::resolve::Resolver;
use super::space::{FeatureName, FeatureSpace, NAMED, SpaceFull};
use crate::row::Row;

impl FeatureSpace {
    /// Gives the features of a row that was read in the space `from` the slots they would have got
    /// here.
    ///
    /// # Errors
    /// If all slots are taken.
    pub fn adopt(&mut self, row: &mut Row, from: &FeatureSpace) -> Result<(), SpaceFull> {
        if self.mask().is_none() && from.has_keys_in_order(&row.indices) {
            return self.adopt_keys(row, from);
        }
        let mut draft = Draft::default();
        for (slot, value) in row.features() {
            match from.name(slot) {
                Some(FeatureName::Name(name)) => draft.push_name(name, value),
                Some(FeatureName::Index(key) | FeatureName::Hashed(key)) => {
                    draft.push_index(key, value);
                }
                None => {}
            }
        }
        draft.close_row();
        let resolved = Resolver::default().resolve(&draft.row(0), Lookup::Learn(self), row);
        resolved.map_err(|_| SpaceFull)
    }

    /// Whether all these slots have integer keys, which ascend strictly.
    fn has_keys_in_order(&self, slots: &[u32]) -> bool {
        // One more than the key before.
        let mut least = 0;
        slots.iter().all(|&slot| {
            let key = self.keys().get(slot as usize).copied().filter(|&key| key != NAMED);
            let fits = key.is_some_and(|key| key >= least);
            least = key.map_or(least, |key| key + 1);
            fits
        })
    }

    /// Adopts a row whose keys ascend: it is in order already.
    fn adopt_keys(&mut self, row: &mut Row, from: &FeatureSpace) -> Result<(), SpaceFull> {
        for slot in &mut row.indices {
            let key = from.keys().get(*slot as usize).copied().unwrap_or(NAMED);
            *slot = match self.find_index(key) {
                Some(known) => known,
                None => self.add_index(key)?,
            };
        }
        (row.indexed, row.unseen) = (row.indices.len(), 0);
        Ok(())
    }
}
