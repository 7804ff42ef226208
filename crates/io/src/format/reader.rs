//! A data file, row by row.

use std::io::Read;
use std::path::Path;

use super::csv::CsvSchema;
use super::guess::{by_name, guess, is_enough};
use super::options::ReadOptions;
use super::parser::{RowParser, Target};
use crate::error::DataError;
use crate::features::{Draft, Lookup, Products};
use crate::row::Row;
use crate::source::{Lines, Progress, Source};

/// Reads rows of a file in any format.
pub struct DataReader {
    lines: Lines,
    parser: Box<dyn RowParser>,
    draft: Draft,
    products: Option<Products>,
    format: &'static str,
    rows: u64,
}

impl DataReader {
    /// Opens a path, or standard input for `-`.
    ///
    /// # Errors
    /// If the file cannot be opened, or its format cannot be told.
    pub fn open(path: &Path, options: &ReadOptions) -> Result<Self, DataError> {
        Self::from_source(Source::open(path)?, options)
    }

    /// Reads from any stream as if it were a file called `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn from_read(
        name: &str,
        stream: impl Read + Send + 'static,
        options: &ReadOptions,
    ) -> Result<Self, DataError> {
        Self::from_source(Source::from_read(name, stream)?, options)
    }

    fn from_source(source: Source, options: &ReadOptions) -> Result<Self, DataError> {
        let mut lines = Lines::with_limits(source, options.block, options.longest_line);
        let format = match &options.format {
            Some(name) => by_name(name),
            None => {
                let name = lines.name().to_owned();
                guess(Path::new(&name), lines.peek(is_enough))
            }
        };
        let format = format.map_err(|kind| lines.locate_at(0, kind.into()))?;
        let parser = (format.parser)(options);
        let products = Products::new(&options.interact, format.name);
        Ok(Self { lines, parser, draft: Draft::default(), products, format: format.name, rows: 0 })
    }

    /// Reads the next row; false at the end.
    ///
    /// # Errors
    /// If the row is broken ([`DataError::is_row_error`]: the next call goes on with the next row)
    /// or the file cannot be read on (the next call returns false).
    pub fn read(&mut self, lookup: Lookup<'_>, row: &mut Row) -> Result<bool, DataError> {
        row.clear();
        self.draft.clear();
        let target = Target { row, draft: &mut self.draft };
        if !self.parser.next_row(&mut self.lines, target)? {
            return Ok(false);
        }
        let extended = match &mut self.products {
            Some(products) => products.extend(&mut self.draft),
            None => Ok(()),
        };
        let resolved = extended.and_then(|()| self.draft.resolve(lookup, row));
        resolved.map_err(|fault| self.lines.locate_at(row.line, fault))?;
        self.rows += 1;
        Ok(true)
    }

    /// How many rows were returned; 0 at the end means that the file has none.
    pub fn rows_read(&self) -> u64 {
        self.rows
    }

    /// How far reading has come.
    pub fn progress(&self) -> Progress {
        self.lines.progress()
    }

    /// The file as the user named it.
    pub fn name(&self) -> &str {
        self.lines.name()
    }

    /// The name of the format it is read as.
    pub fn format(&self) -> &'static str {
        self.format
    }

    /// The columns of a CSV or TSV file as known so far, to be kept with a model.
    pub fn schema(&self) -> Option<&CsvSchema> {
        self.parser.schema()
    }
}
