//! What a template looks at of a cell.
//!
//! | name | value | `Re-opened7` |
//! |---|---|---|
//! | (none) | the cell as it is | `Re-opened7` |
//! | `lower` | in lower case | `re-opened7` |
//! | `prefix1` … `prefix9` | the first characters; nothing if there are fewer | `Re-` (3) |
//! | `suffix1` … `suffix9` | the last characters; nothing if there are fewer | `ed7` (3) |
//! | `shape` | capitals `X`, other letters `x`, digits `d`, runs once | `Xx-xd` |
//! | `length` | 1 to 4 characters, `5-6`, `7-9`, `10+` | `10+` |
//! | `flags` | which hold of `C` (begins with a capital), `U` (capitals, no small letters), `d` (has a digit), `-` (has a hyphen), `.` (no letter, no digit); nothing if none does | `Cd-` |

use std::fmt;

/// A function of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    Cell,
    Lower,
    /// The first characters, so many.
    Prefix(u8),
    /// The last characters, so many.
    Suffix(u8),
    Shape,
    Length,
    Flags,
}

/// The names of all functions, for messages.
pub(super) const NAMES: &str =
    "lower, prefix1 to prefix9, suffix1 to suffix9, shape, length, flags";

impl Function {
    /// The function of this name.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let sized = |start: &str| match name.strip_prefix(start)?.as_bytes() {
            [digit @ b'1'..=b'9'] => Some(digit - b'0'),
            _ => None,
        };
        match name {
            "lower" => Some(Self::Lower),
            "shape" => Some(Self::Shape),
            "length" => Some(Self::Length),
            "flags" => Some(Self::Flags),
            _ => sized("prefix").map(Self::Prefix).or_else(|| sized("suffix").map(Self::Suffix)),
        }
    }

    /// Puts the value for `cell` into `out`, which comes empty; empty it stays if there is none.
    pub(super) fn apply(self, cell: &str, out: &mut String) {
        match self {
            Self::Cell => out.push_str(cell),
            Self::Lower => out.extend(cell.chars().flat_map(char::to_lowercase)),
            Self::Prefix(size) => {
                if let Some((at, last)) = cell.char_indices().nth(usize::from(size) - 1) {
                    out.push_str(cell.get(..at + last.len_utf8()).unwrap_or_default());
                }
            }
            Self::Suffix(size) => {
                if let Some((at, _)) = cell.char_indices().nth_back(usize::from(size) - 1) {
                    out.push_str(cell.get(at..).unwrap_or_default());
                }
            }
            Self::Shape => shape(cell, out),
            Self::Length => out.push_str(length(cell.chars().count())),
            Self::Flags => flags(cell, out),
        }
    }
}

fn shape(cell: &str, out: &mut String) {
    let mut last = None;
    for class in cell.chars().map(class) {
        if last != Some(class) {
            out.push(class);
        }
        last = Some(class);
    }
}

fn class(c: char) -> char {
    match c {
        c if c.is_uppercase() => 'X',
        c if c.is_alphabetic() => 'x',
        c if c.is_numeric() => 'd',
        c => c,
    }
}

fn length(characters: usize) -> &'static str {
    match characters {
        0 | 1 => "1",
        2 => "2",
        3 => "3",
        4 => "4",
        5 | 6 => "5-6",
        7..=9 => "7-9",
        _ => "10+",
    }
}

fn flags(cell: &str, out: &mut String) {
    let any = |is: fn(char) -> bool| cell.chars().any(is);
    let (upper, lower) = (any(char::is_uppercase), any(char::is_lowercase));
    let flags = [
        (cell.starts_with(char::is_uppercase), 'C'),
        (upper && !lower, 'U'),
        (any(char::is_numeric), 'd'),
        (cell.contains('-'), '-'),
        (!any(char::is_alphanumeric), '.'),
    ];
    out.extend(flags.iter().filter(|flag| flag.0).map(|flag| flag.1));
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell => Ok(()),
            Self::Lower => f.write_str("lower"),
            Self::Prefix(size) => write!(f, "prefix{size}"),
            Self::Suffix(size) => write!(f, "suffix{size}"),
            Self::Shape => f.write_str("shape"),
            Self::Length => f.write_str("length"),
            Self::Flags => f.write_str("flags"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Function;

    fn value(name: &str, cell: &str) -> String {
        let mut out = String::new();
        let function = Function::parse(name).expect("known");
        assert_eq!(function.to_string(), name);
        function.apply(cell, &mut out);
        out
    }

    #[test]
    fn values_of_the_table() {
        for (name, expected) in [
            ("lower", "re-opened7"),
            ("prefix3", "Re-"),
            ("suffix3", "ed7"),
            ("shape", "Xx-xd"),
            ("length", "10+"),
            ("flags", "Cd-"),
        ] {
            assert_eq!(value(name, "Re-opened7"), expected, "{name}");
        }
    }

    #[test]
    fn characters_are_those_of_any_script() {
        assert_eq!((value("prefix2", "Éa"), value("suffix1", "naïvé")), ("Éa".into(), "é".into()));
        assert_eq!(
            (value("prefix3", "Éa"), value("suffix3", "Éa")),
            (String::new(), String::new())
        );
        assert_eq!(
            (value("shape", "ÉCOLE-normale"), value("shape", "٣,4")),
            ("X-x".into(), "d,d".into())
        );
        assert_eq!((value("length", "日本"), value("flags", "USA")), ("2".into(), "CU".into()));
        assert_eq!((value("flags", "--"), value("flags", "the")), ("-.".into(), String::new()));
    }

    #[test]
    fn other_names_are_none() {
        for name in ["", "prefix", "prefix0", "prefix10", "Lower", "w"] {
            assert_eq!(Function::parse(name), None, "{name}");
        }
    }
}
