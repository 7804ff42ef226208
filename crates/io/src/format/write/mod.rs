//! Writing, as far as all formats share it: rows to bytes, bytes to a file.
//!
//! What is written reads back as the same rows, or is refused: nothing is renamed or lost silently
//! (except tags, which svmlight keeps as a comment and CSV drops). Numbers are written in the
//! shortest form that reads back as the same `f64`.
//!
//! | file | what it holds |
//! |---|---|
//! | `formatter` | `RowFormatter`: what a format provides for writing |
//! | `sink` | a file or standard output, compressed if its name says so |
//! | `writer` | [`DataWriter`]: a file row by row |
//! | `error` | [`WriteError`] |

mod error;
mod formatter;
mod sink;
mod writer;

pub use error::{WriteError, WriteFault};
pub(crate) use formatter::{RowFormatter, check_group, check_text, check_weight};
pub(crate) use sink::Sink;
pub use writer::{DataWriter, WriteOptions};
