//! A data file, row by row: text through a parser, or a cache of it.

use std::io::{self, Cursor, Read};
use std::path::Path;

use super::csv::CsvSchema;
use super::guess::{by_name, guess, is_enough};
use super::options::ReadOptions;
use super::parser::{RowParser, Target};
use crate::cache::{self, CacheReader, CacheUse, Header, Recorder};
use crate::error::{DataError, Fault};
use crate::features::{Draft, Lookup};
use crate::row::Row;
use crate::source::{Lines, Progress, Source};

/// Where rows come from.
enum Inner {
    Text { lines: Lines, parser: Box<dyn RowParser> },
    Cache(Box<CacheReader>),
}

/// Reads rows of a file in any format.
pub struct DataReader {
    inner: Inner,
    draft: Draft,
    format: &'static str,
    rows: u64,
    recorder: Option<Recorder>,
    cache_fault: Option<String>,
}

impl DataReader {
    /// Opens a path, or standard input for `-`.
    ///
    /// # Errors
    /// If the file cannot be opened, or its format cannot be told.
    pub fn open(path: &Path, options: &ReadOptions) -> Result<Self, DataError> {
        if path == Path::new("-") {
            return Ok(Self::from_source(Source::open(path)?, options)?.recording(None, options));
        }
        if let Some(reader) = cache::open(path)? {
            return Ok(Self::cached(reader.expect(options)?).recording(None, options));
        }
        if options.cache == CacheUse::Beside
            && let Some(reader) = cache::open_fresh(path, options)
        {
            return Ok(Self::cached(reader));
        }
        Ok(Self::from_source(Source::open(path)?, options)?.recording(Some(path), options))
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
        Ok(Self::from_source(Source::from_read(name, stream)?, options)?.recording(None, options))
    }

    fn from_source(mut source: Source, options: &ReadOptions) -> Result<Self, DataError> {
        let mut head = Vec::with_capacity(cache::MAGIC.len());
        let peeked = (&mut source.stream).take(cache::MAGIC.len() as u64).read_to_end(&mut head);
        if cache::is_cache(&head) && peeked.is_ok() {
            let reader = CacheReader::from_stream(&source.name, source.stream, &head)?;
            return Ok(Self::cached(reader.expect(options)?));
        }
        // A failure to read comes again, after what was read.
        source.stream =
            Box::new(Cursor::new(head).chain(Failed(peeked.err())).chain(source.stream));
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
        Ok(Self::of(Inner::Text { lines, parser }, format.name))
    }

    fn cached(reader: CacheReader) -> Self {
        let format = reader.format();
        Self::of(Inner::Cache(Box::new(reader)), format)
    }

    fn of(inner: Inner, format: &'static str) -> Self {
        let draft = Draft::default();
        Self { inner, draft, format, rows: 0, recorder: None, cache_fault: None }
    }

    /// Starts to write a cache if the options want one of this source.
    fn recording(mut self, path: Option<&Path>, options: &ReadOptions) -> Self {
        let header = match &self.inner {
            Inner::Text { .. } => Header::new(path, self.format, options),
            Inner::Cache(reader) => reader.header().clone(),
        };
        let recorder = match (&options.cache, path) {
            (CacheUse::Write(to), _) => Recorder::create(to, header),
            (CacheUse::Beside, Some(path)) => Recorder::beside(&cache::beside(path), path, header),
            _ => return self,
        };
        match recorder {
            Ok(recorder) => self.recorder = Some(recorder),
            Err(error) => self.cache_fault = Some(error.to_string()),
        }
        self
    }

    /// Reads the next row; false at the end.
    ///
    /// # Errors
    /// If the row is broken ([`DataError::is_row_error`]: the next call goes on with the next row)
    /// or the file cannot be read on (the next call returns false).
    pub fn read(&mut self, lookup: Lookup<'_>, row: &mut Row) -> Result<bool, DataError> {
        row.clear();
        if let (Inner::Cache(reader), None) = (&mut self.inner, &self.recorder)
            && reader.next_known(lookup.space(), row)?
        {
            self.rows += 1;
            return Ok(true);
        }
        self.draft.clear();
        let target = Target { row, draft: &mut self.draft };
        let found = match &mut self.inner {
            Inner::Text { lines, parser } => parser.next_row(lines, target),
            Inner::Cache(reader) => {
                // What is written to a cache has names, not slots.
                let space = self.recorder.is_none().then(|| lookup.space());
                reader.next_row(space, target)
            }
        };
        if self.recorder.is_some() {
            self.record(row, &found);
        }
        if !found? {
            return Ok(false);
        }
        let resolved = self.draft.resolve(lookup, row);
        resolved.map_err(|fault| self.locate_at(row.line, fault))?;
        self.rows += 1;
        Ok(true)
    }

    /// Passes on to the cache being written what was read.
    fn record(&mut self, row: &Row, found: &Result<bool, DataError>) {
        let Some(mut recorder) = self.recorder.take() else { return };
        let recorded = match found {
            Ok(true) => recorder.row(row, &self.draft, self.schema()),
            Ok(false) => {
                self.cache_fault = recorder.finish().err().map(|error| error.to_string());
                return;
            }
            Err(error) if error.is_row_error() && recorder.takes_broken() => {
                recorder.broken();
                Ok(())
            }
            Err(_) => Err(io::Error::other("the data has broken rows")),
        };
        match recorded {
            Ok(()) => self.recorder = Some(recorder),
            Err(error) => self.cache_fault = Some(error.to_string()),
        }
    }

    /// Why the cache that was asked for could not be written; known for certain after the last row.
    pub fn cache_fault(&self) -> Option<&str> {
        self.cache_fault.as_deref()
    }

    /// Goes to the row with this number from 0, or to the end if there is none, without reading what
    /// is before it. Only caches can do that, and only in files; false otherwise.
    ///
    /// # Errors
    /// If the cache is damaged.
    pub fn seek_row(&mut self, row: u64) -> Result<bool, DataError> {
        match &mut self.inner {
            Inner::Text { .. } => Ok(false),
            Inner::Cache(reader) => reader.seek_row(row),
        }
    }

    fn locate_at(&self, line: u64, fault: Fault) -> DataError {
        match &self.inner {
            Inner::Text { lines, .. } => lines.locate_at(line, fault),
            Inner::Cache(reader) => reader.locate_at(line, fault),
        }
    }

    /// How many rows were returned; 0 at the end means that the file has none.
    pub fn rows_read(&self) -> u64 {
        self.rows
    }

    /// How far reading has come.
    pub fn progress(&self) -> Progress {
        match &self.inner {
            Inner::Text { lines, .. } => lines.progress(),
            Inner::Cache(reader) => reader.progress(),
        }
    }

    /// The file as the user named it.
    pub fn name(&self) -> &str {
        match &self.inner {
            Inner::Text { lines, .. } => lines.name(),
            Inner::Cache(reader) => reader.name(),
        }
    }

    /// The name of the format it is read as; of a cache, that of its source.
    pub fn format(&self) -> &'static str {
        self.format
    }

    /// The columns of a CSV or TSV file as known so far, to be kept with a model.
    pub fn schema(&self) -> Option<&CsvSchema> {
        match &self.inner {
            Inner::Text { parser, .. } => parser.schema(),
            Inner::Cache(reader) => reader.schema(),
        }
    }
}

/// A read that fails once, or not at all.
struct Failed(Option<io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
