//! The data sets of the splits: files as published, a constant feature 1 added to every row.

use super::split::{LabelledRow, Rows};
use crate::failure::{Failure, Result};
use noregret::Silent;
use noregret::core::ClassName;
use noregret::io::{FeatureSpace, LabelChoice, Lookup, ReadOptions, Row};
use noregret::source::{OnError, Stream};
use std::path::Path;

/// A set, and the learner it is learned with.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) name: &'static str,
    file: &'static str,
    label: Option<&'static str>,
    pub(super) problem: &'static str,
    pub(super) algorithm: &'static str,
}

/// All sets.
pub(super) const SETS: &[Source] = &[
    Source {
        name: "spambase",
        file: "spambase/spambase.csv.gz",
        label: None,
        problem: "binary",
        algorithm: "arow-scaled",
    },
    Source {
        name: "a9a",
        file: "a9a/a9a.gz",
        label: None,
        problem: "binary",
        algorithm: "arow-scaled",
    },
    Source {
        name: "w8a",
        file: "w8a/w8a.gz",
        label: None,
        problem: "binary",
        algorithm: "arow-scaled",
    },
    Source {
        name: "letter",
        file: "letter/letter-recognition.data.gz",
        label: Some("1"),
        problem: "multiclass",
        algorithm: "arow",
    },
];

impl Source {
    /// Reads all rows.
    pub(super) fn read(&self, dir: &Path) -> Result<Rows> {
        let label = self.label.map(LabelChoice::from_text).unwrap_or_default();
        let options = ReadOptions { label, ..ReadOptions::default() };
        let mut stream = Stream::new(vec![dir.join(self.file)], options, OnError::Stop);
        let mut space = FeatureSpace::dictionary();
        let full = |_| Failure::other("there are too many features");
        // Slot and value of the constant; no set has a feature of that name.
        let constant = (space.constant().map_err(full)?, 1.0);
        let (mut row, mut rows) = (Row::default(), Rows::new());
        while stream.next(Lookup::Learn(&mut space), &mut row, &mut Silent)? {
            let (indices, values) = row.features().chain([constant]).unzip();
            rows.push(LabelledRow { indices, values, class: class(&row) });
        }
        Ok(rows)
    }
}

/// The class of a row, if it has a label.
fn class(row: &Row) -> Option<ClassName> {
    let number = row.label.number().map(ClassName::Number);
    number.or_else(|| row.label.text().map(|name| ClassName::Text(name.into())))
}
