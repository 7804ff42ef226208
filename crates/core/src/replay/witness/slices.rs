//! How much of closing a block a row does: no row has to do all of it.
//!
//! A slice is as much of [`most`](Witness::most) as the rows since the last slice fill of the next
//! block, at least a [`SLICES`]th: a block is closed before the next is full. Counted in numbers
//! that are looked at, so it depends on the rows alone.

use super::block::Block;
use super::ones::LANES;
use super::run::{Kind, MOST_OF_CLASSES, Witness};
use crate::replay::work::Work;

/// Slices, at most; if there were more, rows would be fetched again more often than is worth it.
const SLICES: f64 = 1024.0;
/// Times that the rows of a block, and the table, are looked at besides sweeps.
const TURNS: f64 = 8.0;
const TABLES: f64 = 6.0;
/// Numbers of a row besides its cells, as visits count them.
const BESIDES: usize = 4;

impl Witness {
    /// How many numbers closing blocks has looked at since the witness was made or read back.
    pub fn worked(&self) -> u64 {
        self.worked
    }

    /// Does a slice, now that a row with so many cells has come, if one is due.
    #[inline]
    pub(super) fn go_on(&mut self, cells: usize) {
        let filled = self.filled_by(cells);
        let Some(closing) = &mut self.closing else { return };
        closing.filled += filled;
        if closing.filled * SLICES >= 1.0 {
            let numbers = closing.most * std::mem::take(&mut closing.filled);
            if self.work_on(Work::of(numbers as usize)) {
                self.catch_up();
            }
        }
    }

    /// The share of a block that a row fills.
    fn filled_by(&self, cells: usize) -> f64 {
        let duals = match &self.kind {
            Kind::Ones(_) => 0.0,
            Kind::Several(several) => several.stride() as f64 / MOST_OF_CLASSES as f64,
        };
        let by_cells = cells as f64 / self.effort.block_cells as f64;
        by_cells.max(1.0 / self.effort.block_rounds as f64).max(duals)
    }

    /// Goes on closing; whether it is over, or there is nothing to do.
    pub(super) fn work_on(&mut self, mut work: Work) -> bool {
        let Some(mut closing) = self.closing.take() else { return true };
        let before = work;
        let is_over = closing.go_on(self, &mut work);
        self.worked += work.since(before);
        self.closing = Some(closing);
        is_over
    }

    /// How many numbers closing a block may have to look at, about.
    pub(super) fn most(&self, block: &Block, width: usize) -> f64 {
        let (lanes, places, price) = match &self.kind {
            Kind::Ones(_) => (1, LANES, 1.0),
            Kind::Several(several) => (several.lanes.len(), several.stride(), several.price().0),
        };
        let columns = self.columns.map_or(0, |columns| columns.end - columns.first);
        let cells = match block.rows.fill_a_table() {
            true => block.len() * width,
            false => block.cells() + block.len() * columns,
        };
        let visits = self.totals.left / (lanes as f64 * price * cells.max(1) as f64);
        let turns = visits.min(f64::from(self.effort.sweeps)) + 1.0 + TURNS;
        let rows = (cells + BESIDES * block.len()) as f64;
        (lanes * places) as f64 * (turns * rows + TABLES * width as f64)
    }
}
