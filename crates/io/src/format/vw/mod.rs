//! Vowpal Wabbit text: `[label [importance]] [tag]|namespace[:scale] feature[:value] … |…`.

mod parser;
mod writer;

use super::{ColumnSupport, Format, Refusals, Writer};

/// Vowpal Wabbit text in the list of formats.
pub(crate) const FORMAT: Format = Format {
    name: "vw",
    extensions: &["vw"],
    description: "label importance tag|namespace feature:value ..., as Vowpal Wabbit reads it",
    columns: ColumnSupport::Refused(Refusals {
        weight: "VW text has the importance after the label; --weight is for tables and JSON lines",
        group: "VW text has no groups; --group is for tables and JSON lines",
        text: "VW text is split into words already; --text is for tables and JSON lines",
    }),
    separators: Some("=^"),
    importance: true,
    groups: false,
    ends_groups: false,
    is_cache: false,
    writer: Some(Writer {
        needs_all_features: false,
        numbers_features: false,
        formatter: |_, _| Box::new(writer::VwWriter),
    }),
    sniff: |line| line.contains(&b'|'),
    settle: None,
    parser: |_| Box::new(parser::VwParser),
};
