//! Where bytes come from: a file, standard input or a socket, decompressed if need be, cut at line
//! ends.
//!
//! | file | what it holds |
//! |---|---|
//! | `input` | [`Source`]: opens a path, `-` or the address of a socket, counts the bytes read |
//! | `socket` | `tcp://HOST:PORT` and `unix://PATH` |
//! | `waiting` | what may be long in coming, read until a stop is asked for |
//! | `followed` | a file that grows |
//! | `stop` | [`Stop`]: a request to end reading |
//! | `compression` | gzip and zstd, recognised by their first bytes |
//! | `chunker` | block reads, cut into chunks of whole lines |
//! | `lines` | the lines of a chunk |

mod chunker;
mod compression;
mod followed;
mod input;
mod lines;
mod socket;
mod stop;
mod waiting;

pub(crate) use chunker::{Chunk, Chunker, Tail};
pub use chunker::{DEFAULT_BLOCK, DEFAULT_LONGEST_LINE};
pub(crate) use compression::Compression;
pub use followed::Change;
pub use input::{BytesRead, Source, check_address};
pub(crate) use lines::Lines;
pub use socket::is_socket;
pub use stop::Stop;
