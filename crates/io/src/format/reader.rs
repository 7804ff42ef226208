//! A data file, row by row.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::csv::CsvSchema;
use super::feed::{Feed, Job};
use super::guess::{by_name, guess, is_enough};
use super::multiplied::Multiplied;
use super::options::ReadOptions;
use crate::error::{DataError, Located};
use crate::features::{Lookup, Products, Resolver};
use crate::row::Row;
use crate::source::{Cutter, Progress, Source};

/// Reads rows of a file in any format.
pub struct DataReader {
    name: Arc<str>,
    format: &'static str,
    feed: Feed,
    /// The chunk whose rows are handed out.
    job: Job,
    resolver: Resolver,
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
        let name = Arc::clone(&source.name);
        let mut cutter = Cutter::new(source, options.block, options.longest_line);
        let format = match &options.format {
            Some(name) => by_name(name),
            None => guess(Path::new(&*name), cutter.peek(is_enough)),
        };
        let located = |kind| Located { line: 0, fault: kind };
        let format = format.map_err(|kind| error_in(&name, located(kind.into())))?;
        let products = Products::new(&options.interact, format.name);
        let parser = Multiplied::over((format.parser)(options), products);
        let feed = Feed::new(cutter, parser, options.threads);
        let (job, resolver) = (Job::default(), Resolver::default());
        Ok(Self { name, format: format.name, feed, job, resolver, rows: 0 })
    }

    /// Reads the next row; false at the end.
    ///
    /// # Errors
    /// If the row is broken ([`DataError::is_row_error`]: the next call goes on with the next row)
    /// or the file cannot be read on (the next call returns false).
    pub fn read(&mut self, lookup: Lookup<'_>, row: &mut Row) -> Result<bool, DataError> {
        match self.advance(lookup, row) {
            Ok(found) => {
                self.rows += u64::from(found);
                Ok(found)
            }
            Err(located) => {
                let error = error_in(&self.name, located);
                if !error.is_row_error() {
                    self.feed.stop();
                    self.job = Job::default();
                }
                Err(error)
            }
        }
    }

    fn advance(&mut self, lookup: Lookup<'_>, row: &mut Row) -> Result<bool, Located> {
        row.clear();
        loop {
            if let Some(features) = self.job.sheet.next(row)? {
                let resolved = self.resolver.resolve(&features, lookup, row);
                return resolved.map(|()| true).map_err(|fault| Located { line: row.line, fault });
            }
            if !self.feed.next(&mut self.job)? {
                return Ok(false);
            }
        }
    }

    /// How many rows were returned; 0 at the end means that the file has none.
    pub fn rows_read(&self) -> u64 {
        self.rows
    }

    /// How far reading has come.
    pub fn progress(&self) -> Progress {
        self.feed.progress()
    }

    /// The file as the user named it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of the format it is read as.
    pub fn format(&self) -> &'static str {
        self.format
    }

    /// The columns of a CSV or TSV file as known so far, to be kept with a model.
    pub fn schema(&self) -> Option<&CsvSchema> {
        self.feed.parser().schema()
    }
}

fn error_in(name: &Arc<str>, located: Located) -> DataError {
    let Located { line, fault } = located;
    DataError {
        file: Arc::clone(name),
        line: (line > 0).then_some(line),
        column: fault.at.map(|at| at as u64 + 1),
        kind: fault.kind,
    }
}
