//! The step that takes the sets and prices of rows out of their features, whatever the format.

use super::target::Target;
use crate::error::Fault;
use crate::features::{Draft, Features, PartColumns, Resolver};

/// The features to take out, and where the others go.
pub(super) struct PartsTaken {
    columns: PartColumns,
    rest: Draft,
}

impl PartsTaken {
    /// The step; `None` if there is nothing to take out.
    pub(super) fn new(columns: &PartColumns) -> Option<Box<Self>> {
        let step = || Box::new(Self { columns: columns.clone(), rest: Draft::default() });
        (!columns.is_empty()).then(step)
    }

    /// Puts a row where it goes, its set and price apart from the features.
    #[cold]
    pub(super) fn pass(
        &mut self,
        features: &Features<'_>,
        target: &mut Target<'_>,
        resolver: &mut Resolver,
    ) -> Result<(), Fault> {
        self.columns.take(features, target.parts().1, &mut self.rest)?;
        target.take(&self.rest.row(0), resolver)
    }
}
