//! Frames: `kind` (4 letters), `rows` (u32), `length` (u64), `checksum` (u64), then `length` bytes.
//!
//! The checksum is xxh3-64 of the bytes, seeded with the xxh3-64 of the 16 bytes before it, so that
//! it covers everything. Numbers are little-endian.

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// The bytes before the payload.
pub(super) const FRAME: usize = 24;

/// The kinds of frames, by what they hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameKind {
    /// The source and how it was read.
    Header,
    /// Names of features, numbered on from those before.
    Names,
    /// Integer keys, numbered on from those before.
    Keys,
    /// The columns of a table as known from the next row on.
    Columns,
    /// Rows.
    Rows,
    /// Where the other frames are.
    Index,
}

const KINDS: [(FrameKind, [u8; 4]); 6] = [
    (FrameKind::Header, *b"head"),
    (FrameKind::Names, *b"name"),
    (FrameKind::Keys, *b"keys"),
    (FrameKind::Columns, *b"cols"),
    (FrameKind::Rows, *b"rows"),
    (FrameKind::Index, *b"tail"),
];

impl FrameKind {
    /// Its place in the list of kinds, as the index writes it.
    pub(super) fn number(self) -> u64 {
        KINDS.iter().take_while(|(kind, _)| *kind != self).count() as u64
    }

    /// The kind of frame with this number.
    pub(super) fn numbered(number: u64) -> Option<Self> {
        KINDS.get(usize::try_from(number).ok()?).map(|(kind, _)| *kind)
    }

    fn letters(self) -> [u8; 4] {
        KINDS.iter().find(|(kind, _)| *kind == self).map_or(*b"    ", |(_, letters)| *letters)
    }
}

/// The head of a frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    pub(super) rows: u32,
    pub(super) length: u64,
    checksum: u64,
    seed: u64,
}

impl Frame {
    /// The head in these bytes; `None` if there is no such kind.
    pub(super) fn parse(head: &[u8; FRAME]) -> Option<Self> {
        let letters: [u8; 4] = *head.first_chunk()?;
        let (kind, _) = *KINDS.iter().find(|(_, known)| *known == letters)?;
        let number = |at: usize| {
            head.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |&b| u64::from_le_bytes(b))
        };
        let rows =
            head.get(4..).and_then(<[u8]>::first_chunk).map_or(0, |&b| u32::from_le_bytes(b));
        let seed = xxh3_64(head.get(..16)?);
        Some(Self { kind, rows, length: number(8), checksum: number(16), seed })
    }

    /// Whether `payload` is what was written.
    pub(super) fn fits(&self, payload: &[u8]) -> bool {
        xxh3_64_with_seed(payload, self.seed) == self.checksum
    }
}

/// Appends a frame; `fill` writes its payload.
pub(super) fn write(
    kind: FrameKind,
    rows: u32,
    out: &mut Vec<u8>,
    fill: impl FnOnce(&mut Vec<u8>),
) {
    let start = out.len();
    out.extend_from_slice(&kind.letters());
    out.extend_from_slice(&rows.to_le_bytes());
    out.extend_from_slice(&[0; 16]);
    fill(out);
    let length = (out.len() - start - FRAME) as u64;
    let Some((head, payload)) = out.get_mut(start..).and_then(|b| b.split_at_mut_checked(FRAME))
    else {
        return;
    };
    head[8..16].copy_from_slice(&length.to_le_bytes());
    let checksum = xxh3_64_with_seed(payload, xxh3_64(&head[..16]));
    head[16..].copy_from_slice(&checksum.to_le_bytes());
}
