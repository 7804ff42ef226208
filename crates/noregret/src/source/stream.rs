//! Rows of several files, one after the other; broken rows stop the run or are skipped and counted.

mod files;

use super::{OnError, Window, is_socket};
use crate::observer::Observer;
use crate::words::count;
use crate::{Error, Result};
use files::explain;
use noregret_io::{
    BytesRead, Change, ConllSchema, CsvSchema, DataError, DataReader, FeatureSpace, Format,
    LabelUse, Lookup, PendingRow, ReadOptions, Row, Stop,
};
use std::path::PathBuf;

/// How many times it is said what was skipped and why.
const SHOWN: u64 = 5;

/// An open sequence of files.
pub struct Stream {
    paths: Vec<PathBuf>,
    at: usize,
    reader: Option<DataReader>,
    options: ReadOptions,
    on_error: OnError,
    /// The rows still to be left out, and those still to be read.
    window: Window,
    /// The first row of the window has not been reached.
    before_window: bool,
    /// The file that row is in.
    first: usize,
    /// The rows of the current file that were left out because of it.
    passed_over: u64,
    skipped: u64,
    /// Those of the files before the current one.
    skipped_before: u64,
    /// How often rows were skipped, one or a whole group at a time.
    refusals: u64,
    finished_bytes: u64,
    /// Features that the model knew and did not know.
    known: u64,
    unseen: u64,
    /// Whether rows may be long in coming: not all of the paths are regular files, or the last one
    /// is followed.
    live: bool,
    /// Rows read or left out so far, broken ones among them.
    rows: u64,
    /// The rows before the window are known to the model: there need not be any after them.
    seen: bool,
}

impl Stream {
    /// The files in this order; nothing is opened yet.
    pub fn new(paths: Vec<PathBuf>, options: ReadOptions, on_error: OnError) -> Self {
        let all_here = options.memory.is_some() || paths.iter().all(|path| path.is_file());
        let live = options.follow || !all_here;
        Stream {
            live,
            rows: 0,
            seen: false,
            paths,
            at: 0,
            reader: None,
            options,
            on_error,
            window: Window::ALL,
            before_window: false,
            first: 0,
            passed_over: 0,
            skipped: 0,
            refusals: 0,
            skipped_before: 0,
            finished_bytes: 0,
            known: 0,
            unseen: 0,
        }
    }

    /// Says what the labels of all further rows are.
    pub(crate) fn use_labels_as(&mut self, labels: LabelUse) {
        self.options.labels = labels;
        if let Some(reader) = &mut self.reader {
            reader.use_labels_as(labels);
        }
    }

    /// Only these rows, counted over all files.
    pub fn within(self, window: Window) -> Self {
        Stream { window, before_window: window.skip > 0, ..self }
    }

    /// Reads so many rows at most.
    pub(crate) fn at_most(mut self, rows: u64) -> Self {
        self.window.limit = rows;
        self
    }

    /// Reads no more.
    pub(crate) fn end(&mut self) {
        self.window.limit = 0;
    }

    /// Also leaves out the first `rows` of all, which a model has learned from before.
    pub(crate) fn after(mut self, rows: u64) -> Self {
        let more = rows.saturating_sub(self.window.skip);
        let limit = match self.window.limit {
            u64::MAX => u64::MAX,
            limit => limit.saturating_sub(more),
        };
        self.window = Window { skip: self.window.skip + more, limit };
        self.before_window = self.window.skip > 0;
        self.seen = true;
        self
    }

    /// Whether rows may be long in coming.
    pub(crate) fn is_live(&self) -> bool {
        self.live
    }

    /// Whether nothing in it can have been read before: all comes from sockets.
    pub(crate) fn is_new(&self) -> bool {
        self.paths.iter().all(|path| is_socket(path))
    }

    /// Rows read or left out so far, counted over all files; broken ones count too.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Whether all rows left out before the window were learned from in an earlier run.
    pub(crate) fn has_seen(&self) -> bool {
        self.seen
    }

    /// Whether reading has not gone beyond the first file that has a row to give.
    pub(crate) fn in_first_file(&self) -> bool {
        self.at == self.first
    }

    /// Which of the files is being read, from 0.
    pub(crate) fn place(&self) -> usize {
        self.at
    }

    /// The next row, going on to the next file at the end of one; false at the end of all.
    #[inline(always)]
    pub fn next(
        &mut self,
        mut lookup: Lookup<'_>,
        row: &mut Row,
        observer: &mut dyn Observer,
    ) -> Result<bool> {
        while self.at < self.paths.len() && self.window.limit > 0 {
            if self.next_in_file(lookup.reborrow(), row, observer)? {
                return Ok(true);
            }
            if self.window.limit > 0 {
                self.close(observer)?;
            }
        }
        Ok(false)
    }

    /// The next row of the current file; false at its end.
    #[inline(always)]
    pub(crate) fn next_in_file(
        &mut self,
        mut lookup: Lookup<'_>,
        row: &mut Row,
        observer: &mut dyn Observer,
    ) -> Result<bool> {
        if self.window.skip > 0 {
            self.pass_over(lookup.space(), row, observer)?;
        }
        let features = lookup.space().len();
        let more = self.read_in_file(|reader| reader.read(lookup.reborrow(), row), observer)?;
        if let (false, Lookup::Learn(space)) = (more, lookup) {
            // A row that came when a stop was asked for leaves no trace.
            space.truncate(features);
            return Ok(false);
        }
        self.known += row.indices.len() as u64;
        self.unseen += u64::from(row.unseen);
        Ok(more)
    }

    /// The next row of the current file without slots, for a space of this kind; false at its end.
    pub(crate) fn next_pending_in_file(
        &mut self,
        space: &FeatureSpace,
        row: &mut PendingRow,
        observer: &mut dyn Observer,
    ) -> Result<bool> {
        if self.window.skip > 0 {
            self.pass_over(space, &mut Row::default(), observer)?;
        }
        self.read_in_file(|reader| reader.read_pending(space, row), observer)
    }

    /// Calls `read` until it gives a good row or the current file ends.
    #[inline(always)]
    fn read_in_file(
        &mut self,
        mut read: impl FnMut(&mut DataReader) -> std::result::Result<bool, DataError>,
        observer: &mut dyn Observer,
    ) -> Result<bool> {
        if self.reader.is_none() {
            self.open()?;
        }
        loop {
            let Some(reader) = self.reader.as_mut().filter(|_| self.window.limit > 0) else {
                return Ok(false);
            };
            if self.live && reader.is_drained() {
                observer.waits()?;
            }
            let read = read(reader);
            if self.options.stop.as_ref().is_some_and(Stop::is_asked) {
                // The same as a limit here: the rest of a line that was cut off is no row.
                self.window.limit = 0;
                if reader.is_torn() {
                    let file = reader.name();
                    observer
                        .note(&format!("the last row of {file} is not whole yet and is left out"));
                }
                return Ok(false);
            }
            let row = u64::from(!matches!(read, Ok(false)));
            self.window.limit -= row;
            self.rows += row;
            match read {
                Ok(false) if reader.change().is_some() => self.reopen(observer)?,
                Ok(false) if self.before_window => self.next_file(observer)?,
                Ok(more) => {
                    self.before_window = false;
                    return Ok(more);
                }
                Err(error) if reader.rows_read() == 0 => {
                    let error = explain(&self.paths[self.at], error);
                    self.forgive(error, observer)?;
                }
                Err(error) => self.forgive(error.into(), observer)?,
            }
        }
    }

    /// Goes on with a file that was followed and has been replaced or cut, from its start.
    #[cold]
    fn reopen(&mut self, observer: &mut dyn Observer) -> Result<()> {
        let Some(reader) = self.reader.take() else { return Ok(()) };
        let happened = match reader.change() {
            Some(Change::Cut) => "was cut: it is shorter than what was read of it",
            _ => "was replaced by another file",
        };
        let torn = match reader.is_torn() {
            true => "; its last row was not whole and is left out",
            false => "",
        };
        let name = reader.name();
        observer.warning(&format!("{name} {happened}{torn}; reading it from its start"));
        self.learn_columns(&reader);
        self.open()
    }

    /// Counts a broken row, or stops because of it.
    pub(crate) fn forgive(&mut self, error: Error, observer: &mut dyn Observer) -> Result<()> {
        self.forgive_all(error, 1, observer)
    }

    /// Counts all rows of a broken example, or stops because of it.
    pub(crate) fn forgive_all(
        &mut self,
        error: Error,
        rows: u64,
        observer: &mut dyn Observer,
    ) -> Result<()> {
        if self.on_error == OnError::Stop || !error.is_row_error() {
            return Err(error);
        }
        self.skipped += rows;
        self.refusals += 1;
        if self.refusals <= SHOWN {
            observer.warning(&format!("skipped {error}"));
        } else if self.refusals == SHOWN + 1 {
            observer.warning("further skipped rows are only counted");
        }
        Ok(())
    }

    /// Leaves out the rows before the window; what is wrong with them does not matter.
    #[cold]
    fn pass_over(
        &mut self,
        space: &FeatureSpace,
        row: &mut Row,
        observer: &mut dyn Observer,
    ) -> Result<()> {
        while self.window.skip > 0 {
            self.open()?;
            let Some(reader) = &mut self.reader else { return Ok(()) };
            // A cache is not read for that.
            let sought =
                if self.passed_over == 0 { reader.seek_row(self.window.skip) } else { Ok(None) };
            if let Some(passed) = sought.map_err(|error| explain(&self.paths[self.at], error))? {
                self.window.skip -= passed;
                self.passed_over += passed;
                self.rows += passed;
                if self.window.skip > 0 {
                    self.next_file(observer)?;
                }
                continue;
            }
            match reader.pass_over(space, row) {
                Ok(false) => {
                    self.next_file(observer)?;
                    continue;
                }
                Err(error) if !error.is_row_error() => {
                    return Err(explain(&self.paths[self.at], error));
                }
                Ok(true) | Err(_) => {}
            }
            self.window.skip -= 1;
            self.passed_over += 1;
            self.rows += 1;
        }
        Ok(())
    }

    /// Goes on to a file that may have the first row of the window.
    fn next_file(&mut self, observer: &mut dyn Observer) -> Result<()> {
        self.close(observer)?;
        self.first = self.at;
        if self.at == self.paths.len() && self.seen {
            self.window = Window { skip: 0, limit: 0 };
            return Ok(());
        }
        if self.at == self.paths.len() {
            return Err(Error::Other("--skip leaves out every row there is".into()));
        }
        self.open()
    }

    /// Whether the group of the last row is known to have ended, without the next row.
    pub(crate) fn ends_group(&self) -> bool {
        self.reader.as_ref().is_some_and(DataReader::ends_group)
    }

    /// The format of the file being read.
    pub fn format(&self) -> Option<&'static Format> {
        self.reader.as_ref().map(DataReader::format)
    }

    /// How the source of the cache being read was read; as usual if it is none.
    pub(crate) fn source_choices(&self) -> ReadOptions {
        self.reader.as_ref().and_then(DataReader::source_choices).unwrap_or_default()
    }

    /// The byte between the cells of the table being read.
    pub(crate) fn delimiter(&self) -> Option<u8> {
        self.reader.as_ref().and_then(DataReader::delimiter)
    }

    /// The columns of the tables read, to be kept with the model.
    pub fn schema(&self) -> Option<CsvSchema> {
        let current = self.reader.as_ref().and_then(|r| r.schema().cloned());
        current.or_else(|| self.options.csv.schema.clone())
    }

    /// The columns and templates of the tokens read, to be kept with the model.
    pub fn tokens(&self) -> Option<ConllSchema> {
        let current = self.reader.as_ref().and_then(|reader| reader.tokens().cloned());
        current.or_else(|| self.options.conll.schema.clone())
    }

    /// Options for another pass: what this one found out about the data goes with them.
    pub(crate) fn pass_on(&self, mut options: ReadOptions) -> ReadOptions {
        options.csv.schema = self.schema();
        options.conll.schema = self.tokens();
        options.conll.memory = self.options.conll.memory.clone();
        options
    }

    /// The file being read.
    pub fn file(&self) -> String {
        let name = |p: &PathBuf| p.to_string_lossy().into_owned();
        self.paths.get(self.at).or(self.paths.last()).map(name).unwrap_or_default()
    }

    /// Warns of what no report tells: how many rows were left out, and that no feature was known.
    pub fn warn_at_end(&self, observer: &mut dyn Observer) {
        if self.skipped > 0 {
            observer.warning(&format!("{} skipped", count(self.skipped, "row")));
        }
        if self.known == 0 && self.unseen > 0 {
            let file = self.file();
            observer.warning(&format!("the model knows none of the features of {file}"));
        }
    }

    /// Whether each row is to be answered before the next is read: the next row of a pipe may be
    /// long in coming, and what is said of rows that are skipped is said in their order.
    pub(crate) fn one_at_a_time(&self) -> bool {
        self.on_error == OnError::Skip || self.live
    }

    /// Whether the next row may be long in coming: nothing is left of what was read of a pipe.
    pub(crate) fn would_wait(&self) -> bool {
        self.live && self.reader.as_ref().is_none_or(DataReader::is_drained)
    }

    /// Whether the reading was asked to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.options.stop.as_ref().is_some_and(Stop::is_asked)
    }

    /// Rows left out because they were broken.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Bytes read, and in all if that is known.
    pub fn progress(&self) -> BytesRead {
        let here = self.reader.as_ref().map_or(0, |r| r.progress().bytes);
        let size =
            |path: &PathBuf| std::fs::metadata(path).ok().filter(|m| m.is_file()).map(|m| m.len());
        let total = self.paths.iter().map(size).sum();
        BytesRead { bytes: self.finished_bytes + here, total }
    }
}
