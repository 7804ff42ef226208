//! Ascents: which dual variables of the round move, and how far.
//!
//! An ascent reads the block (margins, directions) and writes one dual variable per constraint of
//! the group in focus. Duals that exceed their cap (Kesler, ROMMA, C = infinity) are scaled down by
//! the certificate, so it holds whatever an ascent does, as long as no dual leaves the cone of the
//! loss.

mod alma;
mod bounded;
mod exact;
mod fixed;
mod joint;
mod kesler;
mod mira;
mod romma;
mod separable;
mod share;
mod simultaneous;
mod spread;
mod trigger;

pub use alma::Alma;
pub use bounded::Bounded;
pub use exact::{Aim, Exact};
pub use fixed::Fixed;
pub use joint::{Joint, Solver};
pub use kesler::Kesler;
pub use mira::Mira;
pub use romma::Romma;
pub use separable::Separable;
pub use share::Share;
pub use simultaneous::Simultaneous;
pub use spread::Spread;
pub use trigger::Trigger;

pub use crate::solve::MiraSolver;

use crate::error::Result;
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::components;
use crate::round::{Block, Direction, Single, View};
use crate::vector::Instance;

/// One round as an ascent sees it.
#[derive(Debug)]
pub struct Round<'a, L, H> {
    /// The instances.
    pub parts: &'a [Instance<'a>],
    /// Sizes and scores.
    pub view: &'a View,
    /// The loss.
    pub loss: &'a L,
    /// The hypothesis, before the step.
    pub hypothesis: &'a mut H,
    /// Trade-off.
    pub c: f64,
    /// Weight of the round: the cap on the sum of its dual variables, infinite for C = infinity.
    pub cap: f64,
    /// The row of the group in focus, where each row has a learner of its own.
    pub row: Option<usize>,
    /// Rounds that have moved the weights, or those of that row.
    pub updates: u64,
}

impl<'a, L: Loss, H: Hypothesis> Round<'a, L, H> {
    /// The direction of constraint `i`.
    pub fn direction<'b>(&self, block: &'b Block, i: usize) -> Direction<'b>
    where
        'a: 'b,
    {
        Direction {
            parts: self.parts,
            view: self.view,
            terms: block.direction(i),
            own: block.constraints[i].own,
            c: self.c,
            weight: self.cap,
        }
    }

    /// `|w|^2`, of the row alone where each has a learner of its own.
    pub fn own_square(&self) -> f64 {
        match self.row {
            Some(row) => self.hypothesis.row_square(row, self.c),
            None => self.hypothesis.own_square(self.c),
        }
    }
}

/// What the rest of the core may ask of an ascent.
pub trait Ascent {
    /// Fills `block.duals`; returns the factor by which the weights are multiplied first (1 unless
    /// [`Ascent::rescales`]).
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64;

    /// Whether [`Ascent::step_single`] says how far to go. Batches of the compiled compositions ask
    /// it.
    const STEPS_SINGLE: bool = false;

    /// The dual variable of a round that has one constraint: what [`Ascent::step`] writes if the
    /// block holds it alone, or `None` if that is not known. Weights are not multiplied.
    fn step_single<L: Loss, H: Hypothesis>(
        &self,
        _round: &mut Round<'_, L, H>,
        _only: &Single,
        _direction: &Direction<'_>,
    ) -> Option<f64> {
        None
    }

    /// Why these parameters cannot be used, if they cannot.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// When it acts.
    fn trigger(&self) -> Trigger;

    /// Margins from which on it looks at the worst constraint of a group only, so that problems
    /// need not write the others.
    fn reach<L: Loss>(&self, _loss: &L) -> f64 {
        f64::NEG_INFINITY
    }

    /// Whether it moves the rows of two sides themselves, so that their pairs need not be written
    /// (see [`Block::by_rows`]).
    fn by_rows(&self) -> bool {
        false
    }

    /// Whether its step is the best for the round, so that it looks at constraints which the step
    /// itself may break (see [`Block::whole`]).
    fn solves_rounds(&self) -> bool {
        false
    }

    /// The step on all groups at once, where their directions overlap; `None` if it goes group by
    /// group.
    fn step_together<L: Loss, H: Hypothesis>(
        &self,
        _round: &mut Round<'_, L, H>,
        _block: &mut Block,
    ) -> Option<f64> {
        None
    }

    /// Whether its steps raise the dual at least as much as the unit subgradient, also where they
    /// move several dual variables of one slack.
    fn dominates(&self) -> bool {
        true
    }

    /// Whether it may multiply the weights by a factor before the step.
    fn rescales(&self) -> bool {
        false
    }

    /// How much more the best dual variables of the round just stepped could have given at most, if
    /// that is known.
    fn gap(&self, _block: &Block) -> Option<f64> {
        None
    }
}

components! { $
    /// Any ascent, chosen at run time.
    AnyAscent, each_ascent {
        Fixed = "fixed",
        Exact = "exact",
        Bounded = "bounded",
        Spread = "spread",
        Simultaneous = "simultaneous",
        Separable = "separable",
        Joint = "joint",
        Mira = "mira",
        Kesler = "kesler",
        Romma = "romma",
        Alma = "alma",
    }
}

impl AnyAscent {
    /// The step of all but the commonest ascent. Kept apart: a round that holds the code of all of
    /// them is slow.
    #[inline(never)]
    fn step_apart<L: Loss, H: Hypothesis>(
        &self,
        round: &mut Round<'_, L, H>,
        block: &mut Block,
    ) -> f64 {
        each_ascent!(self, a => a.step(round, block))
    }
}

impl Ascent for AnyAscent {
    #[inline(always)]
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        match self {
            AnyAscent::Exact(exact) => exact.step(round, block),
            other => other.step_apart(round, block),
        }
    }
    fn check(&self) -> Result<()> {
        each_ascent!(self, a => a.check())
    }
    #[inline(always)]
    fn trigger(&self) -> Trigger {
        each_ascent!(self, a => a.trigger())
    }
    #[inline(always)]
    fn reach<L: Loss>(&self, loss: &L) -> f64 {
        each_ascent!(self, a => a.reach(loss))
    }
    #[inline(always)]
    fn by_rows(&self) -> bool {
        each_ascent!(self, a => a.by_rows())
    }
    #[inline(always)]
    fn solves_rounds(&self) -> bool {
        each_ascent!(self, a => a.solves_rounds())
    }
    #[inline(never)]
    fn step_together<L: Loss, H: Hypothesis>(
        &self,
        round: &mut Round<'_, L, H>,
        block: &mut Block,
    ) -> Option<f64> {
        each_ascent!(self, a => a.step_together(round, block))
    }
    fn gap(&self, block: &Block) -> Option<f64> {
        each_ascent!(self, a => a.gap(block))
    }
    fn rescales(&self) -> bool {
        each_ascent!(self, a => a.rescales())
    }
    #[inline(always)]
    fn dominates(&self) -> bool {
        each_ascent!(self, a => a.dominates())
    }
}

/// The reach of an ascent that looks at all violated constraints: what costs something, and ties.
fn violated<L: Loss>(loss: &L) -> f64 {
    loss.miss(0.0).max(f64::MIN_POSITIVE)
}
