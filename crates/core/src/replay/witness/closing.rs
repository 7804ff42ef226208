//! A full block on its way into the potentials, while the next one fills.
//!
//! What is done, and in which order, does not depend on the [slices](super::slices) in which it is
//! done. The rows meanwhile change nothing that closing looks at; what they add to the visits that
//! are allowed counts once it is over. Whatever reads the potentials first does the rest
//! ([`Witness::catch_up`]).

use super::block::Block;
use super::class_visits::ClassVisits;
use super::followed::Judging;
use super::ones::{Closed, LANES, Pace};
use super::run::{Kind, Witness};
use super::scaled::Scaled;
use crate::replay::work::Work;
use crate::vector::Instance;
use std::borrow::Cow;

/// Larger blocks are closed at once: a second one would take too much memory.
pub(super) const LARGEST: usize = 1 << 22;

/// Goes on with a part of the work; whether it is done.
type Stage = fn(&mut Closing, &mut Witness, &mut Work) -> bool;

const STAGES: [Stage; 6] = [
    Closing::write,
    Closing::pack,
    Closing::count,
    Closing::follow,
    Closing::raise,
    Closing::begin_to_follow,
];

/// A block that is being closed.
#[derive(Clone, Debug)]
pub(super) struct Closing {
    /// Rows that are still to be written in standardised columns.
    raw: Option<Block>,
    written: usize,
    block: Block,
    /// The rows in a table, as far as they lie in it.
    table: Vec<f64>,
    counted: usize,
    /// What is known once the rows are counted.
    pace: Pace,
    judging: Judging,
    classes: ClassVisits,
    closed: Vec<Closed>,
    stage: usize,
    /// Numbers that may have to be looked at.
    pub(super) most: f64,
    /// How much of the next block was filled since the last slice.
    pub(super) filled: f64,
}

impl Witness {
    /// Does now what closing a block has put off. It changes nothing that can be asked for: what
    /// is asked, saved or merged does it too, on a copy where it may not change the witness.
    pub fn catch_up(&mut self) {
        if let Some((mut block, _)) = self.finish() {
            block.clear();
            self.spare = block;
        }
    }

    /// These witnesses with nothing put off.
    pub(super) fn caught_up(&self) -> Cow<'_, Witness> {
        if self.closing.is_none() {
            return Cow::Borrowed(self);
        }
        let mut own = self.clone();
        own.catch_up();
        Cow::Owned(own)
    }

    /// Closes the open block and lets its rounds go.
    pub(super) fn close_block(&mut self) {
        self.catch_up();
        self.begin_closing();
        self.catch_up();
    }

    /// Closes the open block, and hands it over.
    pub(super) fn close(&mut self) -> Option<(Block, Pace)> {
        self.catch_up();
        self.begin_closing();
        self.finish()
    }

    /// Puts the open block, which is full, on its way.
    #[cold]
    pub(super) fn turn_over(&mut self) {
        self.catch_up();
        self.begin_closing();
        if self.effort.block_cells > LARGEST {
            self.catch_up();
        }
    }

    fn finish(&mut self) -> Option<(Block, Pace)> {
        self.work_on(Work::all());
        let Closing { block, pace, closed, .. } = *self.closing.take()?;
        let price = match &self.kind {
            Kind::Ones(_) => 1.0,
            Kind::Several(several) => several.price().0,
        };
        let work: f64 = closed.iter().map(|closed| closed.work).sum();
        self.totals.left = (self.totals.left - price * work).max(0.0);
        self.totals.blocks += 1;
        (0..self.block.len()).for_each(|i| self.allow(self.block.rows.cells_of(i)));
        Some((block, pace))
    }

    fn begin_closing(&mut self) {
        if self.block.len() == 0 || self.totals.gave_up {
            return;
        }
        let block = std::mem::replace(&mut self.block, std::mem::take(&mut self.spare));
        let is_raw = self.scaled.is_none() && self.columns.is_some();
        let (mut width, moments) = (block.rows.width(), self.moments.take());
        if let Some(columns) = self.columns.filter(|_| is_raw) {
            width = block.rows.reach().max(columns.end);
            self.scaled = Some(Box::new(Scaled::of(columns, moments, &block)));
        }
        if self.takes_too_much(width) {
            return self.give_up();
        }
        if let Kind::Several(several) = &mut self.kind {
            let known = block.classes();
            // A class that comes late asks more of earlier rows than they were judged by.
            self.followed.take_if(|followed| followed.classes < known);
            several.meet(known);
        }
        let most = self.most(&block, width);
        self.closing = Some(Box::new(Closing::new(block, is_raw, self.pace(), most)));
    }
}

impl Closing {
    fn new(block: Block, is_raw: bool, pace: Pace, most: f64) -> Self {
        let (raw, block) = match is_raw {
            true => (Some(block), Block::default()),
            false => (None, block),
        };
        Closing {
            raw,
            written: 0,
            block,
            table: Vec::new(),
            counted: 0,
            pace,
            judging: Judging::default(),
            classes: ClassVisits::default(),
            closed: Vec::new(),
            stage: 0,
            most,
            filled: 0.0,
        }
    }

    pub(super) fn go_on(&mut self, witness: &mut Witness, work: &mut Work) -> bool {
        while let Some(stage) = STAGES.get(self.stage) {
            if !(work.lasts() && stage(self, witness, work)) {
                return false;
            }
            self.stage += 1;
        }
        true
    }

    /// Writes the rows in standardised columns.
    fn write(&mut self, witness: &mut Witness, work: &mut Work) -> bool {
        let (Some(raw), Some(scaled)) = (&self.raw, &witness.scaled) else { return true };
        let is_done = work.go_on(&mut self.written, raw.len(), |i| {
            let ((indices, values), mut row) = (raw.row(i), (Vec::new(), Vec::new()));
            let x = Instance::Sparse { indices: &indices, values: &values };
            scaled.write(x, &mut row.0, &mut row.1);
            let x = Instance::Sparse { indices: &row.0, values: &row.1 };
            self.block.push(x, raw.asked[i].again());
            LANES * row.0.len()
        });
        if is_done {
            self.raw = None;
        }
        is_done
    }

    fn pack(&mut self, _: &mut Witness, work: &mut Work) -> bool {
        self.block.rows.pack_on(&mut self.table, work)
    }

    /// Counts the rows, which says at which pace they are visited.
    fn count(&mut self, witness: &mut Witness, work: &mut Work) -> bool {
        let totals = &mut witness.totals;
        let is_done = work.go_on(&mut self.counted, self.block.len(), |i| {
            let asked = &self.block.asked[i];
            totals.squares.add(asked.weight * asked.square);
            totals.closed.add(asked.weight);
            LANES
        });
        if is_done {
            self.pace = witness.pace();
        }
        is_done
    }

    /// The predictors of the first block are judged.
    fn follow(&mut self, witness: &mut Witness, work: &mut Work) -> bool {
        let is_done = witness.follow(&self.block, &mut self.judging, work);
        if is_done {
            self.judging = Judging::default();
            match &mut witness.kind {
                Kind::Ones(ones) => ones.begin(&self.pace),
                Kind::Several(_) => self.classes = ClassVisits::new(&self.block),
            }
        }
        is_done
    }

    /// The witnesses visit the rows.
    fn raise(&mut self, witness: &mut Witness, work: &mut Work) -> bool {
        let Closing { block, pace, classes, closed, .. } = self;
        match &mut witness.kind {
            Kind::Ones(ones) => {
                let is_done = ones.raise(block, pace, work);
                *closed = vec![ones.shown()];
                is_done
            }
            Kind::Several(several) => {
                let is_done = several.make_room(block.rows.width(), work)
                    && classes.go_on(several, block, pace, work);
                if is_done {
                    *closed = std::mem::take(classes).closed();
                }
                is_done
            }
        }
    }

    /// Predictors are found on the first block.
    fn begin_to_follow(&mut self, witness: &mut Witness, work: &mut Work) -> bool {
        let Closing { block, pace, judging, closed, .. } = self;
        witness.totals.blocks > 0 || witness.begin_to_follow(block, pace, closed, judging, work)
    }
}
