//! A row whose features have no slots yet: keys, names and columns as they were listed.
//!
//! What is read before anything is decided about it leaves no trace in a feature space. A row that
//! is refused or held out then need not be taken out of one, and any other gets the slots it would
//! have got had it been read when its turn came.

use super::{Row, RowError};
use crate::error::Fault;
use crate::features::{Draft, FeatureName, FeatureSpace, Features, Lookup, Resolver};
use crate::label::LabelUse;

/// A row without slots.
///
/// ```
/// use noregret_io::{FeatureSpace, Lookup, PendingRow, Resolver, Row, RowBuilder};
///
/// let mut builder = RowBuilder::default();
/// builder.push_name("height", 1.8)?;
/// builder.label().set_name("tall");
/// let mut space = FeatureSpace::dictionary();
/// let pending = builder.finish_pending(&space)?;
/// assert_eq!((pending.about().label.text().as_deref(), space.len()), (Some("tall"), 0));
/// let mut row = Row::default();
/// pending.resolve(&mut Resolver::default(), Lookup::Learn(&mut space), &mut row)?;
/// assert_eq!((row.values, space.find("height")), (vec![1.8], Some(row.indices[0])));
/// # Ok::<(), noregret_io::RowError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct PendingRow {
    /// All but the features.
    about: Row,
    /// The features, as the first row of a draft.
    draft: Draft,
}

impl PendingRow {
    /// Takes the slots from a row that was resolved in `space`.
    pub fn of(row: &Row, space: &FeatureSpace) -> Self {
        let mut pending = Self::default();
        pending.about.copy_about(row);
        for (slot, value) in row.features() {
            match space.name(slot) {
                Some(FeatureName::Name(name)) => pending.draft.push_name(name, value),
                Some(FeatureName::Index(key) | FeatureName::Hashed(key)) => {
                    pending.draft.push_index(key, value);
                }
                None => {}
            }
        }
        pending.draft.close_row();
        pending
    }

    /// The label, the importance, the tag, the group and the line; it has no features.
    pub fn about(&self) -> &Row {
        &self.about
    }

    /// The sum of the absolute values as listed, which bounds every norm of the row.
    pub fn absolute_sum(&self) -> f64 {
        self.draft.row(0).absolute_sum()
    }

    /// Takes the label for what labels are said to be.
    pub fn use_label_as(&mut self, labels: LabelUse) {
        self.about.label.use_as(labels);
    }

    /// Puts the row into `row`, whatever was there, with the slots that a reader would give it now.
    ///
    /// # Errors
    /// If there is no slot left for a new feature, or the row was read for a space of another kind
    /// and a repeated feature sums to a value that is not finite in this one.
    pub fn resolve(
        &self,
        resolver: &mut Resolver,
        lookup: Lookup<'_>,
        row: &mut Row,
    ) -> Result<(), RowError> {
        row.clear();
        row.copy_about(&self.about);
        Ok(resolver.resolve(&self.draft.row(0), lookup, row)?)
    }

    /// Back to an empty row, keeping the buffers.
    pub(crate) fn clear(&mut self) {
        self.about.clear();
        self.draft.clear();
    }

    pub(crate) fn about_mut(&mut self) -> &mut Row {
        &mut self.about
    }

    /// Keeps the features of a row, unless a space of this kind could make no row of them.
    pub(crate) fn keep(
        &mut self,
        features: &Features<'_>,
        space: &FeatureSpace,
        resolver: &mut Resolver,
    ) -> Result<(), Fault> {
        resolver.check(features, space)?;
        self.draft.clear();
        self.draft.copy_row(features);
        Ok(())
    }
}
