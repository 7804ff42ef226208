//! Reading, as far as all formats share it: options, threads, and rows handed out in order.
//!
//! | file | what it holds |
//! |---|---|
//! | `options` | [`ReadOptions`]: what the caller may choose |
//! | `parser` | `RowParser`: what a format provides for reading |
//! | `sheet` | the rows of a chunk, parsed but without slots |
//! | `feed` | chunks parsed ahead by several threads |
//! | `multiplied` | the products of `--interact`, added to parsed rows |
//! | `reader` | [`DataReader`]: a file row by row, text or cache |

mod feed;
mod multiplied;
mod options;
mod parser;
mod reader;
mod sheet;

pub use options::{LabelChoice, ReadOptions};
pub(crate) use parser::{RowParser, as_text, importance, row_by_line};
pub use reader::DataReader;
pub(crate) use sheet::Target;
