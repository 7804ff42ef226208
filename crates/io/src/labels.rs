//! A label that names several classes: a set `3,7,12`, or preferences `3>7,2>1` (the better one first).
//!
//! Classes are separated by commas; blanks around them do not count. Each is a finite number or a name. If
//! one entry holds `>`, all must be pairs.

use crate::label::number_of;
use crate::quote::quoted;

/// A class as a label names it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClassText<'a> {
    /// As written.
    pub text: &'a str,
    /// Its value, if it is a number.
    pub number: Option<f64>,
}

/// The classes of one label.
#[derive(Debug, Clone, PartialEq)]
pub enum LabelList<'a> {
    /// All of them hold.
    Set(Vec<ClassText<'a>>),
    /// The first of each pair comes before the second.
    Pairs(Vec<(ClassText<'a>, ClassText<'a>)>),
}

impl<'a> LabelList<'a> {
    /// Takes a label apart.
    ///
    /// # Errors
    /// The reason, if an entry is empty, is no pair among pairs, or is a number that is not finite.
    pub fn parse(text: &'a str) -> Result<Self, String> {
        let entries = text.split(',');
        if text.contains('>') {
            return entries
                .map(|entry| pair(entry, text))
                .collect::<Result<_, _>>()
                .map(Self::Pairs);
        }
        entries.map(|entry| class(entry, text)).collect::<Result<_, _>>().map(Self::Set)
    }

    /// The classes in the order in which they are written.
    pub fn classes(&self) -> Vec<ClassText<'a>> {
        match self {
            Self::Set(set) => set.clone(),
            Self::Pairs(pairs) => pairs.iter().flat_map(|&(a, b)| [a, b]).collect(),
        }
    }
}

fn pair<'a>(entry: &'a str, label: &str) -> Result<(ClassText<'a>, ClassText<'a>), String> {
    match entry.split_once('>') {
        Some((better, worse)) if !worse.contains('>') => {
            Ok((class(better, label)?, class(worse, label)?))
        }
        _ => {
            let (entry, label) = (quoted(entry.as_bytes()), quoted(label.as_bytes()));
            Err(format!("{entry} in the label {label} is not a pair better>worse"))
        }
    }
}

fn class<'a>(entry: &'a str, label: &str) -> Result<ClassText<'a>, String> {
    let text = entry.trim_matches([' ', '\t']);
    if text.is_empty() {
        return Err(format!("the label {} has an empty entry", quoted(label.as_bytes())));
    }
    let number = number_of(text)
        .map_err(|error| format!("{} in a label {error}", quoted(text.as_bytes())))?;
    Ok(ClassText { text, number })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(label: &str) -> Vec<&str> {
        LabelList::parse(label).unwrap().classes().iter().map(|class| class.text).collect()
    }

    #[test]
    fn sets_and_pairs() {
        assert_eq!(texts("3,x, 12"), ["3", "x", "12"]);
        let Ok(LabelList::Set(set)) = LabelList::parse("3,x") else { panic!("not a set") };
        assert_eq!((set[0].number, set[1].number), (Some(3.0), None));
        let Ok(LabelList::Pairs(pairs)) = LabelList::parse("3>7,a>1") else { panic!("no pairs") };
        assert_eq!((pairs[0].1.number, pairs[1].0.text), (Some(7.0), "a"));
        assert_eq!(texts("3>7,a>1"), ["3", "7", "a", "1"]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (label, reason) in [
            ("3,,7", "the label '3,,7' has an empty entry"),
            (",", "the label ',' has an empty entry"),
            ("3,7,", "the label '3,7,' has an empty entry"),
            (">50K", "the label '>50K' has an empty entry"),
            ("3>7,2", "'2' in the label '3>7,2' is not a pair better>worse"),
            ("3>7>2", "'3>7>2' in the label '3>7>2' is not a pair better>worse"),
            ("3,1e999", "'1e999' in a label"),
        ] {
            let said = LabelList::parse(label).unwrap_err();
            assert!(said.starts_with(reason), "{label}: {said}");
        }
    }
}
