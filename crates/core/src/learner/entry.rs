//! What a round adds to the ledger: its loss, what its dual variables gain, the size of its step.
//! Nothing is entered before it is sure that all totals stay finite.

use super::round::cap;
use super::{Composition, Scratch};
use crate::ascent::Ascent;
use crate::certificate::{LedgerEntry, RowTotals};
use crate::error::{Error, Result};
use crate::geometry::{Class, Complexity, Load};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::problem::Problem;
use crate::round::{Block, Single, View, direction_length};
use crate::schedule::Schedule;

/// Larger margins are refused: their squares, and sums of those, must stay finite.
const LARGEST_MARGIN: f64 = 1e140;

impl<P, L, A, H, S> Composition<'_, P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule,
{
    /// Enters the round into the ledger, once it is sure that the step is finite.
    #[inline(always)]
    pub(super) fn settle(&mut self, entry: &mut LedgerEntry, keep: f64, c: f64) -> Result<()> {
        if self.schedule.strength().is_some() {
            entry.complexity = self.hypothesis.own_complexity(self.run.c) + self.widening();
        }
        // Without loss no total moves.
        let enters = match keep {
            1.0 => {
                entry.loss + entry.complexity + entry.mass == 0.0
                    || self.run.ledger.can_enter(entry)
            }
            _ => self.lend().rescale(keep, entry),
        };
        let rows = (self.run.apart && entry.mass != 0.0).then(|| self.lend().row_totals(entry));
        let enters = enters && rows.as_deref().is_none_or(|r| r.iter().all(RowTotals::is_sound));
        let load = Load { size: entry.size, weight: entry.weight, mass: entry.mass, c: self.run.c };
        if !enters || !self.bears(&load, entry.margin) {
            return Err(Error::NotFinite(
                "the numbers of this round are too large: scale the data or choose a smaller C"
                    .into(),
            ));
        }
        self.run.ledger.enter(entry);
        if let Some(rows) = rows {
            self.run.ledger.gather(rows);
        }
        if self.schedule.settle(entry.size, entry.mistake || entry.mass != 0.0) {
            self.run.floor = c;
        }
        Ok(())
    }

    /// Whether sums that a round of this load and margin enters stay finite.
    #[inline(always)]
    pub(super) fn bears(&self, load: &Load, margin: f64) -> bool {
        margin.abs() <= LARGEST_MARGIN && self.hypothesis.bears(load)
    }

    /// By how much the sum of f over the rounds before grew with the features of this one: the
    /// relative entropy is that to the uniform weights, and there are more of them.
    fn widening(&self) -> f64 {
        let (before, now) = (self.run.scratch.width, self.hypothesis.dimension());
        match self.hypothesis.class() {
            Class::Bounded { measure: Complexity::Entropy, .. } if now > before => {
                let rows = self.hypothesis.rows() as f64;
                self.run.ledger.rounds as f64 * rows * (now as f64 / before.max(1) as f64).ln()
            }
            _ => 0.0,
        }
    }

    /// Old dual variables shrink or grow with the weights they made; false, and nothing done, if
    /// the round cannot be entered then.
    #[cold]
    fn rescale(self, keep: f64, entry: &LedgerEntry) -> bool {
        let ledger = self.run.ledger.rescaled(keep);
        let enters =
            keep.is_finite() && ledger.can_enter(entry) && entry.margin.abs() <= LARGEST_MARGIN;
        if enters {
            self.run.ledger = ledger;
        }
        enters
    }

    /// The dual side of every row after this round.
    #[cold]
    fn row_totals(self, entry: &LedgerEntry) -> Vec<RowTotals> {
        let Scratch { block, keeps, .. } = &self.run.scratch;
        let mut rows = self.run.ledger.rows.clone();
        rows.resize_with(self.problem.rows(), RowTotals::default);
        for group in (0..block.groups()).filter(|&group| block.has_moved(group)) {
            let Some(worst) = block.worst_of(group) else { continue };
            let mut own = LedgerEntry { weight: entry.weight, ..LedgerEntry::default() };
            let loss = self.loss.value(block.constraints[worst].z) * entry.weight;
            self.account().enter(&mut own, &self.run.scratch, (group, worst, loss));
            let row = block.row_of(group);
            let keep = keeps.iter().find(|of| of.0 == row).map_or(1.0, |of| of.1);
            rows[row].enter(keep, &own);
        }
        rows
    }

    /// The entry of a round before its losses.
    #[inline(always)]
    pub(super) fn blank_entry(&self, weight: f64) -> LedgerEntry {
        let Scratch { view, block, .. } = &self.run.scratch;
        LedgerEntry {
            weight,
            mistake: block.violation,
            size: view.size(),
            ..LedgerEntry::default()
        }
    }

    #[inline(always)]
    pub(super) fn account(&self) -> Account<'_, L, A> {
        let is_hard = self.schedule.is_hard();
        Account { loss: self.loss, ascent: self.ascent, is_hard, c: self.run.c }
    }

    /// Whether steps leave out the constant: they may raise the dual by less than a subgradient.
    #[inline(always)]
    pub(super) fn is_uncounted(&self) -> bool {
        self.run.bias.is_some_and(|bias| bias.is_uncounted())
    }

    /// What the round adds to the ledger, written where it is: an entry is large.
    #[inline(always)]
    pub(super) fn fill(&self, entry: &mut LedgerEntry) {
        let (block, weight) = (&self.run.scratch.block, entry.weight);
        let mut least = f64::INFINITY;
        for group in 0..block.groups() {
            let Some(worst) = block.worst_of(group) else { continue };
            let z = block.constraints[worst].z;
            let loss = weight * block.share_of(group) * self.loss.value(z);
            least = if z < least { z } else { least };
            entry.loss += loss;
            if block.violated_in(group) {
                entry.mistake_loss += loss;
            }
            // A group that other groups broke has moved without a loss, and so may one whose ascent
            // asks for another margin than the loss.
            if loss != 0.0
                || ((block.overlapping || self.ascent.rescales()) && block.has_moved(group))
            {
                self.account().enter(entry, &self.run.scratch, (group, worst, loss));
                entry.is_shared |= self.is_uncounted();
            }
        }
        entry.margin = if least.is_finite() { least } else { 0.0 };
    }
}

/// What the account of a group needs of a composition.
#[derive(Clone, Copy)]
pub(super) struct Account<'a, L, A> {
    pub(super) loss: &'a L,
    pub(super) ascent: &'a A,
    pub(super) is_hard: bool,
    /// Trade-off of the round.
    pub(super) c: f64,
}

/// The dual variables of a group: their sum, their sizes, how far they moved, how many they are.
#[derive(Clone, Copy, Default)]
struct Moved {
    total: f64,
    mass: f64,
    path: f64,
    count: usize,
}

impl Moved {
    /// Takes in a dual variable other than 0, along a direction of this length.
    #[inline(always)]
    fn add(&mut self, d: f64, length: f64) {
        self.total += d;
        self.count += 1;
        self.mass += d.abs();
        self.path += d.abs() * length;
    }
}

impl<L: Loss, A: Ascent> Account<'_, L, A> {
    /// What the duals of a group add, and the size of its subgradient. Kept apart: rounds without
    /// loss pass by.
    #[inline(never)]
    fn enter(
        self,
        entry: &mut LedgerEntry,
        Scratch { view, block, .. }: &Scratch,
        (group, worst, loss): (usize, usize, f64),
    ) {
        let worst_length = length(view, block, worst);
        let weight = entry.weight * block.share_of(group);
        let mut moved = Moved::default();
        for i in block.constraints_of(group) {
            let (d, k) = (block.duals[i], &block.constraints[i]);
            if d == 0.0 {
                continue;
            }
            moved.add(d, if i == worst { worst_length } else { length(view, block, i) });
            shift_gain(entry, d, k.shift);
            if k.own != 0.0 {
                // A direction found with this relative error may leave the unit ball by as much,
                // and its inner product is off by as much: enough is put aside for any comparator.
                let rounding = d.abs() * view.gap.rounding / f64::EPSILON;
                entry.cancelled += rounding * (view.gap.start + 1.0 / k.own.abs());
                entry.step_error += rounding;
            }
        }
        self.enter_moved(entry, &moved, weight, loss);
        if self.ascent.trigger().fires_on(block.violated_in(group)) {
            let square = self.subgradient(block.constraints[worst].z, weight, worst_length);
            entry.subgradient = if block.overlapping {
                (entry.subgradient.sqrt() + square.sqrt()).powi(2)
            } else {
                // Groups are over different rows, so their subgradients are orthogonal.
                entry.subgradient + square
            };
        }
    }

    /// What the dual variable of a round with one constraint adds.
    #[inline(always)]
    pub(super) fn enter_single(self, entry: &mut LedgerEntry, d: f64, only: &Single, length: f64) {
        let (weight, loss) = (entry.weight, entry.loss);
        let mut moved = Moved::default();
        if d != 0.0 {
            moved.add(d, length);
            shift_gain(entry, d, only.shift);
        }
        self.enter_moved(entry, &moved, weight, loss);
        if self.ascent.trigger().fires_on(only.violated) {
            entry.subgradient += self.subgradient(only.z, weight, length);
        }
    }

    #[inline(always)]
    fn enter_moved(&self, entry: &mut LedgerEntry, moved: &Moved, weight: f64, loss: f64) {
        entry.step += moved.path;
        entry.is_shared |= moved.count > 1 && !self.ascent.dominates();
        if moved.mass != 0.0 {
            entry.mass += moved.mass;
            entry.peak = entry.peak.max(moved.mass / weight);
            entry.gain += self.loss.gain(moved.total, cap(self.is_hard, weight));
            // Either part of a squared loss' gain exceeds the gain by no more than this.
            entry.cancelled += 2.0 * loss;
        }
    }

    /// `|subgradient|^2 / (2c)` at this margin, along a direction of this length.
    #[inline(always)]
    fn subgradient(&self, z: f64, weight: f64, length: f64) -> f64 {
        let slope = weight * self.loss.slope(z).abs();
        (slope * length).powi(2) / (2.0 * self.c)
    }
}

/// What the shift of a constraint adds to the gain.
#[inline(always)]
fn shift_gain(entry: &mut LedgerEntry, d: f64, shift: f64) {
    if shift != 0.0 {
        entry.gain += d * shift;
        entry.cancelled += (d * shift).abs();
    }
}

/// Dual norm of direction `i`, or a bound on it.
#[inline(always)]
fn length(view: &View, block: &Block, i: usize) -> f64 {
    if block.constraints[i].own != 0.0 {
        // Directions with a share of the weights are unit vectors.
        return 1.0;
    }
    direction_length(view, block.direction(i))
}
