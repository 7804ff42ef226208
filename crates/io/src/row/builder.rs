//! Rows from memory: features by name or number, without any text.
//!
//! A row built here is the row that a reader would have made of the same content: zeros are
//! dropped, repeated features summed, new features numbered in sorted order.

use std::mem;

use super::{PendingRow, Row, RowError};
use crate::error::Fault;
use crate::features::{Draft, FeatureSpace, Features, Lookup, MAX_INDEX, PartColumns, Resolver};
use crate::label::RowLabel;

/// Builds one row after the other; its buffers are reused.
///
/// ```
/// use noregret_io::{FeatureSpace, Lookup, Row, RowBuilder};
///
/// let mut space = FeatureSpace::dictionary();
/// let (mut builder, mut row) = (RowBuilder::default(), Row::default());
/// for (name, value) in [("height", 1.8), ("weight", 75.0), ("smokes", 0.0)] {
///     builder.push_name(name, value)?;
/// }
/// builder.label().set_name("healthy");
/// builder.finish(Lookup::Learn(&mut space), &mut row)?;
/// assert_eq!(row.values, [1.8, 75.0]);
/// assert_eq!(space.find("height"), Some(row.indices[0]));
/// # Ok::<(), noregret_io::RowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RowBuilder {
    draft: Draft,
    parts: PartColumns,
    resolver: Resolver,
    label: RowLabel,
    weight: f64,
    tag: String,
    group: Option<u64>,
}

impl Default for RowBuilder {
    fn default() -> Self {
        Self {
            draft: Draft::default(),
            parts: PartColumns::default(),
            resolver: Resolver::default(),
            label: RowLabel::default(),
            weight: 1.0,
            tag: String::new(),
            group: None,
        }
    }
}

impl RowBuilder {
    /// Begins rows whose sets and prices are in these features.
    pub fn with_parts(parts: PartColumns) -> Self {
        Self { parts, ..Self::default() }
    }

    /// Adds a feature with an integer key, as svmlight has them.
    ///
    /// # Errors
    /// If the key is above [`MAX_INDEX`] or the value not finite; the feature is then left out.
    pub fn push_index(&mut self, key: u32, value: f64) -> Result<(), RowError> {
        if key > MAX_INDEX {
            return Err(RowError::Index(key));
        }
        check(value, || key.to_string())?;
        self.draft.push_index(key, value);
        Ok(())
    }

    /// Adds a feature with a name; a name that is an integer in canonical form (`17`) is that key.
    ///
    /// # Errors
    /// If the value is not finite; the feature is then left out.
    pub fn push_name(&mut self, name: &str, value: f64) -> Result<(), RowError> {
        check(value, || name.to_owned())?;
        self.draft.push_name(name, value);
        Ok(())
    }

    /// Adds the feature `namespace^name`, as Vowpal Wabbit text has them. In a hashed space its
    /// slot is that of VW, which [`push_name`](Self::push_name) could not know from the joined
    /// name.
    ///
    /// # Errors
    /// If the value is not finite; the feature is then left out.
    pub fn push_in_namespace(
        &mut self,
        namespace: &str,
        name: &str,
        value: f64,
    ) -> Result<(), RowError> {
        if namespace.is_empty() {
            return self.push_name(name, value);
        }
        let full = || format!("{namespace}^{name}");
        check(value, full)?;
        if value != 0.0 {
            self.draft.push_named(&full(), namespace.len(), value);
        }
        Ok(())
    }

    /// Adds the feature `column=category` of value 1, as a column of categories gives it.
    pub fn push_category(&mut self, column: &str, category: &str) {
        self.draft.push_category(column, category);
    }

    /// Adds the feature `column^word` of value 1 for each different word of a text, as a column of
    /// text gives them.
    ///
    /// ```
    /// use noregret_io::{FeatureSpace, Lookup, Row, RowBuilder};
    ///
    /// let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
    /// let mut builder = RowBuilder::default();
    /// builder.push_words("subject", "Re: the meeting (THE meeting!)");
    /// builder.finish(Lookup::Learn(&mut space), &mut row)?;
    /// assert_eq!((row.values.len(), space.find("subject^meeting").is_some()), (3, true));
    /// # Ok::<(), noregret_io::RowError>(())
    /// ```
    pub fn push_words(&mut self, column: &str, text: &str) {
        self.draft.push_words(column, [text]);
    }

    /// The label of the row, to be set; missing unless it is.
    pub fn label(&mut self) -> &mut RowLabel {
        &mut self.label
    }

    /// Sets the importance; 1 unless it is set.
    ///
    /// # Errors
    /// If it is negative or not finite.
    pub fn set_weight(&mut self, weight: f64) -> Result<(), RowError> {
        if !(weight >= 0.0 && weight.is_finite()) {
            return Err(RowError::Weight(weight));
        }
        self.weight = weight;
        Ok(())
    }

    /// Sets the group that the row belongs to.
    pub fn set_group(&mut self, group: u64) {
        self.group = Some(group);
    }

    /// Sets the row's own name.
    pub fn set_tag(&mut self, tag: &str) {
        self.tag.clear();
        self.tag.push_str(tag);
    }

    /// Forgets what was given for the current row.
    pub fn clear(&mut self) {
        self.draft.clear();
        self.label.clear();
        self.tag.clear();
        (self.weight, self.group) = (1.0, None);
    }

    /// Puts the row into `row`, whatever was there, and begins the next one. Its line is 0.
    ///
    /// # Errors
    /// If a repeated feature sums to a value that is not finite, or there is no slot left for a new
    /// one, or a set or a price does not fit; `row` is then empty.
    pub fn finish(&mut self, lookup: Lookup<'_>, row: &mut Row) -> Result<(), RowError> {
        row.clear();
        let closed = self.close_row(row);
        let resolved = closed.and_then(|()| self.resolver.resolve(&self.draft.row(0), lookup, row));
        if resolved.is_ok() {
            self.give_about(row);
        } else {
            row.clear();
        }
        self.clear();
        resolved.map_err(RowError::from)
    }

    /// The row without slots, for a space of this kind; begins the next one. Its line is 0.
    ///
    /// # Errors
    /// If a repeated feature sums to a value that is not finite, or a set or a price does not fit.
    pub fn finish_pending(&mut self, space: &FeatureSpace) -> Result<PendingRow, RowError> {
        let mut pending = PendingRow::default();
        let closed = self.close_row(pending.about_mut());
        let kept =
            closed.and_then(|()| pending.keep(&self.draft.row(0), space, &mut self.resolver));
        self.give_about(pending.about_mut());
        self.clear();
        kept.map(|()| pending).map_err(RowError::from)
    }

    /// The features as they were given, and all else in `row`; begins no row.
    pub(crate) fn listed(&mut self, row: &mut Row) -> Result<Features<'_>, Fault> {
        self.close_row(row)?;
        self.give_about(row);
        Ok(self.draft.row(0))
    }

    /// Ends the features; what they say of the set and the price goes into `row`.
    fn close_row(&mut self, row: &mut Row) -> Result<(), Fault> {
        self.draft.close_row();
        if self.parts.is_empty() {
            return Ok(());
        }
        let listed = mem::take(&mut self.draft);
        self.parts.take(&listed.row(0), row, &mut self.draft)
    }

    /// Moves all but the features into `row`.
    fn give_about(&mut self, row: &mut Row) {
        mem::swap(&mut row.label, &mut self.label);
        mem::swap(&mut row.tag, &mut self.tag);
        (row.weight, row.qid) = (self.weight, self.group);
    }
}

fn check(value: f64, feature: impl FnOnce() -> String) -> Result<(), RowError> {
    if value.is_finite() { Ok(()) } else { Err(RowError::Value { feature: feature(), value }) }
}
