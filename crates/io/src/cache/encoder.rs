//! Rows to the bytes of a cache.

use super::MAGIC;
use super::block_builder::{BlockBuilder, Numbering};
use super::frame::{self, FrameKind};
use super::header::CacheHeader;
use super::index::{FrameEntry, Index, trailer};
use crate::features::Features;
use crate::format::CsvSchema;
use crate::row::Row;

/// Encodes rows; the bytes are appended to a buffer that the caller may empty after every call.
#[derive(Debug, Default)]
pub(crate) struct Encoder {
    block: BlockBuilder,
    numbering: Numbering,
    index: Index,
    /// Bytes given out so far.
    written: u64,
    /// How many columns were unsettled in the schema written last.
    unsettled: Option<usize>,
}

impl Encoder {
    /// Appends what comes before the first row.
    pub(super) fn begin(&mut self, header: &CacheHeader, out: &mut Vec<u8>) -> Result<(), String> {
        let json = serde_json::to_vec(header).map_err(|error| error.to_string())?;
        out.extend_from_slice(&MAGIC);
        self.written += MAGIC.len() as u64;
        self.frame(FrameKind::Header, 0, out, |out, _| out.extend_from_slice(&json));
        Ok(())
    }

    /// Takes a row as it is before its features get slots, and the columns known with it.
    pub(super) fn row(
        &mut self,
        row: &Row,
        features: &Features<'_>,
        schema: Option<&CsvSchema>,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        if let Some(schema) = schema.filter(|s| self.unsettled != Some(s.unsettled())) {
            // A new block, so that a reader knows of each row the columns as they were then.
            self.flush(out);
            let json = serde_json::to_vec(schema).map_err(|error| error.to_string())?;
            self.frame(FrameKind::Columns, 0, out, |out, _| out.extend_from_slice(&json));
            self.unsettled = Some(schema.unsettled());
        }
        self.block.push(row, features, &mut self.numbering)?;
        if self.block.is_full() {
            self.flush(out);
        }
        Ok(())
    }

    /// Counts a row that was left out.
    pub(super) fn leave_out(&mut self) {
        self.index.left_out += 1;
    }

    /// Appends the last block, the index and the trailer.
    pub(super) fn end(&mut self, out: &mut Vec<u8>) {
        self.flush(out);
        let offset = self.written;
        self.frame(FrameKind::Index, 0, out, |out, encoder| encoder.index.encode(out));
        out.extend_from_slice(&trailer(offset));
    }

    fn flush(&mut self, out: &mut Vec<u8>) {
        let rows = self.block.rows();
        if rows == 0 {
            return;
        }
        if self.numbering.names.has_new() {
            self.frame(FrameKind::Names, 0, out, |out, encoder| encoder.numbering.names.flush(out));
        }
        if self.numbering.keys.has_new() {
            self.frame(FrameKind::Keys, 0, out, |out, encoder| encoder.numbering.keys.flush(out));
        }
        self.frame(FrameKind::Rows, rows as u32, out, |out, encoder| encoder.block.flush(out));
        self.index.rows += rows as u64;
    }

    fn frame(
        &mut self,
        kind: FrameKind,
        rows: u32,
        out: &mut Vec<u8>,
        fill: impl FnOnce(&mut Vec<u8>, &mut Self),
    ) {
        let start = out.len();
        if kind != FrameKind::Index {
            let (offset, rows_before) = (self.written, self.index.rows);
            self.index.entries.push(FrameEntry { kind, offset, rows_before });
        }
        frame::write(kind, rows, out, |out| fill(out, self));
        self.written += (out.len() - start) as u64;
    }
}
