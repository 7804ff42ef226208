//! Caches are read or refused: as they are, and with checksums that are right, behind which the
//! rest of the file can be anything.

use crate::text::drain;
use noregret_io::{DataReader, FeatureSpace, ReadOptions};
use std::io::Cursor;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// The bytes before the first frame: magic and version.
const MAGIC: usize = 8;
/// The head of a frame: kind, rows, length, checksum.
const HEAD: usize = 24;
/// The head without the checksum.
const COVERED: usize = 16;

/// A cache as a stream.
pub fn cache(bytes: &[u8]) {
    for bytes in [bytes.to_vec(), sealed(bytes)] {
        if let Ok(reader) = DataReader::from_read("data", Cursor::new(bytes), &options()) {
            drain(reader, FeatureSpace::dictionary());
        }
    }
}

/// A cache as a file, which is mapped into memory and has an index.
pub fn cache_file(bytes: &[u8]) {
    let Ok(file) = tempfile::NamedTempFile::new() else { return };
    if std::fs::write(file.path(), sealed(bytes)).is_err() {
        return;
    }
    for row in [0, 1, 5] {
        if let Ok(mut reader) = DataReader::open(file.path(), &options())
            && reader.seek_row(row).is_ok()
        {
            drain(reader, FeatureSpace::dictionary());
        }
    }
}

/// Bytes that begin like a cache are read as one, whatever the format.
fn options() -> ReadOptions {
    ReadOptions { format: Some("nrc".into()), ..ReadOptions::default() }
}

/// The bytes with the right magic, and in every frame a checksum that fits.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if let Some(magic) = bytes.first_chunk_mut::<MAGIC>() {
        *magic = *b"\x93NRC\r\n\x1a\x02";
    }
    let mut at = MAGIC;
    while let Some(frame) = bytes.get_mut(at..).and_then(|rest| rest.split_at_mut_checked(HEAD)) {
        let (head, rest) = frame;
        let length = head.get(8..).and_then(<[u8]>::first_chunk).map(|&b| u64::from_le_bytes(b));
        let Some(length) = length.and_then(|length| usize::try_from(length).ok()) else { break };
        let Some(payload) = rest.get(..length) else { break };
        let checksum = xxh3_64_with_seed(payload, xxh3_64(&head[..COVERED]));
        head[COVERED..].copy_from_slice(&checksum.to_le_bytes());
        at += HEAD + length;
    }
    bytes
}
