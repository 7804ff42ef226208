//! A label that names several classes: a set `3,7,12`, or preferences `3>7,2>1` (the better one
//! first).
//!
//! Classes are separated by commas; blanks around them do not count. Each is a finite number or a
//! name. If one entry holds `>`, all must be pairs. A name in double quotes may hold anything but
//! these, `"sci fi","a > b"`; elsewhere a quote is part of the name.

use super::row_label::number_of;
use crate::quote::quoted;

/// A class as a label names it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClassText<'a> {
    /// The text, without quotes.
    pub text: &'a str,
    /// Its value, if it is a number.
    pub number: Option<f64>,
}

/// The classes that a label lists, borrowed from its text.
///
/// ```
/// use noregret_io::LabelList;
///
/// let list = LabelList::parse("3, \"sci fi\"").expect("a list");
/// let names: Vec<_> = list.classes().iter().map(|class| class.text).collect();
/// assert_eq!(names, ["3", "sci fi"]);
/// assert!(LabelList::parse("3,,7").is_err());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum LabelList<'a> {
    /// All of them hold.
    Set(Vec<ClassText<'a>>),
    /// The first of each pair comes before the second.
    Pairs(Vec<(ClassText<'a>, ClassText<'a>)>),
}

impl<'a> LabelList<'a> {
    /// Takes a label apart into the classes it lists.
    ///
    /// # Errors
    /// The reason, if an entry is empty, is no pair among pairs, or is a number that is not finite.
    pub fn parse(text: &'a str) -> Result<Self, String> {
        let entries = cut(text, ',');
        if entries.iter().any(|entry| cut(entry, '>').len() > 1) {
            return entries
                .into_iter()
                .map(|entry| pair(entry, text))
                .collect::<Result<_, _>>()
                .map(Self::Pairs);
        }
        let set = entries.into_iter().map(|entry| class(entry, text));
        set.collect::<Result<_, _>>().map(Self::Set)
    }

    /// The classes in the order in which they are written.
    pub fn classes(&self) -> Vec<ClassText<'a>> {
        match self {
            Self::Set(set) => set.clone(),
            Self::Pairs(pairs) => pairs.iter().flat_map(|&(a, b)| [a, b]).collect(),
        }
    }
}

/// The pieces between the separators that stand outside of quoted names.
fn cut(text: &str, separator: char) -> Vec<&str> {
    let (mut pieces, mut start) = (Vec::new(), 0);
    let mut at = name_end(text, 0);
    while let Some(c) = text[at..].chars().next() {
        at += c.len_utf8();
        if c == separator {
            pieces.push(&text[start..at - c.len_utf8()]);
            start = at;
        }
        if matches!(c, ',' | '>') {
            at = name_end(text, at);
        }
    }
    pieces.push(&text[start..]);
    pieces
}

/// Where the quoted name ends that begins at a place; that place if there is none.
fn name_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let skipped = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let quoted = rest[skipped..].strip_prefix('"').and_then(|name| name.find('"'));
    let end = quoted.map(|length| skipped + length + 2);
    let followed = |end: usize| {
        let after = rest[end..].trim_start_matches([' ', '\t']);
        after.is_empty() || after.starts_with([',', '>'])
    };
    end.filter(|&end| followed(end)).map_or(at, |end| at + end)
}

/// What stands between double quotes, if the whole text does.
fn unquoted(text: &str) -> Option<&str> {
    let name = text.strip_prefix('"')?.strip_suffix('"')?;
    Some(name).filter(|name| !name.is_empty() && !name.contains('"'))
}

/// A name as an entry of a list: in double quotes where it would be taken apart, or could not be
/// told from a phrase; `None` if it holds a quote besides.
pub(crate) fn listed(name: &str) -> Option<String> {
    let plain = !name.contains([',', '>', ' ', '\t']) && !name.starts_with('"');
    match plain {
        true => Some(name.to_owned()),
        false => Some(format!("\"{name}\"")).filter(|_| !name.contains('"')),
    }
}

fn pair<'a>(entry: &'a str, label: &str) -> Result<(ClassText<'a>, ClassText<'a>), String> {
    match cut(entry, '>')[..] {
        [better, worse] => Ok((class(better, label)?, class(worse, label)?)),
        _ => {
            let (entry, label) = (quoted(entry.as_bytes()), quoted(label.as_bytes()));
            Err(format!("{entry} in the label {label} is not a pair better>worse"))
        }
    }
}

fn class<'a>(entry: &'a str, label: &str) -> Result<ClassText<'a>, String> {
    let text = entry.trim_matches([' ', '\t']);
    if let Some(name) = unquoted(text) {
        return Ok(ClassText { text: name, number: None });
    }
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
    fn names_in_quotes_are_not_taken_apart() {
        assert_eq!(texts("\"sci fi\",drama"), ["sci fi", "drama"]);
        assert_eq!(texts("3 , \"a, b > c\" "), ["3", "a, b > c"]);
        let Ok(LabelList::Pairs(pairs)) = LabelList::parse("\"a>b\">7,7>\"c,d\"") else {
            panic!("no pairs")
        };
        assert_eq!((pairs[0].0.text, pairs[1].1.text), ("a>b", "c,d"));
        // A quote within a name is part of it, and so is one that nothing closes.
        assert_eq!(texts("5\",7\" tube"), ["5\"", "7\" tube"]);
        assert_eq!(texts("\"x,y"), ["\"x", "y"]);
        assert_eq!(texts("\"x\"y,z"), ["\"x\"y", "z"]);
        for name in ["x", "sci fi", "a,b", "a>b", "5\""] {
            assert_eq!(texts(&listed(name).unwrap()), [name]);
        }
        assert_eq!(listed("a \"b\""), None);
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
