//! The classes of a label of several, in memory that is used again for the next label.

use super::list::{ClassText, LabelList, listed};
use super::value::ClassValue;
use crate::number::push_shortest;

/// A pair of classes, the better one first.
type Pair = (ClassValue, ClassValue);

/// The classes of one label: a set, pairs, or why the text is neither.
#[derive(Debug, Clone, Default)]
pub(super) struct Classes {
    pub(super) set: Vec<ClassValue>,
    pub(super) pairs: Vec<Pair>,
    pub(super) reason: String,
    /// Names of earlier labels, to be overwritten.
    spare: Vec<String>,
}

/// The outcome of parsing a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parsed {
    Set,
    Pairs,
    Broken,
}

impl Classes {
    /// Takes the classes that a text lists, or the text as the only class if it was not `written`.
    pub(super) fn parse_name(&mut self, text: &str, written: bool) -> Parsed {
        self.clear();
        if !written {
            let class = self.own(ClassText { text, number: None });
            self.set.push(class);
            return Parsed::Set;
        }
        match LabelList::parse(text) {
            Ok(LabelList::Set(set)) => {
                for class in set {
                    let class = self.own(class);
                    self.set.push(class);
                }
                Parsed::Set
            }
            Ok(LabelList::Pairs(pairs)) => {
                for (better, worse) in pairs {
                    let pair = (self.own(better), self.own(worse));
                    self.pairs.push(pair);
                }
                Parsed::Pairs
            }
            Err(reason) => {
                self.reason = reason;
                Parsed::Broken
            }
        }
    }

    /// Forgets the classes, but not the memory of their names.
    pub(super) fn clear(&mut self) {
        let pairs = self.pairs.drain(..).flat_map(|(better, worse)| [better, worse]);
        let names = self.set.drain(..).chain(pairs).filter_map(|class| match class {
            ClassValue::Name(name) => Some(name),
            ClassValue::Number(_) => None,
        });
        self.spare.extend(names);
    }

    fn own(&mut self, class: ClassText<'_>) -> ClassValue {
        match class.number {
            Some(number) => ClassValue::Number(number),
            None => {
                let mut name = self.spare.pop().unwrap_or_default();
                name.clear();
                name.push_str(class.text);
                ClassValue::Name(name)
            }
        }
    }

    /// The set as text that reads back as it, if all names can be written in a list.
    pub(super) fn print_set(&self) -> String {
        let entries: Vec<String> = self.set.iter().map(entry).collect();
        entries.join(",")
    }

    /// The pairs as text that reads back as them, if all names can be written in a list.
    pub(super) fn print_pairs(&self) -> String {
        let pair = |(better, worse): &Pair| format!("{}>{}", entry(better), entry(worse));
        let entries: Vec<String> = self.pairs.iter().map(pair).collect();
        entries.join(",")
    }
}

/// A class as an entry of a list.
fn entry(class: &ClassValue) -> String {
    match class {
        ClassValue::Number(number) => print_number(*number),
        ClassValue::Name(name) => listed(name).unwrap_or_else(|| name.clone()),
    }
}

/// A number in its shortest form.
pub(super) fn print_number(number: f64) -> String {
    let mut text = Vec::new();
    push_shortest(&mut text, number);
    String::from_utf8_lossy(&text).into_owned()
}
