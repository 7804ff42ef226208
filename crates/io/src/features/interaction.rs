//! Which features are multiplied with which: `a,b`, `a,a`, `a,b,c`, `:,:`.
//!
//! Each name stands for the features of a namespace, a column or a key; `:` stands for all. The
//! order of the names does not matter, so they are kept sorted. In a model file an interaction is
//! the text it was typed as.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Stands for all features.
pub(crate) const ALL: &str = ":";

/// Names whose features are multiplied with each other; two or more.
///
/// ```
/// use noregret_io::{DataReader, FeatureSpace, Lookup, ReadOptions, Row};
///
/// let options = ReadOptions { interact: vec!["a,b".parse()?], ..ReadOptions::default() };
/// let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
/// let mut reader = DataReader::from_read("data.vw", &b"1 |a x:2 |b y:3\n"[..], &options)?;
/// assert!(reader.read(Lookup::Learn(&mut space), &mut row)?);
/// assert!(space.find("a^x*b^y").is_some() && row.values.contains(&6.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Interaction {
    names: Vec<String>,
}

/// Why a text is no interaction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected two names or more with commas between them, \
     as in a,b; a,a; a,b,c or :,: for all pairs"
)]
pub struct InteractionError;

impl Interaction {
    /// The names in sorted order, as often as they were given.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The names but for the one that means all features.
    pub fn own_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str).filter(|name| *name != ALL)
    }
}

impl FromStr for Interaction {
    type Err = InteractionError;

    fn from_str(text: &str) -> Result<Self, InteractionError> {
        let mut names: Vec<String> = text.split(',').map(str::to_owned).collect();
        names.sort_unstable();
        match names.as_slice() {
            [first, _, ..] if !first.is_empty() => Ok(Self { names }),
            _ => Err(InteractionError),
        }
    }
}

impl TryFrom<String> for Interaction {
    type Error = InteractionError;

    fn try_from(text: String) -> Result<Self, InteractionError> {
        text.parse()
    }
}

impl From<Interaction> for String {
    fn from(interaction: Interaction) -> Self {
        interaction.to_string()
    }
}

impl fmt::Display for Interaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::Interaction;

    #[test]
    fn the_order_of_the_names_does_not_matter() {
        let [ab, ba]: [Interaction; 2] =
            ["a,b", "b,a"].map(|text| text.parse().expect("two names"));
        assert_eq!((&ab, ab.to_string().as_str()), (&ba, "a,b"));
        let all: Interaction = ":,b,:".parse().expect("three names");
        assert_eq!(all.own_names().collect::<Vec<_>>(), ["b"]);
        assert_eq!(all.names(), [":", ":", "b"]);
    }

    #[test]
    fn one_name_or_an_empty_one_is_nothing_to_multiply() {
        for text in ["", "a", "a,", ",a", "a,,b", ","] {
            assert!(text.parse::<Interaction>().is_err(), "{text}");
        }
    }
}
