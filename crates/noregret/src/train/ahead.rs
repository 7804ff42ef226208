//! The learning loop for kernels: rows are announced before they are learned from, so that all
//! cores work on their scores.
//!
//! In the first pass they come in blocks. If there are more, the rows that were learned from stay
//! in memory, and the learner keeps their scores from pass to pass. Rows read ahead have brought
//! their features already, so when one is refused, the features of those that follow are numbered
//! anew, as if it had not been there. Rows that are held out are not announced, and wait without
//! slots.

use super::holdout::Holdout;
use super::passes::{Pass, Passed};
use crate::Result;
use crate::model::Model;
use crate::opening::{Begun, Head};
use crate::source::{Block, Stream};
use noregret_core::Instance;
use noregret_io::{Lookup, PendingRow, Resolver, Row};

/// Rows announced together.
const ROWS: usize = 256;

/// A run that looks ahead.
pub(super) struct Ahead<'a, 'p> {
    pass: &'a mut Pass<'p>,
    model: &'a mut Model,
    head: &'a mut Head,
    stream: &'a mut Stream,
    /// Features of the model before this run and of the rows learned from.
    used: usize,
    resolver: Resolver,
}

/// Rows to learn from or to test on, and the file they are of.
struct Batch {
    block: Block,
    /// Those held out, as they were before they got slots.
    held: Vec<Option<PendingRow>>,
    file: String,
    /// Which of the files that is, from 0.
    place: usize,
    /// How many rows of the data were read or left out up to the last of these.
    end: u64,
}

impl<'a, 'p> Ahead<'a, 'p> {
    pub(super) fn new(pass: &'a mut Pass<'p>, begun: &'a mut Begun) -> Self {
        let Begun { model, head, stream, .. } = begun;
        let used = model.space.len();
        Ahead { pass, model, head, stream, used, resolver: Resolver::default() }
    }

    /// Goes through the data as often as asked.
    pub(super) fn run(mut self, passed: &mut Passed) -> Result<()> {
        let learned = self.passes(passed);
        self.announce_nothing();
        if learned.is_err() {
            // What is kept of a failed run knows nothing of the rows it did not come to.
            self.model.space.truncate(self.used);
        }
        learned
    }

    /// What was announced no longer holds.
    fn announce_nothing(&mut self) {
        if let Ok(single) = self.model.one_mut() {
            single.learner.expect(&[], false);
        }
    }

    fn passes(&mut self, passed: &mut Passed) -> Result<()> {
        passed.passes = 1;
        let later = self.pass.training.pass_count() - 1;
        let mut all = Vec::new();
        while let Some(mut batch) = self.next()? {
            self.announce(std::slice::from_ref(&batch), false)?;
            self.learn(&mut batch)?;
            self.pass.save(batch.end, self.model, self.stream)?;
            batch.block.error.take().map_or(Ok(()), Err)?;
            if later > 0 {
                all.push(batch);
            }
        }
        let mut announced = false;
        for _ in 0..later {
            if self.pass.training.reading.is_stopped() {
                return Ok(());
            }
            passed.passes += 1;
            // It leaves out the same rows.
            passed.skipped += self.stream.skipped();
            passed.from_memory = Some(self.pass.training.reading.skip);
            self.pass.begin_again(self.model);
            if !announced {
                self.announce(&all, true)?;
            }
            announced = true;
            for batch in &mut all {
                if self.pass.training.reading.is_stopped() {
                    return Ok(());
                }
                announced &= self.learn(batch)?;
                passed.from_memory = Some(batch.end);
            }
        }
        Ok(())
    }

    /// The next rows: first those of the head, then those of the files.
    fn next(&mut self) -> Result<Option<Batch>> {
        let mut block = Block::default();
        let known = self.model.space.len();
        let head = &mut *self.head;
        let ahead = head.rows.len().min(ROWS);
        let end = head.places.drain(..ahead.min(head.places.len())).next_back();
        for pending in head.rows.drain(..ahead) {
            let (lookup, mut row) = (Lookup::Learn(&mut self.model.space), Row::default());
            pending.resolve(&mut self.resolver, lookup, &mut row)?;
            block.rows.push(row);
        }
        block.error = head.error.take_if(|_| head.rows.is_empty());
        let some = !block.rows.is_empty() || block.error.is_some();
        let lookup = Lookup::Learn(&mut self.model.space);
        let more = some || block.read(self.stream, lookup, ROWS, self.pass.observer);
        self.leave_out_others(known, &mut block.rows)?;
        let held = self.hold_out(known, &mut block.rows)?;
        Ok(more.then(|| {
            let (file, place) = (self.stream.file(), self.stream.place());
            let end = end.unwrap_or_else(|| self.stream.rows());
            Batch { block, held, file, place, end }
        }))
    }

    /// Leaves out the rows of other shards, as if they had not been there.
    fn leave_out_others(&mut self, known: usize, rows: &mut Vec<Row>) -> Result<()> {
        let before = rows.len();
        rows.retain(|_| self.pass.takes_next());
        match rows.len() == before {
            true => Ok(()),
            false => self.renumber(known, rows.iter_mut()),
        }
    }

    /// Which of the next rows are held out: they wait without slots, as if only `known` features
    /// and those of the other rows had come.
    fn hold_out(&mut self, known: usize, rows: &mut [Row]) -> Result<Vec<Option<PendingRow>>> {
        let holdout = &mut self.pass.holdout;
        let mut takes = || holdout.as_mut().and_then(Holdout::take_next).is_some();
        let space = &self.model.space;
        let wait = |row: &Row| takes().then(|| PendingRow::of(row, space));
        let held: Vec<Option<PendingRow>> = rows.iter().map(wait).collect();
        if held.iter().any(Option::is_some) {
            let learned = rows.iter_mut().zip(&held).filter(|(_, held)| held.is_none());
            self.renumber(known, learned.map(|(row, _)| row))?;
        }
        Ok(held)
    }

    /// Forgets all but the `known` features, and then learns those of the rows.
    fn renumber<'r>(
        &mut self,
        known: usize,
        rows: impl Iterator<Item = &'r mut Row>,
    ) -> Result<()> {
        let space = &mut self.model.space;
        let waiting = |row: &'r mut Row| (PendingRow::of(row, space), row);
        let waiting: Vec<(PendingRow, &mut Row)> = rows.map(waiting).collect();
        space.truncate(known);
        for (pending, row) in waiting {
            pending.resolve(&mut self.resolver, Lookup::Learn(space), row)?;
        }
        Ok(())
    }

    /// Tells the learner which rows come.
    fn announce(&mut self, batches: &[Batch], again: bool) -> Result<()> {
        let rows = batches.iter().flat_map(Batch::learned);
        let ahead: noregret_core::Result<Vec<Instance<'_>>> =
            rows.map(|row| Instance::sparse(&row.indices, &row.values)).collect();
        self.model.one_mut()?.learner.expect(&ahead?, again);
        Ok(())
    }

    /// Learns from a batch, which loses the rows that do not fit; false if there are any.
    fn learn(&mut self, batch: &mut Batch) -> Result<bool> {
        let (mut at, before) = (0, batch.block.rows.len());
        while at < batch.block.rows.len() {
            let fits = match &batch.held[at] {
                Some(held) => self.test(held, &batch.file)?,
                None => self.row(batch, at)?,
            };
            if fits {
                at += 1;
                continue;
            }
            let held = batch.held.remove(at);
            let refused = batch.block.rows.remove(at);
            if held.is_none() {
                self.forget(&refused, batch, at)?;
            }
        }
        Ok(at == before)
    }

    /// Learns from a row; false if it does not fit.
    fn row(&mut self, batch: &Batch, at: usize) -> Result<bool> {
        let row = &batch.block.rows[at];
        self.pass.is_at(batch.place);
        let learned = self.pass.example(self.model, std::slice::from_ref(row), self.stream)?;
        match learned {
            None => {
                self.used = self.used.max(end(row));
                Ok(true)
            }
            Some(error) => {
                self.pass.forgive(self.stream, &batch.file, std::slice::from_ref(row), &error)?;
                Ok(false)
            }
        }
    }

    /// Tests on a row that is held out; false if it does not fit.
    fn test(&mut self, held: &PendingRow, file: &str) -> Result<bool> {
        let mut row = Row::default();
        held.resolve(&mut self.resolver, Lookup::Frozen(&self.model.space), &mut row)?;
        let Some(holdout) = &mut self.pass.holdout else { return Ok(true) };
        // Features of rows read ahead are not known yet.
        match holdout.test(self.model, std::slice::from_mut(&mut row), self.used) {
            Ok(()) => Ok(true),
            Err(error) => {
                self.pass.forgive(self.stream, file, std::slice::from_ref(&row), &error)?;
                Ok(false)
            }
        }
    }

    /// Numbers the features of the rows from `at` on anew if the refused row brought any.
    fn forget(&mut self, refused: &Row, batch: &mut Batch, at: usize) -> Result<()> {
        if end(refused) <= self.used {
            return Ok(());
        }
        self.renumber(self.used, batch.learned_from(at))?;
        // What was announced had the old numbers; to announce the rest after each such row might
        // cost more.
        self.announce_nothing();
        Ok(())
    }
}

impl Batch {
    /// The rows that are learned from.
    fn learned(&self) -> impl Iterator<Item = &Row> {
        let rows = self.block.rows.iter().zip(&self.held);
        rows.filter(|(_, held)| held.is_none()).map(|(row, _)| row)
    }

    /// Those from `at` on.
    fn learned_from(&mut self, at: usize) -> impl Iterator<Item = &mut Row> {
        let rows = self.block.rows.iter_mut().zip(&self.held).skip(at);
        rows.filter(|(_, held)| held.is_none()).map(|(row, _)| row)
    }
}

/// One past the last feature of a row.
fn end(row: &Row) -> usize {
    row.indices.iter().max().map_or(0, |&slot| slot as usize + 1)
}
