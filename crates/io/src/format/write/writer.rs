//! A data file, written row by row.

use std::path::Path;

use super::error::{WriteError, WriteFault};
use super::formatter::{RowFormatter, check_group};
use super::sink::Sink;
use crate::features::FeatureSpace;
use crate::format::{Format, Writer, by_extension, by_name};
use crate::row::Row;

/// Options of a writer.
///
/// ```
/// use noregret_io::WriteOptions;
///
/// let options = WriteOptions { format: Some("vw".into()), ..WriteOptions::default() };
/// assert!(!options.groups);
/// ```
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// The name of the format; by the extension if `None`.
    pub format: Option<String>,
    /// The slots that are columns of a table, in this order; all of the space if `None`.
    pub slots: Option<Vec<u32>>,
    /// Whether there are groups: a table has a column for them, and what has no place for them is
    /// refused at once.
    pub groups: bool,
}

/// Writes rows to a file.
///
/// ```
/// use noregret_io::{DataWriter, FeatureSpace, Lookup, Row, RowBuilder, WriteOptions};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("data.svm");
/// let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
/// let mut builder = RowBuilder::default();
/// builder.label().set_number(1.0)?;
/// builder.push_index(3, 0.5)?;
/// builder.finish(Lookup::Learn(&mut space), &mut row)?;
/// let mut writer = DataWriter::create(&path, &space, &WriteOptions::default())?;
/// writer.write(&row, &space)?;
/// writer.finish()?;
/// assert_eq!(std::fs::read_to_string(path)?, "1 3:0.5\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DataWriter {
    file: String,
    format: &'static Format,
    sink: Sink,
    formatter: Box<dyn RowFormatter>,
    buffer: Vec<u8>,
    rows: u64,
}

impl DataWriter {
    /// The format that `path` and `options` ask for, without opening anything.
    ///
    /// # Errors
    /// If there is no such format or it cannot be written.
    pub fn format(path: &Path, options: &WriteOptions) -> Result<&'static Format, WriteError> {
        Ok(Self::choose(path, options)?.0)
    }

    fn choose(
        path: &Path,
        options: &WriteOptions,
    ) -> Result<(&'static Format, &'static Writer), WriteError> {
        let format = match &options.format {
            Some(name) => by_name(name).map_err(|kind| kind.to_string()),
            None => by_extension(path).ok_or_else(|| {
                "the name does not tell the format; \
                 let it end in .svm, .vw, .csv, .tsv, .jsonl or .nrc"
                    .to_owned()
            }),
        };
        let writer = format.and_then(|format| {
            let writer = format.writer.as_ref();
            Ok((format, writer.ok_or_else(|| format!("{} cannot be written", format.name))?))
        });
        writer.map_err(|reason| error(path, WriteFault::UnknownFormat(reason)))
    }

    /// Opens a path (`-` for standard output). `space` must hold all features of the data if the
    /// format [needs them](Writer::needs_all_features).
    ///
    /// # Errors
    /// If the file cannot be made or the format cannot hold these features.
    pub fn create(
        path: &Path,
        space: &FeatureSpace,
        options: &WriteOptions,
    ) -> Result<Self, WriteError> {
        let (format, writer) = Self::choose(path, options)?;
        if options.groups && !format.groups {
            let reason = format!("{} has no place for groups", format.name);
            return Err(error(path, WriteFault::Columns(reason)));
        }
        let mut formatter = (writer.formatter)(space, options);
        let mut buffer = Vec::new();
        let begun = formatter.begin(space, &mut buffer);
        begun.map_err(|reason| error(path, WriteFault::Columns(reason)))?;
        let mut sink = Sink::create(path).map_err(|fault| error(path, fault.into()))?;
        sink.write_all(&buffer).map_err(|fault| error(path, fault.into()))?;
        let file = path.to_string_lossy().into_owned();
        Ok(Self { file, format, sink, formatter, buffer, rows: 0 })
    }

    /// Writes a row.
    ///
    /// # Errors
    /// If the format cannot express the row (nothing is written of it then) or writing fails.
    pub fn write(&mut self, row: &Row, space: &FeatureSpace) -> Result<(), WriteError> {
        self.buffer.clear();
        let written = self
            .format_row(row, space)
            .map_err(|reason| WriteFault::Row { line: row.line, reason })
            .and_then(|()| Ok(self.sink.write_all(&self.buffer)?));
        written.map_err(|fault| WriteError { file: self.file.clone(), fault })?;
        self.rows += 1;
        Ok(())
    }

    fn format_row(&mut self, row: &Row, space: &FeatureSpace) -> Result<(), String> {
        if !self.format.groups {
            check_group(row, self.format.name)?;
        }
        self.formatter.row(row, space, &mut self.buffer)
    }

    /// How many rows were written.
    pub fn rows_written(&self) -> u64 {
        self.rows
    }

    /// Ends the file. Without this the last rows may be lost.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(mut self) -> Result<(), WriteError> {
        self.buffer.clear();
        self.formatter.end(&mut self.buffer);
        let written = self.sink.write_all(&self.buffer).and_then(|()| self.sink.finish());
        written.map_err(|fault| WriteError { file: self.file, fault: fault.into() })
    }
}

fn error(path: &Path, fault: WriteFault) -> WriteError {
    WriteError { file: path.to_string_lossy().into_owned(), fault }
}
