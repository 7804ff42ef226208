//! Rows of a cache.

use std::path::Path;
use std::sync::Arc;

use super::block_reader::{BlockReader, Dictionary};
use super::frame::{Frame, FrameKind};
use super::fresh::{agrees, columns};
use super::header::CacheHeader;
use super::index::{FrameEntry, Index};
use super::input::{INDEX, Input, Origin};
use super::{FAMILY, MAGIC};
use crate::error::{DataError, ErrorKind};
use crate::features::{Draft, FeatureSpace, Lookup};
use crate::format::{CsvSchema, Format, ReadOptions};
use crate::row::Row;
use crate::source::BytesRead;

/// Reads rows of a cache.
pub(crate) struct CacheReader {
    input: Input,
    header: CacheHeader,
    known: Dictionary,
    block: BlockReader,
    /// The columns that the reader was given, and those known so far.
    given: Option<CsvSchema>,
    schema: Option<CsvSchema>,
    /// How many rows there were up to the end of the current block.
    rows: u64,
    ended: bool,
}

impl CacheReader {
    /// Goes on with a cache after its first bytes, which were `magic`.
    pub(super) fn new(name: &str, origin: Origin, magic: &[u8]) -> Result<Self, DataError> {
        let mut input = Input::new(Arc::from(name), origin, magic.len());
        if magic != MAGIC {
            let version = magic.get(FAMILY).copied().unwrap_or(0);
            let reason =
                format!("it is of version {version}, this program reads {}", MAGIC[FAMILY]);
            return Err(input.damaged(&reason));
        }
        let frame = input.next()?;
        let header = serde_json::from_slice(input.payload()).ok();
        let header: CacheHeader = header
            .filter(|_| frame.kind == FrameKind::Header)
            .ok_or_else(|| input.damaged("its header makes no sense"))?;
        Ok(Self {
            input,
            header,
            known: Dictionary::default(),
            block: BlockReader::default(),
            given: None,
            schema: None,
            rows: 0,
            ended: false,
        })
    }

    /// From a stream, after its first bytes.
    pub(crate) fn from_stream(
        name: &str,
        stream: Box<dyn std::io::Read + Send>,
        magic: &[u8],
    ) -> Result<Self, DataError> {
        Self::new(name, Origin::Stream(stream), magic)
    }

    /// Makes the cache stand for its source: under its name, with the columns to be expected.
    pub(super) fn standing_for(mut self, source: &Path, given: Option<CsvSchema>) -> Self {
        self.input.stands_for = Some(source.to_string_lossy().into());
        self.given = given;
        self
    }

    /// Refuses options that ask for other rows than those the cache was made of.
    pub(crate) fn expect(mut self, options: &ReadOptions) -> Result<Self, DataError> {
        let fits = agrees(&self.header, options);
        fits.map_err(|reason| self.input.error(ErrorKind::Cache(reason)))?;
        self.given = options.csv.schema.clone();
        Ok(self)
    }

    /// Puts the next row into `row` and `draft`, which come cleared; false at the end. With a
    /// space, named features that it knows come as slots.
    pub(crate) fn next_row(
        &mut self,
        space: Option<&FeatureSpace>,
        row: &mut Row,
        draft: &mut Draft,
    ) -> Result<bool, DataError> {
        while self.block.left() == 0 {
            if self.ended {
                return Ok(false);
            }
            // Unless all goes well, nothing more is read.
            self.ended = true;
            self.ended = !self.next_frame()?;
        }
        if let Some(space) = space {
            self.known.names.meet(space);
        }
        let read = self.block.read(self.input.payload(), &mut self.known, space, (row, draft));
        read.map_err(|reason| self.give_up(&reason))?;
        Ok(true)
    }

    /// Puts the next row into `row` with the slots of its features, where that is quick; otherwise
    /// false, and the row is to be read by [`next_row`](Self::next_row).
    #[inline]
    pub(crate) fn next_known(
        &mut self,
        lookup: Lookup<'_>,
        row: &mut Row,
    ) -> Result<bool, DataError> {
        if self.block.left() == 0 {
            return Ok(false);
        }
        let read = self.block.read_known(self.input.payload(), (lookup, &mut self.known), row);
        read.map_err(|reason| self.give_up(&reason))
    }

    /// The error that the current block is damaged; nothing more is read.
    #[cold]
    fn give_up(&mut self, reason: &str) -> DataError {
        (self.ended, self.block) = (true, BlockReader::default());
        self.input.damaged(reason)
    }

    /// Takes the next frame; false if it is the last.
    fn next_frame(&mut self) -> Result<bool, DataError> {
        self.input.advance();
        let start = self.input.offset();
        let frame = self.input.next()?;
        if frame.kind == FrameKind::Index {
            let index = Index::parse(self.input.payload());
            let index = index.map_err(|reason| self.input.damaged(&reason))?;
            if index.rows != self.rows {
                return Err(self.input.damaged("there are not as many rows as it says"));
            }
            self.input.check_end(start)?;
            return Ok(false);
        }
        self.take(frame)?;
        Ok(true)
    }

    fn take(&mut self, frame: Frame) -> Result<(), DataError> {
        let payload = self.input.payload();
        let taken = match frame.kind {
            FrameKind::Names => self.known.names.extend(payload),
            FrameKind::Keys => self.known.keys.extend(payload),
            FrameKind::Columns => serde_json::from_slice::<CsvSchema>(payload)
                .map_err(|error| error.to_string())
                .and_then(|found| columns(self.given.as_ref(), found))
                .map(|schema| self.schema = Some(schema)),
            FrameKind::Rows => {
                self.rows += u64::from(frame.rows);
                self.block.parse(payload, frame.rows, self.header.tokens.is_some())
            }
            FrameKind::Header | FrameKind::Index => Err("it stands where it should not".into()),
        };
        taken.map_err(|reason| self.input.damaged(&reason))
    }

    /// Goes to the row with this number from 0, or to the end if there is none, and says where it
    /// is then; `None` if this cache comes from a stream that can only be read in order.
    ///
    /// # Errors
    /// If the cache is damaged.
    pub(crate) fn seek_row(&mut self, row: u64) -> Result<Option<u64>, DataError> {
        let Some(index) = self.index()? else { return Ok(None) };
        self.known.names.clear();
        self.known.keys.clear();
        self.block = BlockReader::default();
        (self.schema, self.ended) = (None, false);
        let wanted = row.min(index.rows);
        self.rows = wanted;
        let holds =
            |entry: &FrameEntry| entry.kind == FrameKind::Rows && entry.rows_before <= wanted;
        let Some(block) = index.entries.iter().rposition(holds) else {
            self.ended = true;
            return Ok(Some(wanted));
        };
        for (number, entry) in (0..).zip(&index.entries).take(block + 1) {
            let before =
                matches!(entry.kind, FrameKind::Names | FrameKind::Keys | FrameKind::Columns);
            if before || number == block as u64 {
                self.input.seek(entry.offset, number);
                self.rows = entry.rows_before;
                let frame = self.input.next()?;
                self.take(frame)?;
            }
        }
        let skipped = usize::try_from(wanted - index.entries[block].rows_before);
        self.block.skip(self.input.payload(), skipped.unwrap_or(usize::MAX));
        Ok(Some(wanted))
    }

    /// The index; `None` from a stream. Reading has to be positioned anew after it.
    pub(super) fn index(&mut self) -> Result<Option<Index>, DataError> {
        let Some(place) = self.input.find_index()? else { return Ok(None) };
        self.input.seek(place, INDEX);
        let frame = self.input.next()?;
        let index =
            Index::parse(self.input.payload()).ok().filter(|_| frame.kind == FrameKind::Index);
        index.map(Some).ok_or_else(|| self.input.damaged("its index makes no sense"))
    }

    /// The columns as the whole cache has them. Reading has to be positioned anew after it.
    pub(super) fn last_columns(&mut self, index: &Index) -> Result<Option<CsvSchema>, DataError> {
        let found = index.entries.iter().rposition(|entry| entry.kind == FrameKind::Columns);
        let Some((number, entry)) = found.and_then(|at| Some((at, index.entries.get(at)?))) else {
            return Ok(None);
        };
        self.input.seek(entry.offset, number as u64);
        let frame = self.input.next()?;
        self.take(frame)?;
        Ok(self.schema.take())
    }

    pub(crate) fn header(&self) -> &CacheHeader {
        &self.header
    }

    /// The format of the source of the cache.
    pub(crate) fn format(&self) -> &'static Format {
        self.header.format()
    }

    pub(crate) fn schema(&self) -> Option<&CsvSchema> {
        self.schema.as_ref()
    }

    pub(crate) fn name(&self) -> &str {
        self.input.stands_for.as_ref().unwrap_or(&self.input.name)
    }

    pub(crate) fn progress(&self) -> BytesRead {
        let BytesRead { bytes, total } = self.input.progress();
        match (self.input.stands_for.is_some(), &self.header.source, total) {
            // In bytes of the source, as if that were read.
            (true, Some(source), Some(all)) => {
                let bytes = u128::from(bytes) * u128::from(source.size) / u128::from(all.max(1));
                BytesRead { bytes: bytes as u64, total: Some(source.size) }
            }
            _ => BytesRead { bytes, total },
        }
    }
}
