//! Reading, numbering and writing examples, and keeping models in files.
//!
//! | folder | what it holds |
//! |---|---|
//! | [`source`] | bytes: files, standard input, gzip and zstd, split into lines |
//! | [`format`](mod@format) | data formats: a folder each, one line in [`FORMATS`] |
//! | [`features`] | the numbering of features: names and indices to dense slots |
//! | [`row`] | an example: slots and values, label, importance; rows from memory |
//! | [`label`] | labels: numbers, names, lists of classes |
//! | [`cache`] | the binary cache of a data file |
//! | [`model`] | the model file: safetensors with a checksum, replaced atomically |
//! | [`atomic`] | files written beside their place and moved there when they are whole |
//! | [`number`] | exact decimal numbers, both ways |
//!
//! ```
//! use noregret_io::{DataReader, FeatureSpace, Lookup, ReadOptions, Row};
//!
//! let mut space = FeatureSpace::dictionary();
//! let mut row = Row::default();
//! let text = &b"+1 3:0.5 7:2 # a comment\n-1 7:1\n"[..];
//! let mut reader = DataReader::from_read("inline", text, &ReadOptions::default())?;
//! while reader.read(Lookup::Learn(&mut space), &mut row)? {
//!     println!("{:?} {:?} {:?}", row.label.number(), row.indices, row.values);
//! }
//! assert_eq!((reader.rows_read(), space.len()), (2, 2));
//! # Ok::<(), noregret_io::DataError>(())
//! ```

pub mod atomic;
pub mod cache;
pub mod error;
pub mod features;
pub mod format;
pub mod label;
pub mod lines;
pub mod model;
pub mod number;
mod quote;
pub mod row;
pub mod source;

pub use cache::CacheUse;
pub use error::{DataError, ErrorKind};
pub use features::{
    FeatureName, FeatureParts, FeatureSpace, Interaction, Lookup, NameFinder, PartColumns, Resolver,
};
pub use format::{
    ColumnSupport, ConllOptions, ConllSchema, CsvOptions, CsvSchema, DataReader, DataWriter,
    FORMATS, Format, HeaderChoice, LabelChoice, ReadOptions, TemplateError, Templates, TokenMemory,
    WriteError, WriteFault, WriteOptions,
};
pub use label::{ClassText, ClassValue, LabelList, LabelUse, LabelValue, RowLabel};
pub use row::{MemoryRows, PendingRow, Row, RowBuilder, RowError};
pub use source::{BytesRead, Change, Source, Stop};
