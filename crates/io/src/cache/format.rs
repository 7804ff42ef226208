//! The cache in the list of formats.

use super::encoder::Encoder;
use super::header::CacheHeader;
use crate::error::{ErrorKind, Located};
use crate::features::{Draft, FeatureName, FeatureSpace};
use crate::format::{
    ColumnSupport, Format, ReadOptions, RowFormatter, RowParser, RowTarget, Writer,
};
use crate::row::Row;
use crate::source::Lines;

/// The cache in the list of formats. Caches are recognised before any format is tried.
pub(crate) const FORMAT: Format = Format {
    name: "nrc",
    extensions: &["nrc"],
    description: "binary cache of any of these, written by convert and --cache",
    columns: ColumnSupport::Ignored,
    separators: Some("=^"),
    importance: true,
    groups: true,
    ends_groups: false,
    is_cache: true,
    writer: Some(Writer {
        needs_all_features: false,
        numbers_features: false,
        formatter: |_, _| Box::new(Formatter::default()),
    }),
    sniff: |_| false,
    settle: None,
    parser: |_| Box::new(NotACache { reported: false }),
};

/// The parser of a file that is called a cache and is none: it reports that, once.
struct NotACache {
    reported: bool,
}

impl RowParser for NotACache {
    fn next_row(&mut self, _: &mut Lines<'_>, _: RowTarget<'_>) -> Result<bool, Located> {
        if std::mem::replace(&mut self.reported, true) {
            return Ok(false);
        }
        let reason = "this is not a cache, though it is read as one (nrc)";
        Err(Located { line: 0, fault: ErrorKind::Cache(reason.into()).into() })
    }

    fn fork(&self) -> Option<Box<dyn RowParser>> {
        None
    }
}

/// Caches rows that have slots already. Where a namespace ends is not known any more, so `--hash`
/// will not give names of VW text the slots that the text would;
/// [`CacheUse::Write`](super::CacheUse::Write) does.
#[derive(Default)]
struct Formatter {
    encoder: Encoder,
    draft: Draft,
}

impl RowFormatter for Formatter {
    fn begin(&mut self, _: &FeatureSpace, out: &mut Vec<u8>) -> Result<(), String> {
        let header = CacheHeader::new(None, FORMAT.name, &ReadOptions::default());
        self.encoder.begin(&header, out)
    }

    fn row(&mut self, row: &Row, space: &FeatureSpace, out: &mut Vec<u8>) -> Result<(), String> {
        self.draft.clear();
        for (slot, value) in row.features() {
            match space.name(slot) {
                Some(FeatureName::Name(name)) => self.draft.push_named(name, 0, value),
                Some(FeatureName::Index(key) | FeatureName::Hashed(key)) => {
                    self.draft.push_index(key, value);
                }
                None => {}
            }
        }
        self.draft.close_row();
        self.encoder.row(row, &self.draft.row(0), None, out)
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        self.encoder.end(out);
    }
}
