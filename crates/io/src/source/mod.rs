//! Where bytes come from: a file or standard input, decompressed if need be, cut at line ends.
//!
//! | file | what it holds |
//! |---|---|
//! | `input` | [`Source`]: opens a path or `-`, counts the bytes read |
//! | `compression` | gzip and zstd, recognised by their first bytes |
//! | `chunker` | block reads, cut into chunks of whole lines |
//! | `lines` | the lines of a chunk |

mod chunker;
mod compression;
mod input;
mod lines;

pub(crate) use chunker::{Chunk, Chunker, Tail};
pub use chunker::{DEFAULT_BLOCK, DEFAULT_LONGEST_LINE};
pub(crate) use compression::Compression;
pub use input::{BytesRead, Source};
pub(crate) use lines::Lines;
