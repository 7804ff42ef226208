//! Rankings of labels for rows that have none. The empty set asks for nothing, so every answer to
//! it is right: where no row has a label, a column is missing, and a report would praise whatever
//! the model says.

use crate::{Error, Result};
use noregret_core::problem::{AnyProblem, Problem};
use noregret_io::Row;

/// How many examples there were, and how many without a label.
#[derive(Debug, Default)]
pub(crate) struct Unlabelled {
    examples: u64,
    without: u64,
}

impl Unlabelled {
    /// Counts an example.
    #[inline]
    pub(crate) fn count(&mut self, rows: &[Row]) {
        self.examples += 1;
        self.without += u64::from(rows[0].label.is_missing());
    }

    /// Whether there was no example.
    pub(crate) fn is_empty(&self) -> bool {
        self.examples == 0
    }

    /// Refuses data without any label where labels are ranked; tells how many are missing.
    pub(crate) fn check(
        &self,
        problem: &AnyProblem,
        file: &str,
        tell: &mut dyn FnMut(&str),
    ) -> Result<()> {
        let Unlabelled { examples, without } = *self;
        let ranked = problem.ranks_labels();
        if !ranked || without == 0 {
            return Ok(());
        }
        if without == examples {
            return Err(Error::Other(format!("no row of {file} has a label")));
        }
        tell(&format!(
            "{without} of {examples} examples have no label: the empty set, which every ranking \
             fits"
        ));
        Ok(())
    }
}
