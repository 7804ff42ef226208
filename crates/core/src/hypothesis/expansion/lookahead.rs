//! The instances that come next, with scores kept up to date for as long as that is cheaper than
//! asking anew.
//!
//! They come in blocks. When the cursor enters a block its scores are found together; each later
//! change of the expansion is added to the members of that block at once. For a set that is gone
//! through `again` and again the scores of all members stay, with a log of the changes, so that a
//! pass only pays for the changes since the last one. Scores are of the stored coefficients, before
//! the common scale.

use super::combination::{Combination, values};
use super::patterns::Patterns;
use super::point::Point;
use crate::hypothesis::relaid;
use crate::kernel::AnyKernel;
use std::ops::Range;
use std::sync::Arc;

/// Members brought up to date together.
const BLOCK: usize = 256;

/// What is expected.
#[derive(Clone, Debug)]
pub(super) struct Lookahead {
    again: bool,
    members: Vec<Arc<Point>>,
    /// The member expected next.
    cursor: usize,
    blocks: Vec<ScoreBlock>,
    log: Vec<LoggedChange>,
}

/// Scores of one block.
#[derive(Clone, Debug, Default)]
struct ScoreBlock {
    rows: usize,
    /// `rows` for each member.
    scores: Vec<f64>,
    /// Changes of the log that are in the scores; `None` before they are first found.
    seen: Option<usize>,
}

/// `v_row += delta K(point, .)`.
#[derive(Clone, Debug)]
struct LoggedChange {
    point: Arc<Point>,
    row: u32,
    delta: f64,
}

/// What scores are made from.
pub(super) struct ScoreInputs<'a> {
    pub(super) kernel: &'a AnyKernel,
    pub(super) patterns: &'a Patterns,
    pub(super) rows: usize,
    pub(super) threads: usize,
}

impl Lookahead {
    /// `None` if nothing is expected.
    pub(super) fn new(members: Vec<Arc<Point>>, again: bool) -> Option<Self> {
        let blocks = vec![ScoreBlock::default(); members.len().div_ceil(BLOCK)];
        let some = !members.is_empty();
        some.then_some(Lookahead { again, members, cursor: 0, blocks, log: Vec::new() })
    }

    fn range(&self, block: usize) -> Range<usize> {
        block * BLOCK..((block + 1) * BLOCK).min(self.members.len())
    }

    /// The next member of the current block that equals `x`.
    pub(super) fn find(&self, x: &Point) -> Option<usize> {
        let end = self.range(self.cursor / BLOCK).end;
        (self.cursor..end).find(|&place| *self.members[place] == *x)
    }

    /// A member.
    pub(super) fn member(&self, place: usize) -> Option<&Arc<Point>> {
        self.members.get(place)
    }

    /// Scores of a member of the current block; rows beyond them are zero.
    pub(super) fn scores(&self, place: usize) -> &[f64] {
        let block = &self.blocks[place / BLOCK];
        let at = place % BLOCK * block.rows;
        &block.scores[at..at + block.rows]
    }

    /// The expansion changed by `coefs` at `point`.
    pub(super) fn note(&mut self, kernel: &AnyKernel, point: &Arc<Point>, coefs: &[(u32, f64)]) {
        let current = self.cursor / BLOCK;
        let mut range = self.range(current);
        let rows = coefs.iter().map(|c| c.0 as usize + 1).max().unwrap_or(0);
        let block = &mut self.blocks[current];
        block.widen(rows);
        if self.again {
            let change =
                |&(row, delta): &(u32, f64)| LoggedChange { point: point.clone(), row, delta };
            self.log.extend(coefs.iter().map(change));
            block.seen = Some(self.log.len());
        } else {
            range.start = self.cursor;
        }
        let first = range.start % BLOCK * block.rows;
        let values = values(kernel, point, self.members[range].iter().map(|m| &**m));
        for (scores, value) in block.scores[first..].chunks_exact_mut(block.rows).zip(values) {
            for &(row, delta) in coefs {
                scores[row as usize] += delta * value;
            }
        }
    }

    /// All scores are to be found anew.
    pub(super) fn forget(&mut self) {
        self.log.clear();
        self.blocks.iter_mut().for_each(|block| *block = ScoreBlock::default());
    }

    /// Moves past a member. False if nobody is left, true in the second place if a block was
    /// entered.
    pub(super) fn pass(&mut self, place: usize) -> (bool, bool) {
        let before = self.cursor / BLOCK;
        self.cursor = place + 1;
        if self.cursor >= self.members.len() {
            self.cursor = 0;
            return (self.again, true);
        }
        let entered = self.cursor / BLOCK != before;
        if entered && !self.again {
            self.blocks[before] = ScoreBlock::default();
        }
        (true, entered)
    }

    /// Brings the current block up to date.
    pub(super) fn catch_up(&mut self, inputs: &ScoreInputs<'_>) {
        let ScoreInputs { kernel, patterns, rows, threads } = *inputs;
        let current = self.cursor / BLOCK;
        let range = self.range(current);
        let block = &mut self.blocks[current];
        // As many changes as there are patterns cost no less than all of them, which also round
        // less.
        let log = block.seen.map(|seen| changes(&self.log[seen..]));
        let all = match log.filter(|log| log.len() < patterns.list.len()) {
            Some(log) => log,
            None => {
                block.scores = vec![0.0; range.len() * rows];
                block.rows = rows;
                Combination::new(patterns, |value, _| value)
            }
        };
        block.widen(rows);
        let members = &self.members[range];
        all.add_at_all(kernel, members, block.rows, threads, &mut block.scores);
        block.seen = Some(self.log.len());
    }
}

impl ScoreBlock {
    fn widen(&mut self, rows: usize) {
        if rows > self.rows {
            self.scores = relaid(&self.scores, self.rows.max(1), rows);
            self.rows = rows;
        }
    }
}

/// The logged changes; those of one update share their instance.
fn changes(log: &[LoggedChange]) -> Combination<'_> {
    let mut all = Combination::default();
    for same in log.chunk_by(|a, b| Arc::ptr_eq(&a.point, &b.point)) {
        all.push(&same[0].point, same.iter().map(|c| (c.row, c.delta)));
    }
    all
}
