//! Where bytes come from: a file or standard input, decompressed if need be, cut at line ends.
//!
//! | file | what it holds |
//! |---|---|
//! | `input` | [`Source`]: opens a path or `-`, counts the bytes read |
//! | `compression` | gzip and zstd, recognised by their first bytes |
//! | `cutter` | block reads, cut into chunks of whole lines |
//! | `lines` | the lines of a chunk |

mod compression;
mod cutter;
mod input;
mod lines;

pub(crate) use compression::Compression;
pub(crate) use cutter::{Chunk, Cutter, Tail};
pub use cutter::{DEFAULT_BLOCK, DEFAULT_LONGEST_LINE};
pub use input::{Progress, Source};
pub(crate) use lines::Lines;
