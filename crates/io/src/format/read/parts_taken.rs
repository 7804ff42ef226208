//! The step that takes the sets and prices of rows out of their features, whatever the format.

use crate::error::Fault;
use crate::features::{Draft, Features, PartColumns};
use crate::row::Row;

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

    /// The other features of a row; the set and the price go into `row`.
    #[cold]
    pub(super) fn rest(
        &mut self,
        features: &Features<'_>,
        row: &mut Row,
    ) -> Result<Features<'_>, Fault> {
        self.columns.take(features, row, &mut self.rest)?;
        Ok(self.rest.row(0))
    }
}
