//! Labels as given, and predictions as made.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The label of one example, as the caller has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Label<'a> {
    /// No label (uniclass learns from instances alone).
    None,
    /// A number: a class called by a number, or a regression target.
    Number(f64),
    /// A class called by a name.
    Name(&'a str),
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::None => f.write_str("(none)"),
            Label::Number(x) => write!(f, "{x}"),
            Label::Name(name) => f.write_str(name),
        }
    }
}

/// A class label that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ClassName {
    /// Called by a number.
    Number(f64),
    /// Called by a name.
    Text(String),
}

impl ClassName {
    /// The label to keep, `None` if there is none.
    pub fn from_label(label: Label<'_>) -> Option<Self> {
        match label {
            Label::None => None,
            Label::Number(x) => Some(ClassName::Number(x)),
            Label::Name(name) => Some(ClassName::Text(name.into())),
        }
    }

    /// The label it was kept from.
    pub fn label(&self) -> Label<'_> {
        match self {
            ClassName::Number(x) => Label::Number(*x),
            ClassName::Text(name) => Label::Name(name),
        }
    }

    /// Whether this is that label.
    #[inline]
    pub fn is(&self, label: Label<'_>) -> bool {
        match (self, label) {
            (ClassName::Number(a), Label::Number(b)) => *a == b,
            (ClassName::Text(a), Label::Name(b)) => a == b,
            _ => false,
        }
    }
}

impl fmt::Display for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClassName::Number(x) => write!(f, "{x}"),
            ClassName::Text(name) => f.write_str(name),
        }
    }
}

/// What the learner says before it sees the label.
#[derive(Clone, Debug, PartialEq)]
pub enum Prediction {
    /// A class; `None` while no label of that side has been seen.
    Class(Option<ClassName>),
    /// A number.
    Value(f64),
    /// Whether the instance lies in the ball.
    Inside(bool),
}

impl fmt::Display for Prediction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Prediction::Class(Some(name)) => write!(f, "{name}"),
            Prediction::Class(None) => f.write_str("?"),
            Prediction::Value(x) => write!(f, "{x}"),
            Prediction::Inside(true) => f.write_str("inside"),
            Prediction::Inside(false) => f.write_str("outside"),
        }
    }
}
