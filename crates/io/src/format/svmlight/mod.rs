//! svmlight and libsvm text: `[label] [qid:N] index:value … [# comment]`.
//!
//! | file | what it holds |
//! |---|---|
//! | `parser` | lines to rows, token by token |
//! | `plain`, `marks` | usual lines many tokens at a time, where the machine has the vectors |
//! | `writer` | rows to lines |

#[cfg(target_arch = "x86_64")]
mod marks;
mod parser;
#[cfg(target_arch = "x86_64")]
mod plain;
#[cfg(not(target_arch = "x86_64"))]
#[path = "plain_fallback.rs"]
mod plain;
mod writer;

pub(super) use parser::is_feature;

use super::{ColumnSupport, Format, Refusals, Writer};

/// svmlight text in the list of formats.
pub(crate) const FORMAT: Format = Format {
    name: "svmlight",
    extensions: &["svm", "svmlight", "libsvm"],
    description: "label index:value ..., as svmlight and libsvm write it",
    columns: ColumnSupport::Refused(Refusals {
        weight: "svmlight has no columns for --weight",
        group: "svmlight has groups after 'qid:'; --group is for tables and JSON lines",
        text: "svmlight has no columns for --text",
    }),
    separators: None,
    importance: false,
    groups: true,
    ends_groups: false,
    is_cache: false,
    writer: Some(Writer {
        needs_all_features: true,
        numbers_features: true,
        formatter: |space, _| Box::new(writer::SvmlightWriter::new(space)),
    }),
    sniff: parser::sniff,
    settle: None,
    parser: |_| Box::new(parser::SvmlightParser::default()),
};
