//! A data file, row by row: text through a parser, or a cache of it; or rows from memory.

use std::io::{Cursor, Read};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::feed::{Feed, Job};
use super::magic::{Failed, cache_magic};
use super::options::ReadOptions;
use super::parts_taken::PartsTaken;
use super::product_parser::ProductParser;
use super::target::Target;
use super::unreadable;
use crate::cache::{self, CacheHeader, CacheReader, CacheUse, CachedRows, Found, Recorder};
use crate::error::{DataError, ErrorKind, Located, ReadError};
use crate::features::{FeatureSpace, Lookup, Products, Resolver};
use crate::format::guess::{by_name, guess_for};
use crate::format::{ConllSchema, CsvSchema, DEFAULT_FORMAT, Format, csv};
use crate::label::LabelUse;
use crate::row::{MemoryReader, MemoryRows, PendingRow, Row};
use crate::source::{BytesRead, Change, Chunker, Source, is_socket};

/// Why a file gets no cache beside it.
const BROKEN: &str = "the data has broken rows";
/// The format whose rows are those of a table.
const TABLE: &str = csv::FORMAT.name;

/// The lines at the start of a file that no limit cuts; how much more was read does not matter.
fn whole_lines(head: &[u8], longest: usize) -> &[u8] {
    match head.get(..=longest) {
        None => head,
        Some(start) => start.get(..memchr::memrchr(b'\n', start).unwrap_or(0)).unwrap_or_default(),
    }
}

/// Where rows come from.
enum Inner {
    Text(Box<Text>),
    Cache(Box<CachedRows>),
    Memory(Box<MemoryReader>),
}

/// Text on its way through a parser.
struct Text {
    name: Arc<str>,
    feed: Feed,
    /// The chunk whose rows are handed out.
    job: Job,
    /// What has happened to a file that is followed.
    change: Arc<OnceLock<Change>>,
}

impl Text {
    /// The features of the next row, the rest of it in `row`, and the columns.
    fn next(&mut self, row: &mut Row) -> Result<Found<'_>, Located> {
        while self.job.rows.is_done() {
            if !self.feed.next(&mut self.job)? {
                return Ok((None, None));
            }
        }
        Ok((self.job.rows.next(row)?, self.feed.parser().schema()))
    }
}

/// Reads rows of a file in any format.
///
/// ```
/// use noregret_io::{DataReader, FeatureSpace, Lookup, ReadOptions, Row};
///
/// let text = &b"{\"label\": \"spam\", \"words\": 12}\n{\"words\": 3}\n"[..];
/// let mut reader = DataReader::from_read("mail.jsonl", text, &ReadOptions::default())?;
/// let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
/// let mut labelled = 0;
/// while reader.read(Lookup::Learn(&mut space), &mut row)? {
///     labelled += usize::from(!row.label.is_missing());
/// }
/// assert_eq!((reader.rows_read(), labelled, reader.format().name), (2, 1, "jsonl"));
/// # Ok::<(), noregret_io::DataError>(())
/// ```
pub struct DataReader {
    inner: Inner,
    format: &'static Format,
    resolver: Resolver,
    rows: u64,
    labels: LabelUse,
    /// Takes out what says the sets and prices of rows, if anything does.
    parts: Option<Box<PartsTaken>>,
    recorder: Option<Recorder>,
    cache_fault: Option<String>,
    tokens: Option<ConllSchema>,
}

impl DataReader {
    /// Opens a path, standard input for `-`, or a socket (`tcp://HOST:PORT`, `unix://PATH`).
    ///
    /// # Errors
    /// If the file cannot be opened, or its format cannot be told.
    pub fn open(path: &Path, options: &ReadOptions) -> Result<Self, DataError> {
        if let Some(rows) = &options.memory {
            return Self::from_memory(Arc::clone(rows), options);
        }
        let stop = options.stop.as_ref();
        if path == Path::new("-") || is_socket(path) {
            let source = Source::open_until(path, stop)?;
            return Ok(Self::from_source(source, options)?.recording(None, options));
        }
        if options.follow && path.is_file() {
            return Self::from_source(Source::follow(path, stop)?, options);
        }
        if let Some(reader) = cache::open(path)? {
            return Ok(Self::cached(reader.expect(options)?, options).recording(None, options));
        }
        if matches!(options.cache, CacheUse::Beside | CacheUse::Fresh)
            && let Some(reader) = cache::open_fresh(path, options)
        {
            return Ok(Self::cached(reader, options));
        }
        let source = Source::open_until(path, stop)?;
        Ok(Self::from_source(source, options)?.recording(Some(path), options))
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

    /// Reads rows that are in memory: as those of a table, or as sparse ones.
    ///
    /// # Errors
    /// Never at once: rows that are none are found as they are read.
    pub fn from_memory(
        rows: Arc<dyn MemoryRows>,
        options: &ReadOptions,
    ) -> Result<Self, DataError> {
        let format = by_name(if rows.is_table() { TABLE } else { DEFAULT_FORMAT });
        let located = |kind: ErrorKind| Located { line: 0, fault: kind.into() };
        let format = format.map_err(|kind| located(kind).in_file(rows.name()))?;
        Ok(Self::new(Inner::Memory(Box::new(MemoryReader::new(rows))), format, options))
    }

    fn from_source(mut source: Source, options: &ReadOptions) -> Result<Self, DataError> {
        let (head, peeked) = cache_magic(&mut source.stream);
        if cache::is_cache(&head) && peeked.is_ok() {
            let reader = CacheReader::from_stream(&source.name, source.stream, &head)?;
            return Ok(Self::cached(reader.expect(options)?, options));
        }
        // A failure to read comes again, after what was read.
        source.stream =
            Box::new(Cursor::new(head).chain(Failed(peeked.err())).chain(source.stream));
        let (name, change) = (Arc::clone(&source.name), Arc::clone(&source.change));
        let mut chunker = Chunker::new(source, options.block, options.longest_line);
        let head = chunker.peek(unreadable::is_told);
        // How much more was read depends on the blocks.
        let start = head.get(..=options.longest_line).unwrap_or(head);
        let format = match (unreadable::explain(&name, start), &options.format) {
            (Some(reason), _) => Err(ErrorKind::UnknownFormat(reason)),
            (None, Some(name)) => by_name(name),
            (None, None) => guess_for(Path::new(&*name), head, options),
        };
        let located = |kind| Located { line: 0, fault: kind };
        let format = format.map_err(|kind| located(kind.into()).in_file(&name))?;
        let settled = format.settle.as_ref().map(|settle| {
            let mut options = options.clone();
            let longest = chunker.longest();
            let head = whole_lines(chunker.peek(settle.is_told), longest);
            (settle.settle)(head, &mut options)?;
            Ok(options)
        });
        let settled = settled.transpose().map_err(|located: Located| located.in_file(&name))?;
        let options = settled.as_ref().unwrap_or(options);
        let products = Products::new(&options.interact, format.separators, &options.parts);
        let parser = ProductParser::over((format.parser)(options), products);
        let feed = Feed::new(chunker, parser, options.threads);
        let text = Text { name, feed, job: Job::default(), change };
        let tokens = settled.as_ref().and_then(|settled| settled.conll.schema.clone());
        Ok(Self { tokens, ..Self::new(Inner::Text(Box::new(text)), format, options) })
    }

    fn cached(reader: CacheReader, options: &ReadOptions) -> Self {
        let (format, tokens) = (reader.format(), reader.header().tokens.clone());
        let rows = CachedRows::new(reader, options);
        Self { tokens, ..Self::new(Inner::Cache(Box::new(rows)), format, options) }
    }

    fn new(inner: Inner, format: &'static Format, options: &ReadOptions) -> Self {
        Self {
            inner,
            format,
            resolver: Resolver::default(),
            rows: 0,
            labels: options.labels,
            parts: PartsTaken::new(&options.parts),
            recorder: None,
            cache_fault: None,
            tokens: None,
        }
    }

    /// Starts to write a cache if the options want one of this source.
    fn recording(mut self, path: Option<&Path>, options: &ReadOptions) -> Self {
        let header = match &self.inner {
            Inner::Text(_) => {
                let mut header = CacheHeader::new(path, self.format.name, options);
                header.tokens = self.tokens.clone();
                header
            }
            Inner::Cache(rows) => rows.reader.header().for_copy(),
            Inner::Memory(_) => return self,
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
    pub fn read(&mut self, mut lookup: Lookup<'_>, row: &mut Row) -> Result<bool, DataError> {
        row.clear();
        if let (Inner::Cache(rows), None, None) = (&mut self.inner, &self.recorder, &self.parts)
            && rows.next_known(lookup.reborrow(), row)?
        {
            self.deliver(row);
            return Ok(true);
        }
        let found = self.advance(Target::Row(lookup, row));
        if matches!(found, Ok(true)) {
            self.deliver(row);
        }
        self.ended(found)
    }

    /// Reads the next row without giving its features slots; false at the end. What `space` could
    /// make no row of is broken, as in [`read`](Self::read); what it holds does not matter.
    ///
    /// ```
    /// use noregret_io::{DataReader, FeatureSpace, Lookup, PendingRow, ReadOptions, Resolver, Row};
    ///
    /// let text = &b"+1 3:0.5 7:2\n"[..];
    /// let mut reader = DataReader::from_read("inline", text, &ReadOptions::default())?;
    /// let mut space = FeatureSpace::dictionary();
    /// let (mut pending, mut row) = (PendingRow::default(), Row::default());
    /// assert!(reader.read_pending(&space, &mut pending)? && space.is_empty());
    /// pending.resolve(&mut Resolver::default(), Lookup::Learn(&mut space), &mut row)?;
    /// assert_eq!((row.values, space.len()), (vec![0.5, 2.0], 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_pending(
        &mut self,
        space: &FeatureSpace,
        pending: &mut PendingRow,
    ) -> Result<bool, DataError> {
        pending.clear();
        let found = self.advance(Target::Pending(space, pending));
        if matches!(found, Ok(true)) {
            self.deliver(pending.about_mut());
        }
        self.ended(found)
    }

    /// Counts a row that is returned, and takes its label for what labels are.
    #[inline(always)]
    fn deliver(&mut self, row: &mut Row) {
        self.rows += 1;
        row.label.use_as(self.labels);
    }

    /// Says where an error is, and ends the cache being written if nothing more comes.
    #[inline(always)]
    fn ended(&mut self, found: Result<bool, ReadError>) -> Result<bool, DataError> {
        let found = found.map_err(|trouble| trouble.in_file(self.name()));
        match &found {
            Ok(false) => self.end_recording(),
            Ok(true) => {}
            Err(error) => self.fail(error.is_row_error()),
        }
        found
    }

    /// Says what the labels of the rows still to be read are, which the first rows may have shown
    /// ([`ReadOptions::labels`]).
    pub fn use_labels_as(&mut self, labels: LabelUse) {
        self.labels = labels;
    }

    /// Reads the next row as one that is left out: it does not go into the cache being written,
    /// whatever is wrong with it. False at the end.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn pass_over(&mut self, space: &FeatureSpace, row: &mut Row) -> Result<bool, DataError> {
        let recorder = self.recorder.take();
        let read = self.read(Lookup::Frozen(space), row);
        self.recorder = recorder;
        match &read {
            Ok(false) => self.end_recording(),
            Err(error) if !error.is_row_error() => self.fail(false),
            _ => self.leave_out("rows of the data were left out"),
        }
        read
    }

    /// Ends the cache being written although the data may go on; one beside its source is not kept
    /// then. Whether all went well is in [`cache_fault`](Self::cache_fault).
    pub fn finish_recording(&mut self) {
        if self.recorder.is_some() {
            self.leave_out("the data was not read to its end");
            self.end_recording();
        }
    }

    /// Reads a row by way of its draft, and records it.
    #[inline(always)]
    fn advance(&mut self, mut target: Target<'_>) -> Result<bool, ReadError> {
        let Self { inner, resolver, recorder, parts, .. } = self;
        let (space, row) = target.parts();
        let (found, schema) = match inner {
            Inner::Text(text) => text.next(row)?,
            // What is written to a cache, or looked for, has names, not slots.
            Inner::Cache(rows) => {
                rows.next(space.filter(|_| recorder.is_none() && parts.is_none()), row)?
            }
            Inner::Memory(rows) => (rows.next(row)?, None),
        };
        let Some(features) = found else { return Ok(false) };
        let taken = match parts {
            None => target.take(&features, resolver),
            Some(parts) => parts.pass(&features, &mut target, resolver),
        };
        let row = target.parts().1;
        taken.map_err(|fault| Located { line: row.line, fault })?;
        // Only now is it known to be a good row.
        if let Some(Err(error)) = recorder.as_mut().map(|r| r.row(row, &features, schema)) {
            (*recorder, self.cache_fault) = (None, Some(error.to_string()));
        }
        Ok(true)
    }

    /// Ends the cache being written, if there is one.
    fn end_recording(&mut self) {
        if let Some(recorder) = self.recorder.take() {
            self.cache_fault = recorder.finish().err().map(|error| error.to_string());
        }
    }

    /// After an error: a cache that was being written may have to go, and reading may have to stop.
    fn fail(&mut self, row_error: bool) {
        match row_error {
            true => self.leave_out(BROKEN),
            false if self.recorder.take().is_some() => self.cache_fault = Some(BROKEN.into()),
            false => {}
        }
        if let (false, Inner::Text(text)) = (row_error, &mut self.inner) {
            text.feed.stop();
            text.job = Job::default();
        }
    }

    /// Counts a row that is not in the cache being written, or gives that cache up for this
    /// `reason`.
    fn leave_out(&mut self, reason: &str) {
        match &mut self.recorder {
            Some(recorder) if recorder.takes_gaps() => recorder.leave_out(),
            Some(_) => (self.recorder, self.cache_fault) = (None, Some(reason.into())),
            None => {}
        }
    }

    /// Why the cache that was asked for could not be written; known for certain after the last row.
    pub fn cache_fault(&self) -> Option<&str> {
        self.cache_fault.as_deref()
    }

    /// Goes to the row with this number from 0, or to the end if there is none, without reading
    /// what is before it, and says where it is then. Only caches can do that, only in files, and
    /// not while they are copied; `None` otherwise.
    ///
    /// # Errors
    /// If the cache is damaged.
    pub fn seek_row(&mut self, row: u64) -> Result<Option<u64>, DataError> {
        match &mut self.inner {
            Inner::Cache(rows) if self.recorder.is_none() => rows.reader.seek_row(row),
            _ => Ok(None),
        }
    }

    /// Whether the next row is still to be read from the source, which may take long if that is a
    /// pipe: all rows of the chunk read last were handed out.
    #[inline(always)]
    pub fn is_drained(&self) -> bool {
        match &self.inner {
            Inner::Text(text) => text.job.rows.is_done(),
            Inner::Cache(_) | Inner::Memory(_) => false,
        }
    }

    /// Whether the group of the row returned last is known to have ended, without the next row;
    /// false where only that can tell.
    pub fn ends_group(&self) -> bool {
        match &self.inner {
            Inner::Text(text) => self.format.ends_groups && text.job.rows.ends_group(),
            Inner::Cache(_) | Inner::Memory(_) => false,
        }
    }

    /// Why a file that was followed has ended, if something has happened to it.
    pub fn change(&self) -> Option<Change> {
        match &self.inner {
            Inner::Text(text) => text.change.get().copied(),
            Inner::Cache(_) | Inner::Memory(_) => None,
        }
    }

    /// Whether a file that was followed has ended in the middle of a row, which is left out: it
    /// was replaced or cut, or a stop was asked for.
    pub fn is_torn(&self) -> bool {
        match &self.inner {
            Inner::Text(text) => text.feed.is_torn(),
            Inner::Cache(_) | Inner::Memory(_) => false,
        }
    }

    /// How many rows were returned; 0 at the end means that the file has none.
    pub fn rows_read(&self) -> u64 {
        self.rows
    }

    /// How far reading has come.
    pub fn progress(&self) -> BytesRead {
        match &self.inner {
            Inner::Text(text) => text.feed.progress(),
            Inner::Cache(rows) => rows.reader.progress(),
            Inner::Memory(_) => BytesRead::default(),
        }
    }

    /// The file as the user named it.
    pub fn name(&self) -> &str {
        match &self.inner {
            Inner::Text(text) => &text.name,
            Inner::Cache(rows) => rows.reader.name(),
            Inner::Memory(rows) => rows.name(),
        }
    }

    /// The format it is read as; of a cache, that of its source.
    pub fn format(&self) -> &'static Format {
        self.format
    }

    /// The label, the importance, the text columns and the delimiter that the source of this cache
    /// was read with, the rest as usual.
    pub fn source_choices(&self) -> Option<ReadOptions> {
        match &self.inner {
            Inner::Text(_) | Inner::Memory(_) => None,
            Inner::Cache(rows) => Some(rows.reader.header().choices()),
        }
    }

    /// The byte between the cells of a table that is read as text.
    pub fn delimiter(&self) -> Option<u8> {
        let Inner::Text(text) = &self.inner else { return None };
        text.feed.parser().delimiter()
    }

    /// The columns and templates of tokens in columns, to be kept with a model.
    pub fn tokens(&self) -> Option<&ConllSchema> {
        self.tokens.as_ref()
    }

    /// The columns of a CSV or TSV file as known so far, to be kept with a model.
    pub fn schema(&self) -> Option<&CsvSchema> {
        match &self.inner {
            Inner::Text(text) => text.feed.parser().schema(),
            Inner::Cache(rows) => rows.reader.schema(),
            Inner::Memory(_) => None,
        }
    }
}
