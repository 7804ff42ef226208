//! Rows of a cache on their way to the learner: as drafts, and with the products of `--interact` if
//! the cache was written without them.

use super::reader::CacheReader;
use crate::error::{DataError, Located, ReadError};
use crate::features::{Draft, FeatureSpace, Features, Lookup, Products};
use crate::format::{CsvSchema, ReadOptions};
use crate::row::Row;

/// A cache and the row that was read of it last.
pub(crate) struct CachedRows {
    pub(crate) reader: CacheReader,
    draft: Draft,
    products: Option<Products>,
}

/// The features of the next row, if there is one, and the columns.
pub(crate) type Found<'a> = (Option<Features<'a>>, Option<&'a CsvSchema>);

impl CachedRows {
    pub(crate) fn new(reader: CacheReader, options: &ReadOptions) -> Self {
        let written = reader.header().is_multiplied();
        let products = Products::new(&options.interact, reader.format().separators, &options.parts);
        Self { reader, draft: Draft::default(), products: products.filter(|_| !written) }
    }

    /// Puts the next row into `row` with its slots, where that is quick.
    #[inline]
    pub(crate) fn next_known(
        &mut self,
        lookup: Lookup<'_>,
        row: &mut Row,
    ) -> Result<bool, DataError> {
        if self.products.is_some() {
            return Ok(false);
        }
        self.reader.next_known(lookup, row)
    }

    /// Puts the next row into `row`, all but its features.
    pub(crate) fn next(
        &mut self,
        space: Option<&FeatureSpace>,
        row: &mut Row,
    ) -> Result<Found<'_>, ReadError> {
        self.draft.clear();
        // Products need the names of their factors.
        let space = space.filter(|_| self.products.is_none());
        let found = self.reader.next_row(space, row, &mut self.draft)?;
        if let (true, Some(products)) = (found, &mut self.products) {
            let added = products.extend(&mut self.draft);
            added.map_err(|fault| Located { line: row.line, fault })?;
        }
        self.draft.close_row();
        Ok((found.then(|| self.draft.row(0)), self.reader.schema()))
    }
}
