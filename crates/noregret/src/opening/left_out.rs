//! Learning from the rows of an opening, and what is left out of them.
//!
//! Where the problem was chosen, a row that does not fit was refused when it came. Where the labels
//! decide, a row may turn out not to fit what all of them say.

use crate::model::Model;
use crate::words::count;
use crate::{Error, Result};
use noregret_core::problem::AnyProblem;
use noregret_io::{Lookup, PendingRow, Resolver, Row};
use std::fmt;

/// Rows of an opening that do not fit what all of them decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// How many there are.
    pub rows: usize,
    /// What is wrong with the first of them.
    pub reason: String,
}

impl LeftOut {
    fn add(all: &mut Option<Self>, rows: usize, reason: impl fmt::Display) {
        let none = || LeftOut { rows: 0, reason: reason.to_string() };
        all.get_or_insert_with(none).rows += rows;
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = count(self.rows as u64, "row");
        write!(f, "{rows} left out, not fitting the others; the first: {}", self.reason)
    }
}

impl Model {
    /// Learns from the rows of an opening, one by one or by groups; what was left out.
    pub(super) fn learn_first(&mut self, rows: &[PendingRow]) -> Result<Option<LeftOut>> {
        let grouped = AnyProblem::takes_parts(self.problem());
        if grouped && rows.iter().any(|row| row.about().qid.is_none()) {
            let reason = "where examples have several parts, each record has a group";
            return Err(Error::Usage(reason.into()));
        }
        let same = |a: &PendingRow, b: &PendingRow| grouped && a.about().qid == b.about().qid;
        let (mut resolver, mut left_out) = (Resolver::default(), None);
        for example in rows.chunk_by(same) {
            let features = self.space.len();
            let mut resolved = vec![Row::default(); example.len()];
            for (pending, row) in example.iter().zip(&mut resolved) {
                pending.resolve(&mut resolver, Lookup::Learn(&mut self.space), row)?;
            }
            // Refused by its own round, it leaves no trace.
            if let Err(reason) = self.learn_rows(&resolved) {
                self.space.truncate(features);
                LeftOut::add(&mut left_out, example.len(), reason);
            }
        }
        Ok(left_out)
    }
}
