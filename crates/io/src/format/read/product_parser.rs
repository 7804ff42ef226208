//! A parser whose rows get the products of `--interact` before they are done.
//!
//! The step sees one row at a time, so it is made wherever the row is parsed.

use super::chunk_rows::RowTarget;
use super::parser::RowParser;
use crate::error::Located;
use crate::features::Products;
use crate::format::CsvSchema;
use crate::source::Lines;

/// A parser and the products to add to what it finds.
pub(crate) struct ProductParser {
    inner: Box<dyn RowParser>,
    products: Products,
}

impl ProductParser {
    /// The parser itself if there is nothing to add.
    pub(crate) fn over(
        inner: Box<dyn RowParser>,
        products: Option<Products>,
    ) -> Box<dyn RowParser> {
        match products {
            Some(products) => Box::new(Self { inner, products }),
            None => inner,
        }
    }
}

impl RowParser for ProductParser {
    fn next_row(
        &mut self,
        lines: &mut Lines<'_>,
        mut target: RowTarget<'_>,
    ) -> Result<bool, Located> {
        if !self.inner.next_row(lines, target.reborrow())? {
            return Ok(false);
        }
        let added = self.products.extend(target.draft);
        added.map(|()| true).map_err(|fault| Located { line: target.row.line, fault })
    }

    fn fork(&self) -> Option<Box<dyn RowParser>> {
        let products = self.products.clone();
        self.inner.fork().map(|inner| Box::new(Self { inner, products }) as Box<dyn RowParser>)
    }

    fn revision(&self) -> u64 {
        self.inner.revision()
    }

    fn is_clean(&self) -> bool {
        self.inner.is_clean()
    }

    fn finish(&mut self) -> Result<(), Located> {
        self.inner.finish()
    }

    fn delimiter(&self) -> Option<u8> {
        self.inner.delimiter()
    }

    fn schema(&self) -> Option<&CsvSchema> {
        self.inner.schema()
    }
}
