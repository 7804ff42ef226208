//! A trace beside the run made again: every field of every line.

use super::rounds::Seen;
use crate::Result;
use crate::model::Single;
use crate::trace::{Place, TraceReader, difference, end, header, round};
use crate::words::count;
use noregret_core::learner::{AnyLearner, Traced};
use std::path::Path;

/// Differences that are told; one is enough to know.
const TOLD: usize = 5;

/// A trace that is being read.
pub(super) struct Followed {
    reader: TraceReader,
    differences: Vec<String>,
}

impl Followed {
    /// Opens the trace of a run of this learner, which has not begun.
    pub(super) fn open(path: &Path, again: &Single) -> Result<Self> {
        let (reader, first) = TraceReader::open(path)?;
        if let Some(before @ 1..) = first["rounds_before"].as_u64() {
            return Err(reader.broken(&format!(
                "the trace begins after {} of another run: only one that begins with the first \
                 can be verified",
                count(before, "round")
            )));
        }
        match difference(&first, &header(&again.spec, &again.learner)) {
            None => Ok(Followed { reader, differences: Vec::new() }),
            Some(how) => Err(reader.broken(&format!("this is not the model's trace: {how}"))),
        }
    }

    /// The next round as it is written, beside the one that was just learned from.
    pub(super) fn round(&mut self, again: &AnyLearner, seen: &Seen, number: u64) -> Result<Traced> {
        let (found, traced) = self.reader.next()?;
        let Some(traced) = traced else {
            let reason = format!("the trace has {} only", count(number - 1, "round"));
            return Err(self.reader.broken(&format!("{reason}, the model made more")));
        };
        let place = Place { round: number, file: seen.file + 1 };
        if let Some(how) = difference(&found, &round(again, &seen.rows, place)) {
            self.tell(format!("round {number}: {how}"));
        }
        Ok(traced)
    }

    /// The totals, after the last round; where the trace differed in all.
    pub(super) fn end(mut self, again: &AnyLearner, rounds: u64) -> Result<Vec<String>> {
        let (found, more) = self.reader.next()?;
        if more.is_some() {
            let made = count(rounds, "round");
            return Err(self.reader.broken(&format!("the model made {made}, the trace has more")));
        }
        if let Some(how) = difference(&found, &end(again, rounds)) {
            self.tell(format!("totals: {how}"));
        }
        Ok(self.differences)
    }

    fn tell(&mut self, text: String) {
        if self.differences.len() < TOLD {
            self.differences.push(text);
        }
    }
}
