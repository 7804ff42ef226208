//! The files of a stream, opened and closed one after the other, and the cache that is written.

use super::Stream;
use crate::observer::Observer;
use crate::source::is_stdin;
use crate::{Error, Result};
use noregret_io::{
    CacheUse, DataError, DataReader, ErrorKind, ReadOptions, WriteError, WriteFault, model,
};
use std::path::Path;

impl Stream {
    #[cold]
    pub(super) fn open(&mut self) -> Result<()> {
        if self.reader.is_none()
            && let Some(path) = self.paths.get(self.at)
        {
            let last = self.at + 1 == self.paths.len();
            let opened = match self.options.follow && !last {
                true => {
                    DataReader::open(path, &ReadOptions { follow: false, ..self.options.clone() })
                }
                false => DataReader::open(path, &self.options),
            };
            self.reader = Some(opened.map_err(|error| explain(path, error))?);
        }
        Ok(())
    }

    pub(super) fn close(&mut self, observer: &mut dyn Observer) -> Result<()> {
        if let Some(mut reader) = self.reader.take() {
            reader.finish_recording();
            if reader.rows_read() + std::mem::take(&mut self.passed_over) == 0 {
                let what =
                    if self.skipped == self.skipped_before { "no rows" } else { "no good row" };
                return Err(Error::Other(format!("{}: the file has {what}", reader.name())));
            }
            self.skipped_before = self.skipped;
            if let Some(fault) = reader.cache_fault() {
                self.warn_no_cache(reader.name(), fault, observer)?;
            }
            self.learn_columns(&reader);
        }
        self.at += 1;
        Ok(())
    }

    /// Keeps the columns of a file that has ended: a later table is read with those of the first.
    pub(super) fn learn_columns(&mut self, reader: &DataReader) {
        self.options.csv.schema = reader.schema().cloned().or(self.options.csv.schema.take());
        self.options.conll.schema = reader.tokens().cloned().or(self.options.conll.schema.take());
        self.finished_bytes += reader.progress().bytes;
    }

    /// Ends the cache that is written, also if there are rows after the window.
    pub fn finish_cache(&mut self, observer: &mut dyn Observer) -> Result<()> {
        let Some(reader) = &mut self.reader else { return Ok(()) };
        reader.finish_recording();
        let failed = reader.cache_fault().map(|fault| (reader.name().to_owned(), fault.to_owned()));
        failed.map_or(Ok(()), |(file, fault)| self.warn_no_cache(&file, &fault, observer))
    }

    /// A cache that could not be written is a failure only if nothing else was asked for.
    fn warn_no_cache(&self, file: &str, fault: &str, observer: &mut dyn Observer) -> Result<()> {
        if let CacheUse::Write(path) = &self.options.cache {
            let fault = WriteFault::Io(std::io::Error::other(fault.to_owned()));
            let file = path.to_string_lossy().into_owned();
            return Err(Error::Write(WriteError { file, fault }));
        }
        let cache = noregret_io::cache::beside(Path::new(file));
        observer.warning(&format!("the cache {} was not written: {fault}", cache.display()));
        Ok(())
    }
}

/// What is wrong with a file that cannot be data: it may be one of our own models, or an address
/// that lacks something.
pub(super) fn explain(path: &Path, error: DataError) -> Error {
    if let ErrorKind::Address(_) = error.kind {
        return Error::Usage(error.to_string());
    }
    let unreadable = matches!(error.kind, ErrorKind::Binary | ErrorKind::Encoding);
    if unreadable && !is_stdin(path) && model::load(path).is_ok() {
        return Error::Other(format!("{}: this is a noregret model, not data", path.display()));
    }
    error.into()
}
