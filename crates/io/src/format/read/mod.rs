//! Reading, as far as all formats share it: options, threads, and rows handed out in order.
//!
//! | file | what it holds |
//! |---|---|
//! | `options` | [`ReadOptions`]: what the caller may choose |
//! | `parser` | `RowParser`: what a format provides for reading |
//! | `chunk_rows` | the rows of a chunk, parsed but without slots |
//! | `feed` | chunks parsed ahead by several threads |
//! | `product_parser` | a parser that adds the products of `--interact` |
//! | `parts_taken` | the step that takes out the sets and prices of rows |
//! | `magic` | the first bytes, which tell a cache from text |
//! | `unreadable` | the first bytes, which tell a file that no format reads |
//! | `target` | where a row goes: slots at once, or keys that wait for some |
//! | `reader` | [`DataReader`]: a file row by row, text or cache |

mod chunk_rows;
mod feed;
mod magic;
mod options;
mod parser;
mod parts_taken;
mod product_parser;
mod reader;
mod target;
mod unreadable;

pub(crate) use chunk_rows::RowTarget;
pub use options::{LabelChoice, ReadOptions};
pub(crate) use parser::{RowParser, as_text, importance, row_by_line};
pub use reader::DataReader;
