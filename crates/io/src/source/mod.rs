//! Where bytes come from: a file or standard input, decompressed if need be, split into lines.
//!
//! | file | what it holds |
//! |---|---|
//! | `input` | [`Source`]: opens a path or `-`, counts the bytes read |
//! | `compression` | gzip and zstd, recognised by their first bytes |
//! | `lines` | [`Lines`]: block reads, split at newlines |

mod compression;
mod input;
mod lines;

pub(crate) use compression::Compression;
pub use input::{Progress, Source};
pub use lines::{DEFAULT_BLOCK, DEFAULT_LONGEST_LINE, Lines};
