//! What a label is, without the text it may have been written as.

use super::list::ClassText;

/// The value of a label.
///
/// ```
/// use noregret_io::{ClassValue, LabelValue, RowLabel};
///
/// let mut label = RowLabel::default();
/// assert_eq!(label.value(), LabelValue::Missing);
/// label.set("spam")?;
/// assert_eq!(label.value(), LabelValue::Name("spam"));
/// label.set("3,spam")?;
/// let classes = [ClassValue::from(3.0), ClassValue::from("spam")];
/// assert_eq!(label.as_list(), LabelValue::Set(&classes));
/// # Ok::<(), noregret_io::number::NumberError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LabelValue<'a> {
    /// The row has no label.
    Missing,
    /// A finite number.
    Number(f64),
    /// Any other text.
    Name(&'a str),
    /// Several classes that all hold.
    Set(&'a [ClassValue]),
    /// Preferences: the first class of each pair comes before the second.
    Pairs(&'a [(ClassValue, ClassValue)]),
    /// A text that was to be a list of classes and is none; the reason.
    Broken(&'a str),
}

/// What labels are to a learner.
///
/// ```
/// use noregret_io::{LabelUse, LabelValue, RowLabel};
///
/// let mut label = RowLabel::default();
/// label.set("9007199254740993")?;
/// assert!(matches!(label.value(), LabelValue::Name(_)));
/// label.use_as(LabelUse::Numbers);
/// assert_eq!(label.value(), LabelValue::Number(9007199254740992.0));
/// # Ok::<(), noregret_io::number::NumberError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LabelUse {
    /// A class each: whole numbers that no f64 is are names, so that neighbours stay apart.
    #[default]
    Classes,
    /// Lists of classes, to be taken apart.
    Lists,
    /// Numbers, the nearest f64 each.
    Numbers,
}

/// A class as a label of several names it.
///
/// ```
/// use noregret_io::ClassValue;
///
/// assert_eq!(ClassValue::from("drama"), ClassValue::Name("drama".into()));
/// assert_eq!(ClassValue::from(3.0), ClassValue::Number(3.0));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum ClassValue {
    /// A finite number.
    Number(f64),
    /// Any other text.
    Name(String),
}

impl From<f64> for ClassValue {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for ClassValue {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<String> for ClassValue {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl From<ClassText<'_>> for ClassValue {
    fn from(class: ClassText<'_>) -> Self {
        class.number.map_or_else(|| Self::from(class.text), Self::Number)
    }
}
