//! The data of the splits: files as published, a constant feature 1 added to every row.

use super::split::Rows;
use crate::args::OnError;
use crate::failure::{Failure, Outcome};
use crate::run::session::{Constant, add_constant};
use crate::run::stream::Stream;
use noregret_io::{FeatureSpace, LabelChoice, Lookup, ReadOptions, Row};
use std::path::Path;

/// A set, and the learner it is learned with.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) name: &'static str,
    file: &'static str,
    label: Option<&'static str>,
    pub(crate) problem: &'static str,
    pub(crate) algorithm: &'static str,
}

/// All of them.
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
    pub(super) fn read(&self, dir: &Path) -> Outcome<Rows> {
        let label = self.label.map(LabelChoice::from_text).unwrap_or_default();
        let options = ReadOptions { label, ..ReadOptions::default() };
        let mut stream = Stream::new(vec![dir.join(self.file)], options, OnError::Stop);
        let mut space = FeatureSpace::dictionary();
        let full = |_| Failure::Other("there are too many features".into());
        let constant = Constant { slot: space.constant().map_err(full)?, value: 1.0 };
        let mut rows = Rows::new();
        loop {
            let mut row = Row::default();
            if !stream.next(Lookup::Learn(&mut space), &mut row)? {
                return Ok(rows);
            }
            add_constant(Some(constant), &mut row);
            rows.push(row);
        }
    }
}
