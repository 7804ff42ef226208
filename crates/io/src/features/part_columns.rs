//! Features that say the set and the price of a row within its group instead of being learned
//! from: they are taken out before anything else looks at the features.
//!
//! A feature is found by its whole name; a category (`name=text`) or repeated values count as what
//! the row says. Sets are whole numbers from 1, prices are above 0.

use serde::{Deserialize, Serialize};

use super::draft::{Draft, Features};
use super::space::canonical_index;
use crate::error::Fault;
use crate::quote::quoted;
use crate::row::Row;

/// The names of these features; none is taken out by default.
///
/// ```
/// use noregret_io::{DataReader, FeatureSpace, Lookup, PartColumns, ReadOptions, Row};
///
/// let parts = PartColumns { set: Some("block".into()), ..PartColumns::default() };
/// let options = ReadOptions { parts, ..ReadOptions::default() };
/// let text = &b"{\"label\": 1, \"qid\": 1, \"block\": 2, \"a\": 0.5}\n"[..];
/// let mut reader = DataReader::from_read("a.jsonl", text, &options)?;
/// let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
/// assert!(reader.read(Lookup::Learn(&mut space), &mut row)?);
/// assert_eq!((row.set, row.values, space.len()), (2, vec![0.5], 1));
/// # Ok::<(), noregret_io::DataError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartColumns {
    /// The feature whose value is the set of a row.
    pub set: Option<String>,
    /// The feature whose value is the price of a row.
    pub price: Option<String>,
    /// Whether rows may do without them, as where nothing is learned.
    #[serde(skip)]
    pub optional: bool,
}

impl PartColumns {
    /// Whether nothing is taken out.
    pub fn is_empty(&self) -> bool {
        self.set.is_none() && self.price.is_none()
    }

    /// Whether a feature is one of these.
    pub(super) fn names(&self, feature: &str) -> bool {
        [&self.set, &self.price].into_iter().flatten().any(|name| is_of(feature, name))
    }

    /// Puts the set and the price into `row`, and all other features into `rest` as its only row.
    pub(crate) fn take(
        &self,
        features: &Features<'_>,
        row: &mut Row,
        rest: &mut Draft,
    ) -> Result<(), Fault> {
        rest.clear();
        let (mut set, mut price) = (Said::of(&self.set), Said::of(&self.price));
        for (&key, &value) in features.keys.iter().zip(features.values) {
            if !(set.hears_key(key, value) | price.hears_key(key, value)) {
                rest.push_index(key, value);
            }
        }
        features.for_each_name(|name, namespace, value| {
            if !(set.hears(name, value) | price.hears(name, value)) {
                rest.push_named(name, namespace, value);
            }
        });
        rest.close_row();
        let is_set = |x: f64| x.fract() == 0.0 && x >= 1.0;
        if let Some(value) = self.value(set, is_set, "set of a task is a whole number from 1")? {
            row.set = value as u64;
        }
        if let Some(value) =
            self.value(price, |x| x > 0.0, "price of a task is a number above 0")?
        {
            row.price = value;
        }
        Ok(())
    }

    /// The value of one of them, which must be as `form` says.
    fn value(
        &self,
        said: Said<'_>,
        fits: impl Fn(f64) -> bool,
        form: &str,
    ) -> Result<Option<f64>, Fault> {
        let Some(name) = said.name else { return Ok(None) };
        if said.text.is_none() && fits(said.value) {
            return Ok(Some(said.value));
        }
        if self.optional {
            return Ok(None);
        }
        let has = match said.text {
            Some(text) => quoted(text.as_bytes()),
            // Zeros are dropped when a row is read.
            None if said.value == 0.0 => "none, or 0".into(),
            None => said.value.to_string(),
        };
        let name = quoted(name.as_bytes());
        Err(Fault::row(format!("the {form}, in the feature {name}; this row has {has}")))
    }
}

/// What a row says under a name.
struct Said<'a> {
    name: Option<&'a str>,
    key: Option<u32>,
    value: f64,
    text: Option<String>,
}

impl<'a> Said<'a> {
    fn of(name: &'a Option<String>) -> Self {
        let name = name.as_deref();
        Self { name, key: name.and_then(canonical_index), value: 0.0, text: None }
    }

    /// Takes a feature with an integer key if it is the one.
    fn hears_key(&mut self, key: u32, value: f64) -> bool {
        let found = self.key == Some(key);
        self.value += if found { value } else { 0.0 };
        found
    }

    /// Takes a feature with a name if it is the one.
    fn hears(&mut self, feature: &str, value: f64) -> bool {
        let Some(name) = self.name.filter(|name| is_of(feature, name)) else { return false };
        match feature.get(name.len() + 1..) {
            Some(text) => self.text = Some(text.to_owned()),
            None => self.value += value,
        }
        true
    }
}

/// Whether a feature has this name or is a category of it.
fn is_of(feature: &str, name: &str) -> bool {
    feature.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

#[cfg(test)]
mod tests {
    use super::{Draft, PartColumns, Row};

    fn columns(optional: bool) -> PartColumns {
        PartColumns { set: Some("block".into()), price: Some("7".into()), optional }
    }

    #[test]
    fn sets_and_prices_leave_the_features() {
        let mut draft = Draft::default();
        for (name, value) in [("a", 5.0), ("block", 2.0), ("7", 0.25), ("7", 0.25), ("8", 1.0)] {
            draft.push_name(name, value);
        }
        draft.close_row();
        let (mut row, mut rest) = (Row::default(), Draft::default());
        columns(false).take(&draft.row(0), &mut row, &mut rest).expect("sound");
        assert_eq!((row.set, row.price), (2, 0.5));
        let left = rest.row(0);
        assert_eq!((left.indexed().0, left.names(), left.absolute_sum()), (&[8][..], 1, 6.0));
    }

    #[test]
    fn what_does_not_fit_is_said() {
        for (features, has) in [
            (
                &[("a", 5.0), ("7", 0.5)][..],
                "from 1, in the feature 'block'; this row has none, or 0",
            ),
            (&[("block", 1.5), ("7", 0.5)], "'block'; this row has 1.5"),
            (&[("block=left", 1.0), ("7", 0.5)], "'block'; this row has 'left'"),
            (&[("block", 2.0), ("7", -1.0)], "'7'; this row has -1"),
            (
                &[("block", 2.0)],
                "price of a task is a number above 0, in the feature '7'; this row has none, or 0",
            ),
        ] {
            let mut draft = Draft::default();
            features.iter().for_each(|(name, value)| draft.push_name(name, *value));
            draft.close_row();
            let mut rest = Draft::default();
            let mut take = |optional: bool| {
                columns(optional).take(&draft.row(0), &mut Row::default(), &mut rest)
            };
            let said = take(false).expect_err("broken").kind.to_string();
            assert!(said.ends_with(has), "{said}");
            assert!(take(true).is_ok(), "{has}");
        }
    }
}
