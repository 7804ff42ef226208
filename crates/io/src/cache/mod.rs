//! The binary cache of a data file (`.nrc`): rows as they are before their features get slots.
//!
//! What is read from a cache is bit for bit what is read from the text, in any feature space. The
//! layout is in `docs/formats.md`; in short: 8 bytes of magic and version, then frames with a
//! checksum each (header, names, columns, blocks of rows, index), then 16 bytes that say where the
//! index is. Blocks are columnar, and each column takes the narrowest width that holds its block
//! exactly.
//!
//! | file | what it holds |
//! |---|---|
//! | `bytes` | a cursor over checked bytes, and why they are refused |
//! | `frame` | frames: kind, length, checksum |
//! | `packed`, `integers`, `reals`, `texts` | columns |
//! | `quotient` | decimals without dividing |
//! | `keys` | the integer keys of rows, and their slots |
//! | `key_numbers` | the dictionary of integer keys |
//! | `block_builder`, `block_reader` | a block of rows: written, read |
//! | `names` | the dictionary of named features |
//! | `header`, `index` | what comes first and last |
//! | `encoder` | rows to frames |
//! | `recorder` | a cache written while a file is read |
//! | `input`, `mapping` | frames of a file or stream; a file mapped into memory |
//! | `reader` | frames to rows |
//! | `fresh` | whether a cache may stand for its source |
//! | `format` | the cache in the list of formats |

mod block_builder;
mod block_reader;
mod bytes;
mod cached;
mod encoder;
mod format;
mod frame;
mod fresh;
mod header;
mod index;
mod input;
mod integers;
mod key_numbers;
mod keys;
mod mapping;
mod names;
mod packed;
mod quotient;
mod reader;
mod reals;
mod recorder;
mod texts;

use std::path::PathBuf;

pub(crate) use cached::{CachedRows, Found};
pub(crate) use format::FORMAT;
pub use fresh::beside;
pub(crate) use fresh::{open, open_fresh};
pub(crate) use header::CacheHeader;
pub(crate) use reader::CacheReader;
pub(crate) use recorder::Recorder;

/// What a cache starts with.
pub(crate) const MAGIC: [u8; 8] = *b"\x93NRC\r\n\x1a\x03";
/// The part of the magic that later versions share.
const FAMILY: usize = 7;
/// A block of rows ends when it has so many rows…
const BLOCK_ROWS: usize = 4096;
/// … or so many features: some 160 KB, which stay in the second-level cache while they are decoded,
/// beside the weights and the slots of the features.
const BLOCK_FEATURES: usize = 1 << 15;
/// The most features of one kind in a row (a line of 64 MiB has fewer); bounds what a block may
/// claim.
const ROW_FEATURES: usize = 1 << 26;
/// Up to so many features of a block may take no bytes, all being alike; of a longer one each takes
/// a byte, so that a few bytes cannot claim to be many features.
const FREE_FEATURES: usize = 2 * BLOCK_FEATURES;

/// The least width at which so many features of a block are written.
fn least_width(features: usize) -> usize {
    usize::from(features > FREE_FEATURES)
}

/// Whether a cache may start with these bytes.
pub(crate) fn may_be_cache(head: &[u8]) -> bool {
    let common = head.len().min(FAMILY);
    head[..common] == MAGIC[..common]
}

/// Whether these are the first bytes of a cache of this or another version.
pub(crate) fn is_cache(head: &[u8]) -> bool {
    head.len() >= MAGIC.len() && head.starts_with(&MAGIC[..FAMILY])
}

/// What a reader does about caches.
///
/// ```
/// use noregret_io::{CacheUse, DataReader, FeatureSpace, Lookup, ReadOptions, Row};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("data.svm");
/// std::fs::write(&path, "1 1:2\n-1 2:1\n")?;
/// let options = ReadOptions { cache: CacheUse::Beside, ..ReadOptions::default() };
/// let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
/// let mut reader = DataReader::open(&path, &options)?;
/// while reader.read(Lookup::Learn(&mut space), &mut row)? {}
/// // The next reader takes its rows from there.
/// assert!(folder.path().join("data.svm.nrc").is_file());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CacheUse {
    /// Nothing; a file that is a cache is read as one all the same.
    #[default]
    None,
    /// Reads `FILE.nrc` instead of `FILE` if it is fresh, and writes it if it is not.
    Beside,
    /// Reads `FILE.nrc` instead of `FILE` if it is fresh, and writes nothing.
    Fresh,
    /// Writes what is read to this file.
    Write(PathBuf),
}
