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
    /// The classes that are relevant, each a number or a name; none may be (label ranking,
    /// multilabel).
    Set(&'a [Label<'a>]),
    /// Pairs (better, worse) of classes (label ranking).
    Pairs(&'a [(Label<'a>, Label<'a>)]),
    /// A number for every part of the example: side of a task, grade of a document, 1 for the right
    /// candidate.
    Each(&'a [f64]),
    /// A class for every part of the example, each a number or a name (tags of a sentence).
    Sequence(&'a [Label<'a>]),
    /// The tasks of the parts, where each comes with its set or its price.
    Tasks(&'a [Task]),
}

/// What a part of an example asks: a side, and what it shares with other parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Task {
    /// Below or above 0.
    pub side: f64,
    /// The set of parts it shares a slack with, numbered from 1; 0 if the problem says.
    pub set: u64,
    /// What its dual variable costs, above 0.
    pub price: f64,
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::None => f.write_str("(none)"),
            Label::Number(x) => write!(f, "{x}"),
            Label::Name(name) => f.write_str(name),
            Label::Set(labels) | Label::Sequence(labels) => joined(f, labels.iter()),
            Label::Pairs(pairs) => {
                joined(f, pairs.iter().map(|(better, worse)| format!("{better}>{worse}")))
            }
            Label::Each(numbers) => joined(f, numbers.iter()),
            Label::Tasks(tasks) => joined(f, tasks.iter().map(|task| task.side)),
        }
    }
}

fn joined(
    f: &mut fmt::Formatter<'_>,
    items: impl Iterator<Item = impl fmt::Display>,
) -> fmt::Result {
    items.enumerate().try_for_each(|(i, item)| {
        f.write_str(if i > 0 { "," } else { "" })?;
        item.fmt(f)
    })
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
    /// The label to keep, `None` if it is not one class.
    pub fn from_label(label: Label<'_>) -> Option<Self> {
        match label {
            Label::Number(x) => Some(ClassName::Number(x)),
            Label::Name(name) => Some(ClassName::Text(name.into())),
            Label::None
            | Label::Set(_)
            | Label::Pairs(_)
            | Label::Each(_)
            | Label::Sequence(_)
            | Label::Tasks(_) => None,
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
            ClassName::Number(x) => write_number(*x, f),
            ClassName::Text(name) => f.write_str(name),
        }
    }
}

/// Writes the shortest decimal of a number; that of a whole one, as most classes are, is found
/// faster than by a search.
fn write_number(x: f64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let whole = x as i32;
    if f64::from(whole) == x && whole != 0 { write!(f, "{whole}") } else { write!(f, "{x}") }
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
    /// All classes, the most relevant first.
    Ranking(Vec<ClassName>),
    /// The parts of the example by number, the best first.
    Order(Vec<usize>),
    /// The side of every part of the example.
    Sides(Vec<bool>),
    /// The class of every part of the example.
    Tags(Vec<ClassName>),
}

impl fmt::Display for Prediction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Prediction::Class(Some(name)) => write!(f, "{name}"),
            Prediction::Class(None) => f.write_str("?"),
            Prediction::Value(x) => write!(f, "{x}"),
            Prediction::Inside(true) => f.write_str("inside"),
            Prediction::Inside(false) => f.write_str("outside"),
            Prediction::Ranking(names) => joined(f, names.iter()),
            Prediction::Tags(names) => names
                .iter()
                .enumerate()
                .try_for_each(|(i, name)| write!(f, "{}{name}", if i > 0 { " " } else { "" })),
            Prediction::Order(parts) => joined(f, parts.iter()),
            Prediction::Sides(sides) => {
                joined(f, sides.iter().map(|&side| if side { "1" } else { "-1" }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_written_as_its_number_is() {
        let limit = f64::from(i32::MAX);
        let numbers = [0.0, -0.0, 1.0, -1.0, 2.5, limit, limit + 1.0, -limit - 2.0, 1e300, 1e-7];
        for x in numbers {
            assert_eq!(ClassName::Number(x).to_string(), x.to_string());
        }
    }
}
