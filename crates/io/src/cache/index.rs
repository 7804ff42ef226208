//! The last frame of a cache: where the others are, so that a row can be found without reading what
//! is before it.
//!
//! Payload: rows in all (u64), rows left out (u64), frames (u32), and for each frame its kind, its
//! place in bytes and how many rows are before it ([`integers`](super::integers)). After the frame
//! come 16 bytes: its own place (u64) and their xxh3-64.

use xxhash_rust::xxh3::xxh3_64;

use super::bytes::{Bytes, Damage, garbled};
use super::frame::FrameKind;
use super::integers::{self, Integers};

/// The bytes after the last frame.
pub(super) const TRAILER: usize = 16;

/// A frame in the index.
#[derive(Debug, Clone, Copy)]
pub(super) struct FrameEntry {
    pub(super) kind: FrameKind,
    pub(super) offset: u64,
    pub(super) rows_before: u64,
}

/// The index of a cache: where its frames are.
#[derive(Debug, Default)]
pub(super) struct Index {
    pub(super) rows: u64,
    pub(super) left_out: u64,
    pub(super) entries: Vec<FrameEntry>,
}

impl Index {
    /// Appends the payload of the index.
    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.rows.to_le_bytes());
        out.extend_from_slice(&self.left_out.to_le_bytes());
        out.extend_from_slice(&(self.entries.len() as u32).to_le_bytes());
        integers::encode(self.entries.iter().map(|entry| entry.kind.number()), out);
        integers::encode(self.entries.iter().map(|entry| entry.offset), out);
        integers::encode(self.entries.iter().map(|entry| entry.rows_before), out);
    }

    /// Reads the index from a payload.
    pub(super) fn parse(payload: &[u8]) -> Result<Self, Damage> {
        let mut bytes = Bytes::new(payload);
        let (rows, left_out, count) = (bytes.u64()?, bytes.u64()?, bytes.u32()? as usize);
        let kinds = Integers::parse(&mut bytes, count)?;
        let offsets = Integers::parse(&mut bytes, count)?;
        let before = Integers::parse(&mut bytes, count)?;
        bytes.end()?;
        // Frames are at different places, so two of them take a byte each and bound the count.
        if count > payload.len() {
            return Err(garbled("frames"));
        }
        let entry = |at| {
            let kind =
                FrameKind::numbered(kinds.get(payload, at)).ok_or_else(|| garbled("frames"))?;
            let (offset, rows_before) = (offsets.get(payload, at), before.get(payload, at));
            Ok(FrameEntry { kind, offset, rows_before })
        };
        let entries = (0..count).map(entry).collect::<Result<_, Damage>>()?;
        Ok(Self { rows, left_out, entries })
    }
}

/// What follows the index that starts at `offset`.
pub(super) fn trailer(offset: u64) -> [u8; TRAILER] {
    let place = offset.to_le_bytes();
    let mut trailer = [0; TRAILER];
    trailer[..8].copy_from_slice(&place);
    trailer[8..].copy_from_slice(&xxh3_64(&place).to_le_bytes());
    trailer
}

/// Where the index is, from what follows it.
pub(super) fn place(bytes: &[u8; TRAILER]) -> Option<u64> {
    let offset = bytes.first_chunk().map(|&b| u64::from_le_bytes(b))?;
    (trailer(offset) == *bytes).then_some(offset)
}
