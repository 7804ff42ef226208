//! Where rows come from: files in order, with their options, their window and their broken rows.

mod block;
mod by_class;
mod class_map;
mod options;
mod path;
mod place;
mod stream;

pub(crate) use block::Block;
pub use by_class::ByClass;
pub use class_map::ClassMap;
pub use options::{HeaderChoice, OnError, ReadingOptions, Window, check_format};
pub use path::{check_readable, is_socket, is_stdin};
pub use place::is_same_file;
pub use stream::Stream;
