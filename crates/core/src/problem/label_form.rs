//! What the labels of a problem look like, so that a reader knows how to take them in.

use serde::{Deserialize, Serialize};

/// The form of a label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LabelForm {
    /// There is none: instances are learned from as they are.
    Nothing,
    /// One class or one number.
    #[default]
    One,
    /// Several classes, or pairs of classes; no label is the empty set.
    List,
    /// A number for every part of the example.
    NumberEach,
    /// A number other than 0 for every part of the example: its sign is the side of that part.
    SideEach,
    /// A class for every part of the example.
    NameEach,
}

impl LabelForm {
    /// Whether an example is several rows of a file that belong together, each a part of it.
    #[inline]
    pub fn has_parts(self) -> bool {
        matches!(self, LabelForm::NumberEach | LabelForm::SideEach | LabelForm::NameEach)
    }
}
