//! Whether a cache may stand for a file.
//!
//! Beside its source (`data.svm.nrc` for `data.svm`) it is fresh if the source has the size and the
//! time of change that the header says, was read with the options that are asked for now, and no
//! row was left out. A table may also be asked for with the columns that reading it found: they
//! give the same rows.
//!
//! A cache opened by its own name decides how its source was read; options that say something else
//! are refused.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::header::{CacheHeader, Fingerprint, RecordedOptions};
use super::input::Origin;
use super::reader::CacheReader;
use super::{FORMAT, MAGIC, is_cache};
use crate::error::{DataError, ErrorKind};
use crate::format::{ColumnSupport, CsvSchema, HeaderChoice, LabelChoice, ReadOptions};

/// The path of the cache that a reader keeps beside a file.
///
/// ```
/// use std::path::Path;
/// let cache = noregret_io::cache::beside(Path::new("data.svm"));
/// assert_eq!(cache, Path::new("data.svm.nrc"));
/// ```
pub fn beside(source: &Path) -> PathBuf {
    let mut name = source.as_os_str().to_owned();
    name.push(".");
    name.push(FORMAT.name);
    PathBuf::from(name)
}

/// Opens a file if it is a plain cache.
pub(crate) fn open(path: &Path) -> Result<Option<CacheReader>, DataError> {
    let name = path.to_string_lossy();
    let failed = |error| DataError {
        file: name.as_ref().into(),
        line: None,
        column: None,
        kind: ErrorKind::Io(error),
    };
    // Asked before it is opened: a named pipe is opened only once.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Ok(None);
    }
    let mut file = File::open(path).map_err(failed)?;
    let mut head = Vec::with_capacity(MAGIC.len());
    file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut head).map_err(failed)?;
    if !is_cache(&head) {
        return Ok(None);
    }
    CacheReader::new(&name, Origin::File(file), &head).map(Some)
}

/// The cache beside `source`, under the name of the source, if it is fresh.
pub(crate) fn open_fresh(source: &Path, options: &ReadOptions) -> Option<CacheReader> {
    let mut reader = open(&beside(source)).ok()??;
    let now = Fingerprint::read(source)?;
    if reader.header().source.as_ref() != Some(&now) {
        return None;
    }
    let index = reader.index().ok()??;
    let mut given = options.csv.schema.clone();
    if index.left_out > 0 || !same_options(reader.header(), options) {
        return None;
    }
    if given != reader.header().reading.schema {
        let found = reader.last_columns(&index).ok()?;
        if given.is_none() || found != given {
            return None;
        }
    } else if given.is_some() {
        given = None;
    }
    reader.seek_row(0).ok()?;
    Some(reader.standing_for(source, given))
}

/// Whether the source was read as `options` ask, apart from the columns.
fn same_options(header: &CacheHeader, options: &ReadOptions) -> bool {
    let (was, asked) = (&header.reading, RecordedOptions::new(options));
    let format = was.format == asked.format || asked.format.as_ref() == Some(&header.format);
    let limits = (was.delimiter, was.longest_line) == (asked.delimiter, asked.longest_line);
    // With columns given, what else was said about them is not used.
    let columns = asked.schema.is_some() && is_table(header)
        || (was.label == asked.label
            && was.header == asked.header
            && was.categorical == asked.categorical
            && same_cells(was, &asked));
    let chosen = (&was.weight, &was.group, &was.text) == (&asked.weight, &asked.group, &asked.text);
    let products = (&was.interact, &was.parts) == (&asked.interact, &asked.parts);
    format && limits && columns && chosen && products && same_tokens(header, &asked)
}

/// Whether tokens have the same features and lines.
fn same_tokens(header: &CacheHeader, asked: &RecordedOptions) -> bool {
    let (was, found) = (&header.reading, &header.tokens);
    let features = match &asked.tokens {
        Some(model) => found.as_ref() == Some(model),
        None => was.tokens.is_none() && was.templates == asked.templates,
    };
    found.is_none() || (features && was.echo == asked.echo)
}

/// Whether cells mean the same numbers and the same missing ones.
fn same_cells(was: &RecordedOptions, asked: &RecordedOptions) -> bool {
    was.missing == asked.missing
        && was.missing_numbers == asked.missing_numbers
        && was.decimal_comma == asked.decimal_comma
}

/// Whether options may be used on a cache opened by its own name; what is wrong otherwise.
pub(super) fn agrees(header: &CacheHeader, options: &ReadOptions) -> Result<(), String> {
    let (was, asked) = (&header.reading, RecordedOptions::new(options));
    if asked.format.as_deref().is_some_and(|name| name != header.format && name != FORMAT.name) {
        return Err(format!("this is a cache of {} data; leave out --format", header.format));
    }
    let differs = |what| {
        Err(format!(
            "the cache was written with another {what}; convert the data again, or leave that out"
        ))
    };
    let named = match header.format().columns {
        ColumnSupport::Table => asked.schema.is_none(),
        ColumnSupport::Keys => true,
        ColumnSupport::Refused(_) | ColumnSupport::Ignored => false,
    };
    // The usual label is what is taken if nobody names one.
    let labelled = !matches!(asked.label, LabelChoice::Auto | LabelChoice::Usual);
    if named && labelled && asked.label != was.label {
        return differs("label");
    }
    if !was.interact.is_empty() && was.interact != asked.interact {
        return differs("--interact");
    }
    if !was.interact.is_empty() && was.parts != asked.parts {
        return differs("set or price of tasks");
    }
    if let Some(found) = &header.tokens {
        let others = asked.tokens.is_some() && asked.tokens.as_ref() != Some(found);
        if others || (asked.templates.is_some() && asked.templates != was.templates) {
            return differs("--templates");
        }
        if labelled && (asked.label == LabelChoice::None) == found.tagged {
            return differs("label");
        }
    }
    if named && asked.weight.is_some() && asked.weight != was.weight {
        return differs("--weight");
    }
    if named && asked.group.is_some() && asked.group != was.group {
        return differs("--group");
    }
    if named && !asked.text.is_empty() && asked.text != was.text {
        return differs("--text");
    }
    if !is_table(header) {
        return Ok(());
    }
    if asked.delimiter.is_some_and(|byte| was.delimiter.is_some_and(|old| old != byte)) {
        return differs("delimiter");
    }
    if asked.schema.is_some() {
        return Ok(());
    }
    if asked.header != HeaderChoice::Auto && asked.header != was.header {
        return differs("--header");
    }
    if !asked.categorical.is_empty() && asked.categorical != was.categorical {
        return differs("--categorical");
    }
    let usual = RecordedOptions::new(&ReadOptions::default());
    if !same_cells(&asked, &usual) && !same_cells(was, &asked) {
        return differs("--missing or --decimal");
    }
    Ok(())
}

fn is_table(header: &CacheHeader) -> bool {
    header.format().columns == ColumnSupport::Table
}

/// The columns `found` in a cache for a reader that was `given` some.
pub(super) fn columns(given: Option<&CsvSchema>, found: CsvSchema) -> Result<CsvSchema, String> {
    match given {
        None => Ok(found),
        Some(given) => given.joined(&found).map_err(|reason| {
            format!("the data does not fit the model: {reason}; use the text it was made of")
        }),
    }
}
