//! The label of a row: parsed when the row is read, or set without any text.
//!
//! | file | what it holds |
//! |---|---|
//! | `row_label` | [`RowLabel`]: the label of a row, in buffers that are reused |
//! | `value` | [`LabelValue`]: what a label is; [`ClassValue`]: a class of a list; [`LabelUse`] |
//! | `list` | [`LabelList`]: the grammar of labels that name several classes |
//! | `usual` | what columns and keys of labels are called |
//! | `classes` | the classes of a list in memory of their own |

mod classes;
mod list;
mod row_label;
mod usual;
mod value;

pub(crate) use list::listed;
pub use list::{ClassText, LabelList};
pub use row_label::RowLabel;
pub(crate) use row_label::number_of;
pub(crate) use usual::LABELS;
pub use usual::is_usual_label;
pub use value::{ClassValue, LabelUse, LabelValue};
